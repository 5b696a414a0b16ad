package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** DescribeUpdate and ListUpdates, and how an update of a cluster, node group or add-on begins. */
final class Updates {
    private final Clusters clusters;

    Updates(Clusters clusters) {
        this.clusters = clusters;
    }

    /** Begins a change of the cluster itself. */
    JsonNode begin(Cluster cluster, String type, JsonNode params, Runnable change) {
        return begin(cluster, "", cluster.resource(), type, params, change);
    }

    /** Begins a change of a part, which must be in no other. */
    JsonNode begin(Cluster cluster, Kind kind, EksResource part, String type, JsonNode params, Runnable change) {
        String name = Json.text(part.body(), kind.field() + "Name");
        if (List.of("CREATING", "UPDATING", "DELETING").contains(part.status())) {
            throw Refusal.inUse(
                    kind.title() + " " + name + " cannot be updated as it is currently in " + part.status() + " state");
        }
        return begin(cluster, kind.about(name), part, type, params, change);
    }

    private JsonNode begin(
            Cluster cluster, String about, EksResource resource, String type, JsonNode params, Runnable change) {
        var update = new Update(about, description(type, params), clusters.due(), change);
        cluster.updates().add(update);
        resource.pass("UPDATING", "ACTIVE", clusters.due());
        return Json.object().set("update", update.body().deepCopy());
    }

    private ObjectNode description(String type, JsonNode params) {
        var update = Json.object()
                .put("id", UUID.randomUUID().toString())
                .put("status", "InProgress")
                .put("type", type)
                .put("createdAt", clusters.epoch());
        var list = update.putArray("params");
        for (var entry : params.properties()) {
            String name = entry.getKey().substring(0, 1).toUpperCase(Locale.ROOT)
                    + entry.getKey().substring(1);
            list.addObject().put("type", name).put("value", entry.getValue().asString("" + entry.getValue()));
        }
        update.putArray("errors");
        return update;
    }

    JsonNode list(EksCall call) {
        var ids = clusters.require(call).updates().stream()
                .filter(update -> update.about().equals(about(call)))
                .map(update -> Json.text(update.body(), "id"))
                .toList();
        return Pages.names(call.request(), "updateIds", List.copyOf(ids.reversed()));
    }

    JsonNode describe(EksCall call) {
        String id = call.part("updateId");
        return clusters.require(call).updates().stream()
                .filter(update -> update.about().equals(about(call)))
                .map(Update::body)
                .filter(update -> id.equals(Json.text(update, "id")))
                .findFirst()
                .map(update -> Json.object().set("update", update.deepCopy()))
                .orElseThrow(() -> Refusal.notFound("No update found for ID: " + id));
    }

    private static String about(EksCall call) {
        var nodegroup = call.request().query("nodegroupName").map(Kind.NODEGROUP::about);
        return nodegroup
                .or(() -> call.request().query("addonName").map(Kind.ADDON::about))
                .orElse("");
    }
}
