package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Karpenter does when a spot warning comes and when a NodeClaim is deleted, up to the taint; the rest is
 * {@link KarpenterTermination}'s.
 */
final class KarpenterActions {
    private static final String FINALIZER = "karpenter.sh/termination";
    private static final String GROUP_VERSION = "karpenter.sh/v1";
    private static final ResourceType NODE = BuiltinTypes.NODE;

    private final Storage storage;
    private final ResourceTypes types;
    private final Deletions deletions;
    private final ObjectStore objects;
    private final Clock clock;

    KarpenterActions(Storage storage, ResourceTypes types, Deletions deletions, ObjectStore objects, Clock clock) {
        this.storage = storage;
        this.types = types;
        this.deletions = deletions;
        this.objects = objects;
        this.clock = clock;
    }

    /** Handles a spot warning. An instance without NodeClaim is none of Karpenter's. */
    void interrupt(String instanceId) {
        storage.locked(() -> {
            nodeClaimOf("/" + instanceId).ifPresent(claim -> {
                Optional<ObjectNode> node = nodeOf(claim);
                record("SpotInterrupted", "Spot interruption warning was triggered", claim, node);
                if (!Metadata.of(claim).terminating()) {
                    delete(nodeClaimType(), claim);
                    record("TerminatingOnInterruption", "Interruption triggered termination", claim, node);
                }
            });
            return null;
        });
    }

    /** Goes on with every NodeClaim that is being deleted: its Node is deleted, tainted and taken off balancers. */
    void terminate() {
        storage.locked(() -> {
            storage.list("nodeclaims.karpenter.sh", null).stream()
                    .filter(claim -> Metadata.of(claim).terminating())
                    .forEach(claim -> nodeOf(claim).ifPresent(this::terminate));
            return null;
        });
    }

    private void terminate(ObjectNode node) {
        ObjectNode doomed =
                Metadata.of(node).terminating() ? node : delete(NODE, node).object();
        ObjectNode marked = doomed.deepCopy();
        Metadata.in(marked)
                .node()
                .withObjectProperty("labels")
                .put("node.kubernetes.io/exclude-from-external-load-balancers", "karpenter");
        var taints = marked.withObjectProperty("spec").withArrayProperty("taints");
        if (taints.valueStream()
                .noneMatch(taint -> taint.path("key").asString("").equals("karpenter.sh/disrupted"))) {
            taints.addObject().put("key", "karpenter.sh/disrupted").put("effect", "NoSchedule");
        }
        if (!marked.equals(doomed)) {
            storage.store(Registry.key(NODE, "", Metadata.of(node).name()), marked);
        }
    }

    private Deletions.Deletion delete(ResourceType type, ObjectNode object) {
        Metadata metadata = Metadata.of(object);
        if (!metadata.finalizers().contains(FINALIZER)) {
            ObjectNode adopted = object.deepCopy();
            Metadata.in(adopted).node().withArrayProperty("finalizers").add(FINALIZER);
            storage.store(Registry.key(type, "", metadata.name()), adopted);
        }
        return deletions.delete(type, "", metadata.name(), DeleteOptions.background());
    }

    private ResourceType nodeClaimType() {
        return types.byKind(GROUP_VERSION, "NodeClaim").orElseThrow();
    }

    private Optional<ObjectNode> nodeClaimOf(String providerIdEnd) {
        return storage.list("nodeclaims.karpenter.sh", null).stream()
                .filter(claim ->
                        claim.path("status").path("providerID").asString("").endsWith(providerIdEnd))
                .findFirst();
    }

    private Optional<ObjectNode> nodeOf(ObjectNode claim) {
        String providerId = claim.path("status").path("providerID").asString("");
        return storage.list("nodes", null).stream()
                .filter(node -> !providerId.isEmpty()
                        && node.path("spec").path("providerID").asString("").equals(providerId))
                .findFirst();
    }

    private void record(String reason, String message, ObjectNode claim, Optional<ObjectNode> node) {
        record(reason, message, GROUP_VERSION, "NodeClaim", claim);
        node.ifPresent(found -> record(reason, message, "v1", "Node", found));
    }

    private void record(String reason, String message, String apiVersion, String kind, JsonNode about) {
        Metadata metadata = Metadata.of(about);
        String now = Metadata.timestamp(clock.instant());
        ObjectNode event = Documents.object().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata")
                .put("namespace", "default")
                .put(
                        "name",
                        metadata.name() + "." + UUID.randomUUID().toString().substring(0, 8));
        event.putObject("involvedObject")
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", metadata.name())
                .put("uid", metadata.uid());
        event.put("type", "Warning").put("reason", reason).put("message", message);
        event.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
        event.put("reportingComponent", "karpenter").put("reportingInstance", "");
        event.putObject("source").put("component", "karpenter");
        objects.put(event);
    }
}
