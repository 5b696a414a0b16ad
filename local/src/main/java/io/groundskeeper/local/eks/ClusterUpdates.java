package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** UpdateClusterConfig, DescribeUpdate, ListUpdates: one kind of change at a time, made when its time has passed. */
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

    ClusterUpdates(Clusters clusters, AccessEntries entries) {
        this.clusters = clusters;
        this.entries = entries;
    }

    JsonNode update(EksCall call) {
        var cluster = clusters.require(call);
        if (!cluster.resource().status().equals("ACTIVE")) {
            throw Refusal.inUse("Cluster " + cluster.name() + " is not ACTIVE but "
                    + cluster.resource().status() + ", so it cannot be updated");
        }
        String field = field(call);
        check(cluster, field, call.body());
        var wanted = call.body().deepCopy();
        var update =
                new Update(description(field, wanted.path(field)), clusters.due(), () -> make(cluster, field, wanted));
        cluster.updates().add(update);
        cluster.resource().pass("UPDATING", "ACTIVE", clusters.due());
        return Json.object().set("update", update.body().deepCopy());
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

    private ObjectNode description(String field, JsonNode wanted) {
        var update = Json.object()
                .put("id", UUID.randomUUID().toString())
                .put("status", "InProgress")
                .put("type", TYPES.get(field))
                .put("createdAt", clusters.epoch());
        var params = update.putArray("params");
        for (var entry : wanted.properties()) {
            String type = entry.getKey().substring(0, 1).toUpperCase(Locale.ROOT)
                    + entry.getKey().substring(1);
            params.addObject().put("type", type).put("value", entry.getValue().asString("" + entry.getValue()));
        }
        update.putArray("errors");
        return update;
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

    JsonNode list(EksCall call) {
        var ids = clusters.require(call).updates().stream()
                .map(update -> Json.text(update.body(), "id"))
                .toList();
        return Pages.names(call.request(), "updateIds", List.copyOf(ids.reversed()));
    }

    JsonNode describe(EksCall call) {
        String id = call.part("updateId");
        return clusters.require(call).updates().stream()
                .map(Update::body)
                .filter(update -> id.equals(Json.text(update, "id")))
                .findFirst()
                .map(update -> Json.object().set("update", update.deepCopy()))
                .orElseThrow(() -> Refusal.notFound("No update found for ID: " + id));
    }
}
