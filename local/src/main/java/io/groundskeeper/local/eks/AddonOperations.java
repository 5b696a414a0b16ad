package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** CreateAddon. */
final class AddonOperations {
    private static final Map<String, String> DEFAULT_VERSIONS = Map.of(
            "vpc-cni", "v1.21.1-eksbuild.1",
            "coredns", "v1.12.4-eksbuild.1",
            "kube-proxy", "v1.34.1-eksbuild.2",
            "eks-pod-identity-agent", "v1.3.10-eksbuild.1",
            "aws-ebs-csi-driver", "v1.54.0-eksbuild.1",
            "aws-efs-csi-driver", "v2.1.15-eksbuild.1",
            "metrics-server", "v0.8.0-eksbuild.6",
            "eks-node-monitoring-agent", "v1.5.0-eksbuild.1",
            "snapshot-controller", "v8.3.0-eksbuild.1");

    private final Clusters clusters;

    AddonOperations(Clusters clusters) {
        this.clusters = clusters;
    }

    JsonNode create(EksCall call) {
        var cluster = clusters.requireActive(call, "create addon");
        String name = call.required("addonName");
        if (!DEFAULT_VERSIONS.containsKey(name)) {
            throw Refusal.invalid("Addon " + name + " is not supported");
        }
        if (cluster.parts(Kind.ADDON).containsKey(name)) {
            throw Refusal.inUse("Addon already exists.");
        }
        String arn = call.arn("addon/" + cluster.name() + "/" + name + "/" + UUID.randomUUID());
        var body = Json.object()
                .put("addonName", name)
                .put("clusterName", cluster.name())
                .put("addonVersion", call.optional("addonVersion").orElse(DEFAULT_VERSIONS.get(name)))
                .put("addonArn", arn)
                .put("createdAt", clusters.epoch())
                .put("modifiedAt", clusters.epoch());
        call.optional("serviceAccountRoleArn").ifPresent(role -> body.put("serviceAccountRoleArn", role));
        call.optional("configurationValues").ifPresent(values -> body.put("configurationValues", values));
        body.set("tags", EksTags.of(call.body()));
        body.putObject("health").putArray("issues");
        var addon = new EksResource(arn, body);
        addon.pass("CREATING", "ACTIVE", clusters.due());
        cluster.parts(Kind.ADDON).put(name, addon);
        return new Parts(clusters, Kind.ADDON).shown(addon);
    }
}
