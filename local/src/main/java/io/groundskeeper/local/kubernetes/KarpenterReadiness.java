package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says of each EC2NodeClass and NodePool whether it is ready, as Karpenter does: by what there is in the cloud. Whether
 * Karpenter's role would be allowed to look is not asked.
 */
final class KarpenterReadiness {
    private static final String NODE_CLASSES = "ec2nodeclasses.karpenter.k8s.aws";
    private static final String NODE_POOLS = "nodepools.karpenter.sh";
    private static final List<String> DEPENDENCIES =
            List.of("AMIsReady", "InstanceProfileReady", "SecurityGroupsReady", "SubnetsReady");
    private static final List<Needed> NEEDED = List.of(
            new Needed(
                    Cloud.Selected.SUBNETS,
                    "subnetSelectorTerms",
                    "subnets",
                    "SubnetsReady",
                    "SubnetsNotFound",
                    "SubnetSelector did not match any Subnets"),
            new Needed(
                    Cloud.Selected.SECURITY_GROUPS,
                    "securityGroupSelectorTerms",
                    "securityGroups",
                    "SecurityGroupsReady",
                    "SecurityGroupsNotFound",
                    "SecurityGroupSelector did not match any SecurityGroups"),
            new Needed(
                    Cloud.Selected.IMAGES,
                    "amiSelectorTerms",
                    "amis",
                    "AMIsReady",
                    "AMINotFound",
                    "AMISelector did not match any AMIs"));
    private static final Write WRITE = Write.by("karpenter");

    private final Storage storage;
    private final ResourceTypes types;
    private final Registry registry;
    private final Cloud cloud;
    private final Clock clock;

    /** What an EC2NodeClass selects, where its status shows it, and what its condition says when there is nothing. */
    private record Needed(
            Cloud.Selected kind, String terms, String field, String condition, String reason, String message) {}

    KarpenterReadiness(Storage storage, ResourceTypes types, Registry registry, Cloud cloud, Clock clock) {
        this.storage = storage;
        this.types = types;
        this.registry = registry;
        this.cloud = cloud;
        this.clock = clock;
    }

    void reconcile() {
        types.byKind("karpenter.k8s.aws/v1", "EC2NodeClass")
                .ifPresent(type -> storage.list(NODE_CLASSES, null).stream()
                        // One that goes needs no profile any more.
                        .filter(nodeClass -> !Metadata.of(nodeClass).terminating())
                        .forEach(nodeClass -> write(type, nodeClass, nodeClassStatus(nodeClass))));
        types.byKind("karpenter.sh/v1", "NodePool")
                .ifPresent(type ->
                        storage.list(NODE_POOLS, null).forEach(pool -> write(type, pool, nodePoolStatus(pool))));
    }

    private void write(ResourceType type, ObjectNode object, ObjectNode status) {
        ObjectNode next = object.deepCopy();
        next.set("status", status);
        if (!Documents.copy(next).equals(object)) {
            registry.replace(type, "", Metadata.of(object).name(), next, Registry.Part.STATUS, WRITE);
        }
    }

    private ObjectNode nodeClassStatus(ObjectNode nodeClass) {
        ObjectNode status = statusOf(nodeClass);
        Conditions conditions = Conditions.in(status, clock.instant());
        NEEDED.forEach(needed -> select(needed, nodeClass.path("spec"), status, conditions));
        instanceProfile(nodeClass, status, conditions);
        if (DEPENDENCIES.stream().allMatch(conditions::isTrue)) {
            good(conditions, "ValidationSucceeded");
        } else {
            conditions.set(
                    "ValidationSucceeded",
                    "False",
                    "DependenciesNotReady",
                    "Awaiting AMI, Instance Profile, Security Group, and Subnet resolution");
        }
        ready(
                conditions,
                Stream.concat(DEPENDENCIES.stream(), Stream.of("ValidationSucceeded"))
                        .toList());
        return status;
    }

    private void select(Needed needed, JsonNode spec, ObjectNode status, Conditions conditions) {
        List<String> ids = cloud.find(needed.kind(), spec.path(needed.terms()));
        status.remove(needed.field());
        if (ids.isEmpty()) {
            conditions.set(needed.condition(), "False", needed.reason(), needed.message());
            return;
        }
        var list = status.putArray(needed.field());
        ids.forEach(id -> list.addObject().put("id", id));
        good(conditions, needed.condition());
    }

    private void instanceProfile(ObjectNode nodeClass, ObjectNode status, Conditions conditions) {
        String role = nodeClass.path("spec").path("role").asString("");
        String given = nodeClass.path("spec").path("instanceProfile").asString("");
        boolean there = role.isEmpty() ? cloud.hasInstanceProfile(given) : cloud.hasRole(role);
        if (there) {
            status.put(
                    "instanceProfile",
                    role.isEmpty() ? given : cloud.instanceProfile(Cloud.NodeClass.of(nodeClass), role));
            good(conditions, "InstanceProfileReady");
        } else if (role.isEmpty()) {
            conditions.set(
                    "InstanceProfileReady", "False", "InstanceProfileNotFound", "Failed to detect the InstanceProfile");
        } else {
            conditions.set("InstanceProfileReady", "False", "NodeRoleNotFound", "Failed to detect the NodeRole");
        }
    }

    private ObjectNode nodePoolStatus(ObjectNode pool) {
        ObjectNode status = statusOf(pool);
        Conditions conditions = Conditions.in(status, clock.instant());
        good(conditions, "ValidationSucceeded");
        String name = pool.at("/spec/template/spec/nodeClassRef/name").asString("");
        var nodeClass = storage.find(new Storage.Key(NODE_CLASSES, "", name));
        JsonNode ready = nodeClass.map(found -> condition(found, "Ready")).orElse(Documents.object());
        if (nodeClass.isEmpty()) {
            conditions.set("NodeClassReady", "False", "NodeClassNotFound", "NodeClass not found on cluster");
        } else if (ready.path("status").asString("").equals("True")) {
            good(conditions, "NodeClassReady");
        } else {
            conditions.set(
                    "NodeClassReady",
                    "False",
                    ready.path("reason").asString(""),
                    ready.path("message").asString(""));
        }
        ready(conditions, List.of("ValidationSucceeded", "NodeClassReady"));
        return status;
    }

    private static JsonNode condition(JsonNode object, String type) {
        return object.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString("").equals(type))
                .findFirst()
                .orElse(Documents.object());
    }

    private static void ready(Conditions conditions, List<String> dependents) {
        List<String> unhealthy = dependents.stream()
                .filter(dependent -> !conditions.isTrue(dependent))
                .toList();
        if (unhealthy.isEmpty()) {
            good(conditions, "Ready");
        } else {
            String message =
                    unhealthy.stream().map(dependent -> dependent + "=False").collect(Collectors.joining(", "));
            conditions.set("Ready", "False", "UnhealthyDependents", message);
        }
    }

    private static void good(Conditions conditions, String type) {
        conditions.set(type, "True", type, "");
    }

    private static ObjectNode statusOf(ObjectNode object) {
        return object.path("status") instanceof ObjectNode found ? found.deepCopy() : Documents.object();
    }
}
