package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The values that fit Karpenter's charts to a cluster. */
final class ControllerValues {

    /** Not read by any chart: kept with the release, it says whose the release is. */
    private static final String OWNER = "groundskeeper";

    private ControllerValues() {}

    /** Those of chart karpenter-crd. */
    static ObjectNode definitions(ClusterId cluster) {
        var values = Json.object();
        values.putObject(OWNER).put("cluster", cluster.name());
        return values;
    }

    /** Those of chart karpenter. */
    static ObjectNode controller(Target target, Placement placement, String dnsPolicy) {
        var values = definitions(target.id());
        values.putObject("additionalLabels").put(Karpenter.MARK, "true");
        values.putObject("settings")
                .put("clusterName", target.id().name())
                // The queue's name: with its ARN or URL Karpenter finds no queue.
                .put("interruptionQueue", target.names().queue())
                .put("isolatedVPC", target.settings().controller().isolatedVpc());
        values.put("replicas", placement.replicas());
        values.set("serviceAccount", serviceAccount(placement));
        values.set("affinity", affinity(placement));
        values.put("dnsPolicy", dnsPolicy);
        values.set("controller", container(target.id()));
        return values;
    }

    /** Whether a release with these values was installed by us. */
    static boolean areOurs(JsonNode values) {
        return values.path(OWNER).has("cluster");
    }

    private static ObjectNode serviceAccount(Placement placement) {
        var account = Json.object().put("create", true).put("name", Karpenter.RELEASE);
        if (placement instanceof Placement.OnFargate(var replicas, var roleArn)) {
            account.putObject("annotations").put("eks.amazonaws.com/role-arn", roleArn);
        }
        return account;
    }

    private static ObjectNode container(ClusterId cluster) {
        var container = Json.object();
        // Else it asks the instance metadata, which pods often cannot reach.
        container.putArray("env").addObject().put("name", "AWS_REGION").put("value", cluster.region());
        var resources = container.putObject("resources");
        resources.putObject("requests").put("cpu", "1").put("memory", "1Gi");
        resources.putObject("limits").put("cpu", "1").put("memory", "1Gi");
        return container;
    }

    // One term: terms are alternatives, and each would have to keep the controller off its own nodes.
    private static ObjectNode affinity(Placement placement) {
        var affinity = Json.object();
        var terms = affinity.putObject("nodeAffinity")
                .putObject("requiredDuringSchedulingIgnoredDuringExecution")
                .putArray("nodeSelectorTerms");
        var term = terms.addObject().putArray("matchExpressions");
        term.addObject().put("key", Node.NODE_POOL).put("operator", "DoesNotExist");
        if (placement instanceof Placement.OnNodes(var replicas, var managed)) {
            if (managed) {
                term.addObject().put("key", Node.NODE_GROUP).put("operator", "Exists");
            }
            term.addObject()
                    .put("key", Node.COMPUTE_TYPE)
                    .put("operator", "NotIn")
                    .putArray("values")
                    .add(Node.HYBRID);
        }
        var apart = affinity.putObject("podAntiAffinity")
                .putArray("requiredDuringSchedulingIgnoredDuringExecution")
                .addObject();
        apart.put("topologyKey", "kubernetes.io/hostname");
        apart.putObject("labelSelector")
                .putObject("matchLabels")
                .put("app.kubernetes.io/instance", Karpenter.RELEASE)
                .put("app.kubernetes.io/name", Karpenter.RELEASE);
        return affinity;
    }
}
