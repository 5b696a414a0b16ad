package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** UpdateClusterConfig and UpdateClusterVersion: one kind of change at a time, made when its time has passed. */
final class ClusterUpdates {
    private static final Map<String, String> TYPES = Map.of(
            "accessConfig", "AccessConfigUpdate",
            "resourcesVpcConfig", "EndpointAccessUpdate",
            "computeConfig", "AutoModeUpdate",
            "logging", "LoggingUpdate",
            "upgradePolicy", "UpgradePolicyUpdate");
    private static final List<String> AUTO_MODE = List.of("computeConfig", "storageConfig", "kubernetesNetworkConfig");

    private final Clusters clusters;
    private final AccessEntries entries;
    private final Updates updates;

    ClusterUpdates(Clusters clusters, AccessEntries entries) {
        this.clusters = clusters;
        this.entries = entries;
        this.updates = new Updates(clusters);
    }

    JsonNode update(EksCall call) {
        var cluster = requireActive(call);
        String field = field(call);
        check(cluster, field, call.body());
        var wanted = call.body().deepCopy();
        return updates.begin(cluster, TYPES.get(field), wanted.path(field), () -> make(cluster, field, wanted));
    }

    /** UpdateClusterVersion: the next minor version, and no other. */
    JsonNode updateVersion(EksCall call) {
        var cluster = requireActive(call);
        String wanted = call.required("version");
        var body = cluster.resource().body();
        String there = Json.text(body, "version");
        if (!wanted.equals(next(there))) {
            throw Refusal.invalid("Unsupported Kubernetes minor version update from " + there + " to " + wanted);
        }
        var params = Json.object().put("version", wanted).put("platformVersion", "eks.1");
        return updates.begin(cluster, "VersionUpdate", params, () -> body.put("version", wanted));
    }

    private static String next(String version) {
        int dot = version.indexOf('.') + 1;
        return version.substring(0, dot) + (Integer.parseInt(version.substring(dot)) + 1);
    }

    private Cluster requireActive(EksCall call) {
        var cluster = clusters.require(call);
        if (!cluster.resource().status().equals("ACTIVE")) {
            throw Refusal.inUse("Cluster " + cluster.name() + " is not ACTIVE but "
                    + cluster.resource().status() + ", so it cannot be updated");
        }
        return cluster;
    }

    private static String field(EksCall call) {
        var fields =
                TYPES.keySet().stream().filter(call.body()::hasNonNull).sorted().toList();
        if (fields.size() != 1) {
            throw Refusal.invalid("Exactly one kind of update must be given at a time, got " + fields);
        }
        return fields.getFirst();
    }

    private static void check(Cluster cluster, String field, JsonNode body) {
        if (field.equals("accessConfig")) {
            checkMode(cluster, body.path(field).path("authenticationMode").asString(""));
        } else if (field.equals("resourcesVpcConfig")) {
            checkEndpoints(cluster, body.path(field));
        } else if (field.equals("computeConfig") && cluster.authenticationMode().equals("CONFIG_MAP")) {
            throw Refusal.invalid(
                    "Your cluster's authentication mode must be API or API_AND_CONFIG_MAP for EKS Auto Mode");
        } else if (cluster.resource().body().path(field).equals(body.path(field))) {
            throw Refusal.invalid("No changes needed for the " + field + " of cluster " + cluster.name());
        }
    }

    private static void checkMode(Cluster cluster, String wanted) {
        var there = AuthenticationMode.of(cluster.authenticationMode());
        var next = AuthenticationMode.of(wanted);
        if (there == next) {
            throw Refusal.invalid("Unsupported authentication mode update: cluster is already in " + wanted);
        }
        if (!there.leadsTo(next)) {
            throw Refusal.invalid("Unsupported authentication mode update from " + there + " to " + next);
        }
    }

    private static void checkEndpoints(Cluster cluster, JsonNode wanted) {
        var there = cluster.resource().body().path("resourcesVpcConfig");
        if (wanted.properties().stream().allMatch(entry -> entry.getValue().equals(there.get(entry.getKey())))) {
            throw Refusal.invalid("Cluster is already at the desired configuration");
        }
        boolean open = wanted.path("endpointPublicAccess")
                .asBoolean(there.path("endpointPublicAccess").asBoolean());
        boolean within = wanted.path("endpointPrivateAccess")
                .asBoolean(there.path("endpointPrivateAccess").asBoolean());
        if (!open && !within) {
            throw Refusal.invalid("Private and public endpoint access cannot be false");
        }
    }

    private void make(Cluster cluster, String field, JsonNode wanted) {
        // Auto Mode is switched by three settings together.
        var fields = field.equals("computeConfig") ? AUTO_MODE : List.of(field);
        for (String each : fields) {
            if (wanted.path(each) instanceof ObjectNode object) {
                cluster.resource().body().withObject("/" + each).setAll(object);
            }
        }
        if (field.equals("accessConfig")) {
            entries.addCreator(cluster);
        }
    }
}
