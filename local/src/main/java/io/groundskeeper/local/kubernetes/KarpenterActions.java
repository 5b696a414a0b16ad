package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
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
    private final KarpenterEvents events;

    KarpenterActions(Storage storage, ResourceTypes types, Deletions deletions, ObjectStore objects, Clock clock) {
        this.storage = storage;
        this.types = types;
        this.deletions = deletions;
        this.events = new KarpenterEvents(objects, clock);
    }

    /** Handles a message from the queue. An instance without NodeClaim is none of Karpenter's. */
    void interrupt(String instanceId, Interruption interruption) {
        storage.locked(() -> {
            nodeClaimOf("/" + instanceId).ifPresent(claim -> interrupt(claim, interruption));
            return null;
        });
    }

    private void interrupt(ObjectNode claim, Interruption interruption) {
        Optional<ObjectNode> node = nodeOf(claim, Nodes.byProviderId(storage));
        events.record(interruption, claim, node);
        if (interruption.terminates() && !Metadata.of(claim).terminating()) {
            delete(nodeClaimType(), claim);
            events.terminating(claim, node);
        }
    }

    /** Goes on with every NodeClaim that is being deleted: its Node is deleted, tainted and taken off balancers. */
    void terminate() {
        storage.locked(() -> {
            Map<String, ObjectNode> nodes = Nodes.byProviderId(storage);
            storage.select(
                            "nodeclaims.karpenter.sh",
                            null,
                            claim -> Metadata.of(claim).terminating())
                    .forEach(claim -> nodeOf(claim, nodes).ifPresent(this::terminate));
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
        ObjectNode disrupted = KarpenterDrain.taint();
        if (taints.valueStream().noneMatch(taint -> taint.path("key").equals(disrupted.path("key")))) {
            taints.add(disrupted);
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
        return storage
                .select(
                        "nodeclaims.karpenter.sh",
                        null,
                        claim -> claim.at("/status/providerID").asString("").endsWith(providerIdEnd))
                .stream()
                .findFirst();
    }

    private static Optional<ObjectNode> nodeOf(ObjectNode claim, Map<String, ObjectNode> nodes) {
        return Optional.ofNullable(
                nodes.get(claim.path("status").path("providerID").asString("")));
    }
}
