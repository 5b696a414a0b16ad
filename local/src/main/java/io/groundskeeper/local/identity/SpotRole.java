package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.nio.charset.StandardCharsets;

/** The service-linked role of EC2 Spot, which moto names otherwise, and whose second creation it refuses otherwise. */
final class SpotRole {
    private static final String NAME = "AWSServiceRoleForEC2Spot";
    private static final String NAME_IN_MOTO = "AWSServiceRoleForspot";
    private static final String TAKEN = "<Code>InvalidInput</Code><Message>Service role name " + NAME
            + " has been taken in this account, please try a different suffix.</Message>";

    private SpotRole() {}

    static Request toMoto(Request request) {
        var body = text(request.body()).replaceFirst("=" + NAME + "(?=&|$)", "=" + NAME_IN_MOTO);
        return new Request(request.method(), request.uri(), request.headers(), bytes(body));
    }

    static Response fromMoto(Request request, Response response) {
        var body = text(response.body());
        if (response.status() >= 400 && text(request.body()).contains("Action=CreateServiceLinkedRole")) {
            body = body.replaceFirst("(?s)<Code>EntityAlreadyExists</Code>.*?</Message>", TAKEN);
        }
        return new Response(response.status(), response.headers(), bytes(body.replace(NAME_IN_MOTO, NAME)));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
