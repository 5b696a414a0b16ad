package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CreateNodegroup, UpdateNodegroupConfig and CreateFargateProfile. */
final class CapacityOperations {
    private static final List<String> COPIED = List.of(
            "instanceTypes", "labels", "taints", "launchTemplate", "remoteAccess", "updateConfig", "nodeRepairConfig");

    private final Clusters clusters;
    private final Surroundings surroundings;
    private final AccessEntries entries;
    private final Updates updates;

    CapacityOperations(Clusters clusters, Surroundings surroundings, AccessEntries entries) {
        this.clusters = clusters;
        this.surroundings = surroundings;
        this.entries = entries;
        this.updates = new Updates(clusters);
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
        body.set("scalingConfig", scaling(scaling(), call.body().path("scalingConfig")));
        body.putObject("health").putArray("issues");
        COPIED.stream()
                .filter(call.body()::hasNonNull)
                .forEach(field -> body.set(field, call.body().get(field)));
        entries.addOwn(cluster, role, AccessEntries.EC2_LINUX);
        return create(cluster, Kind.NODEGROUP, name, body);
    }

    /** Scaling, labels, taints and the update configuration may change; what a call does not name stays. */
    JsonNode updateNodegroup(EksCall call) {
        var cluster = clusters.requireActive(call, "update node group");
        var group = new Parts(clusters, Kind.NODEGROUP).require(call);
        var wanted = call.body().deepCopy();
        var scaling = scaling(group.body().path("scalingConfig"), wanted.path("scalingConfig"));
        return updates.begin(
                cluster, Kind.NODEGROUP, group, "ConfigUpdate", wanted.without("clientRequestToken"), () -> {
                    group.body().set("scalingConfig", scaling);
                    NodegroupChanges.make(group.body(), wanted);
                    group.body().put("modifiedAt", clusters.epoch());
                });
    }

    /** A scaling changed by what a call names of it; refuses sizes that contradict each other. */
    private static ObjectNode scaling(JsonNode there, JsonNode wanted) {
        var next = there.deepCopy().asObject();
        wanted.properties().forEach(size -> next.set(size.getKey(), size.getValue()));
        int min = next.path("minSize").asInt();
        int desired = next.path("desiredSize").asInt();
        int max = next.path("maxSize").asInt();
        if (min < 0 || max < 1 || min > max) {
            throw Refusal.invalid("Minimum capacity " + min + " can't be greater than maximum capacity " + max);
        }
        if (desired < min || desired > max) {
            throw Refusal.invalid("desired capacity " + desired + " must be between " + min + " and " + max);
        }
        return next;
    }

    private static ObjectNode scaling() {
        return Json.object().put("minSize", 1).put("maxSize", 2).put("desiredSize", 2);
    }

    JsonNode createFargateProfile(EksCall call) {
        var cluster = clusters.requireActive(call, "create Fargate profile");
        String name = newName(call, cluster, Kind.FARGATE_PROFILE, "fargateProfileName");
        String role = role(call, "podExecutionRoleArn");
        checkFargate(call);
        var body = common(call, cluster, "fargateProfileName", name).put("podExecutionRoleArn", role);
        body.set("selectors", call.body().has("selectors") ? call.body().get("selectors") : Json.array());
        entries.addOwn(cluster, role, AccessEntries.FARGATE_LINUX);
        return create(cluster, Kind.FARGATE_PROFILE, name, body);
    }

    private void checkFargate(EksCall call) {
        var selectors = call.body().path("selectors");
        if (selectors.isEmpty() || selectors.size() > 5) {
            throw Refusal.invalid("A Fargate profile needs 1 to 5 selectors, not " + selectors.size());
        }
        for (var selector : selectors) {
            if (selector.path("namespace").asString("").isEmpty()) {
                throw Refusal.invalid("A selector needs a namespace");
            }
        }
        for (String subnet : call.texts("subnets")) {
            if (surroundings.isPublic(call.scope(), subnet)) {
                throw Refusal.invalid("Subnet " + subnet + " provided in Fargate Profile is not a private subnet");
            }
        }
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
