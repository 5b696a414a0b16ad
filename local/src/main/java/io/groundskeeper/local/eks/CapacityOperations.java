package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CreateNodegroup and CreateFargateProfile. The nodes themselves are left to whoever uses the stand-in. */
final class CapacityOperations {
    private static final List<String> COPIED = List.of(
            "instanceTypes", "labels", "taints", "launchTemplate", "remoteAccess", "updateConfig", "nodeRepairConfig");

    private final Clusters clusters;
    private final Surroundings surroundings;
    private final AccessEntries entries;

    CapacityOperations(Clusters clusters, Surroundings surroundings, AccessEntries entries) {
        this.clusters = clusters;
        this.surroundings = surroundings;
        this.entries = entries;
    }

    JsonNode createNodegroup(EksCall call) {
        var cluster = clusters.requireActive(call, "create node group");
        String name = newName(call, cluster, Kind.NODEGROUP, "nodegroupName");
        String role = role(call, "nodeRole");
        if (call.texts("subnets").isEmpty()) {
            throw Refusal.invalid("subnets is required");
        }
        surroundings.vpcOf(call.scope(), call.texts("subnets"));
        var body = common(call, cluster, "nodegroupName", name)
                .put("nodeRole", role)
                .put("version", Json.text(cluster.resource().body(), "version"))
                .put("capacityType", call.optional("capacityType").orElse("ON_DEMAND"))
                .put("diskSize", call.body().path("diskSize").asInt(20))
                .put("amiType", call.optional("amiType").orElse("AL2023_x86_64_STANDARD"));
        body.set("scalingConfig", call.body().has("scalingConfig") ? call.body().get("scalingConfig") : scaling());
        body.putObject("health").putArray("issues");
        COPIED.stream()
                .filter(call.body()::hasNonNull)
                .forEach(field -> body.set(field, call.body().get(field)));
        entries.addOwn(cluster, role, AccessEntries.EC2_LINUX);
        return create(cluster, Kind.NODEGROUP, name, body);
    }

    private static ObjectNode scaling() {
        return Json.object().put("minSize", 1).put("maxSize", 2).put("desiredSize", 2);
    }

    JsonNode createFargateProfile(EksCall call) {
        var cluster = clusters.requireActive(call, "create Fargate profile");
        String name = newName(call, cluster, Kind.FARGATE_PROFILE, "fargateProfileName");
        String role = role(call, "podExecutionRoleArn");
        var body = common(call, cluster, "fargateProfileName", name).put("podExecutionRoleArn", role);
        body.set("selectors", call.body().has("selectors") ? call.body().get("selectors") : Json.array());
        entries.addOwn(cluster, role, AccessEntries.FARGATE_LINUX);
        return create(cluster, Kind.FARGATE_PROFILE, name, body);
    }

    private static String newName(EksCall call, Cluster cluster, Kind kind, String field) {
        String name = call.required(field);
        if (cluster.parts(kind).containsKey(name)) {
            throw Refusal.inUse(
                    kind.field() + " already exists with name " + name + " and cluster name " + cluster.name());
        }
        return name;
    }

    private String role(EksCall call, String field) {
        String role = call.required(field);
        if (!surroundings.roleExists(call.scope(), role)) {
            throw Refusal.invalid("The role with name " + role.substring(role.lastIndexOf('/') + 1)
                    + " cannot be found. (Service: AmazonIdentityManagement; Error Code: NoSuchEntity)");
        }
        return role;
    }

    private ObjectNode common(EksCall call, Cluster cluster, String nameField, String name) {
        String kind = nameField.replace("Name", "").toLowerCase(Locale.ROOT);
        var body = Json.object()
                .put(nameField, name)
                .put("clusterName", cluster.name())
                .put("createdAt", clusters.epoch());
        body.put(
                nameField.replace("Name", "Arn"),
                call.arn(kind + "/" + cluster.name() + "/" + name + "/" + UUID.randomUUID()));
        body.set("subnets", Json.array(call.texts("subnets")));
        body.set("tags", EksTags.of(call.body()));
        return body;
    }

    private JsonNode create(Cluster cluster, Kind kind, String name, ObjectNode body) {
        String arn = Json.text(body, kind == Kind.NODEGROUP ? "nodegroupArn" : "fargateProfileArn");
        var part = new EksResource(arn, body);
        part.pass("CREATING", "ACTIVE", clusters.due());
        cluster.parts(kind).put(name, part);
        return new Parts(clusters, kind).shown(part);
    }
}
