package io.groundskeeper.local.organizations;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.AwsProtocol;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import io.groundskeeper.local.moto.MotoForward;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Organizations: an account's effective tag policy, which moto lacks; all else is moto's. */
public final class OrganizationsService implements AutoCloseable {
    private final Organization organization;
    private final MotoForward moto;
    private final LocalServer server;

    private OrganizationsService(Organization organization, MotoForward moto) {
        this.organization = organization;
        this.moto = moto;
        this.server = LocalServer.start("Organizations", this::answer);
    }

    /** Starts it in front of moto. */
    public static OrganizationsService start(Organization organization, MotoForward moto) {
        return new OrganizationsService(organization, moto);
    }

    private Response answer(Request request) {
        boolean effective =
                request.header("X-Amz-Target").orElse("").equals(Organization.TARGET + "DescribeEffectivePolicy");
        return effective ? AwsProtocol.JSON_1_1.answering(this::effectivePolicy).handle(request) : moto.send(request);
    }

    private JsonNode effectivePolicy(Request request) {
        var body = request.json();
        if (!body.path("PolicyType").asString("").equals("TAG_POLICY")) {
            throw new AwsException(400, "InvalidInputException", "The stand-in resolves policies of TAG_POLICY only");
        }
        if (body.hasNonNull("TargetId")) {
            throw new AwsException(400, "InvalidInputException", "The stand-in knows the caller's own policy only");
        }
        var policy = Json.object()
                .put("PolicyType", "TAG_POLICY")
                .put(
                        "PolicyContent",
                        new String(Json.bytes(organization.effectiveTagPolicy(request)), StandardCharsets.UTF_8));
        return Json.object().set("EffectivePolicy", policy);
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    @Override
    public void close() {
        server.close();
    }
}
