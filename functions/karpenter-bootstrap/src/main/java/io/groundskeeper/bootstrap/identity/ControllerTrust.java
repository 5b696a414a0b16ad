package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.bootstrap.capacity.Capacity;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Who may assume the controller's role: pods of {@link ServiceAccount} in this one cluster. Where there is more
 * than one thing to run on the role can be had by both ways: a controller that started the one way keeps its role until
 * it has started the other way.
 */
public final class ControllerTrust {

    private ControllerTrust() {}

    /** The trust policy. */
    public static JsonNode of(ClusterId cluster, Capacity capacity, Optional<Issuer> issuer) {
        var document = Json.object().put("Version", "2012-10-17");
        var statements = document.putArray("Statement");
        if (!capacity.onFargate() || !capacity.nodeGroups().isEmpty()) {
            statements.add(byPodIdentity(cluster));
        }
        issuer.filter(known -> capacity.hasFargate()).ifPresent(known -> statements.add(byToken(cluster, known)));
        return document;
    }

    private static JsonNode byPodIdentity(ClusterId cluster) {
        return Json.read("""
                {"Effect":"Allow","Principal":{"Service":"pods.eks.amazonaws.com"},\
                "Action":["sts:AssumeRole","sts:TagSession"],"Condition":{"StringEquals":{"aws:SourceAccount":"%s"},\
                "ArnEquals":{"aws:SourceArn":"%s"}}}""".formatted(cluster.account(), cluster.arn()));
    }

    private static JsonNode byToken(ClusterId cluster, Issuer issuer) {
        var statement = Json.object().put("Effect", "Allow").put("Action", "sts:AssumeRoleWithWebIdentity");
        statement.putObject("Principal").put("Federated", issuer.providerArn(cluster));
        statement
                .putObject("Condition")
                .putObject("StringEquals")
                .put(issuer.hostAndPath() + ":aud", Issuer.AUDIENCE)
                .put(
                        issuer.hostAndPath() + ":sub",
                        "system:serviceaccount:%s:%s".formatted(ServiceAccount.NAMESPACE, ServiceAccount.NAME));
        return statement;
    }
}
