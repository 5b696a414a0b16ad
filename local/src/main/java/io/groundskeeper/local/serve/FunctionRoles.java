package io.groundskeeper.local.serve;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.nio.charset.StandardCharsets;
import java.util.List;
import software.amazon.awssdk.services.iam.IamClient;

/** The roles that the functions have once deployed; a function run here assumes its own. */
final class FunctionRoles {
    private static final List<String> MODULES = List.of("karpenter-bootstrap", "interruption-queue", "tag-enforcer");
    private static final String PATH = "/groundskeeper/";

    private final MotoClients clients;

    FunctionRoles(MotoClients clients) {
        this.clients = clients;
    }

    void create(Scope caller) {
        var iam = clients.of(IamClient.builder(), caller);
        for (String module : MODULES) {
            iam.createRole(create -> create.path(PATH)
                    .roleName("groundskeeper-" + module + "-" + caller.region())
                    .assumeRolePolicyDocument(trust()));
        }
    }

    private static String trust() {
        var document = Json.object().put("Version", "2012-10-17");
        var statement = document.putArray("Statement").addObject().put("Effect", "Allow");
        statement.putObject("Principal").put("Service", "lambda.amazonaws.com");
        statement.put("Action", "sts:AssumeRole");
        return new String(Json.bytes(document), StandardCharsets.UTF_8);
    }
}
