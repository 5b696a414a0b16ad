package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The end of what Karpenter made: a NodeClaim that is deleted ends its instance and takes its Node along once that is
 * drained, an EC2NodeClass its instance profiles and launch templates once no NodeClaim is left of it.
 */
final class KarpenterTermination {
    private static final String CLAIM_FINALIZER = "karpenter.sh/termination";
    private static final String CLASS_FINALIZER = "karpenter.k8s.aws/termination";
    private static final String DEADLINE = "karpenter.sh/nodeclaim-termination-timestamp";
    private static final Write WRITE = Write.by("karpenter");

    private final Storage storage;
    private final ResourceTypes types;
    private final Registry registry;
    private final KarpenterDrain drain;
    private final Cloud cloud;
    private final Clock clock;

    /** Nodes by provider id and pods by node, as they are when a round begins. */
    private record Cluster(Map<String, ObjectNode> nodes, Map<String, List<Pod>> pods) {
        Optional<ObjectNode> nodeOf(ObjectNode claim) {
            return Optional.ofNullable(nodes.get(claim.at("/status/providerID").asString("")));
        }

        List<Pod> podsOn(ObjectNode node) {
            return pods.getOrDefault(Metadata.of(node).name(), List.of());
        }
    }

    KarpenterTermination(
            Storage storage, ResourceTypes types, Registry registry, KarpenterDrain drain, Cloud cloud, Clock clock) {
        this.storage = storage;
        this.types = types;
        this.registry = registry;
        this.drain = drain;
        this.cloud = cloud;
        this.clock = clock;
    }

    void reconcile() {
        types.byKind("karpenter.sh/v1", "NodeClaim").ifPresent(this::reconcileClaims);
        types.byKind("karpenter.k8s.aws/v1", "EC2NodeClass")
                .ifPresent(type -> storage.list("ec2nodeclasses.karpenter.k8s.aws", null)
                        .forEach(nodeClass -> {
                            if (!Metadata.of(nodeClass).terminating()) {
                                adopt(type, nodeClass, CLASS_FINALIZER);
                            } else if (claims().stream().noneMatch(claim -> isOf(claim, nodeClass))) {
                                cloud.forget(Cloud.NodeClass.of(nodeClass));
                                release(type, nodeClass, CLASS_FINALIZER);
                            }
                        }));
    }

    private void reconcileClaims(ResourceType type) {
        Cluster cluster = new Cluster(Nodes.byProviderId(storage), drain.podsByNode());
        claims().forEach(claim -> {
            if (!Metadata.of(claim).terminating()) {
                adopt(type, claim, CLAIM_FINALIZER);
            } else if (isDrained(type, claim, cluster)) {
                end(type, claim, cluster);
            }
        });
    }

    private List<ObjectNode> claims() {
        return storage.list("nodeclaims.karpenter.sh", null);
    }

    private static boolean isOf(ObjectNode claim, ObjectNode nodeClass) {
        return claim.at("/spec/nodeClassRef/name")
                .asString("")
                .equals(Metadata.of(nodeClass).name());
    }

    private boolean isDrained(ResourceType type, ObjectNode claim, Cluster cluster) {
        Optional<Instant> deadline = deadline(type, claim);
        // A node that is not yet being deleted has not been tainted either.
        return cluster.nodeOf(claim)
                .map(node -> Metadata.of(node).terminating() && isDrained(cluster.podsOn(node), deadline))
                .orElse(true);
    }

    private boolean isDrained(List<Pod> pods, Optional<Instant> deadline) {
        int left = drain.drain(pods, deadline);
        return left == 0
                || deadline.filter(end -> !clock.instant().isBefore(end)).isPresent();
    }

    /** Only a NodeClaim with a grace period of its own has one; Karpenter writes it down at the NodeClaim. */
    private Optional<Instant> deadline(ResourceType type, ObjectNode claim) {
        Metadata metadata = Metadata.of(claim);
        String written = metadata.node().path("annotations").path(DEADLINE).asString("");
        if (!written.isEmpty()) {
            return time(written);
        }
        Optional<Instant> deadline = GoDuration.parse(
                        claim.at("/spec/terminationGracePeriod").asString(""))
                .map(Instant.parse(metadata.text("deletionTimestamp"))::plus);
        deadline.ifPresent(end -> change(
                type,
                claim,
                current -> current.withObjectProperty("annotations").put(DEADLINE, Metadata.timestamp(end))));
        return deadline;
    }

    /** Karpenter, too, does without one that it cannot read. */
    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private void end(ResourceType type, ObjectNode claim, Cluster cluster) {
        String providerId = claim.at("/status/providerID").asString("");
        if (!providerId.isEmpty()) {
            cloud.terminate(providerId.substring(providerId.lastIndexOf('/') + 1));
        }
        cluster.nodeOf(claim).ifPresent(node -> release(BuiltinTypes.NODE, node, CLAIM_FINALIZER));
        release(type, claim, CLAIM_FINALIZER);
    }

    private void adopt(ResourceType type, ObjectNode object, String finalizer) {
        if (!Metadata.of(object).finalizers().contains(finalizer)) {
            change(
                    type,
                    object,
                    metadata -> metadata.withArrayProperty("finalizers").add(finalizer));
        }
    }

    private void release(ResourceType type, ObjectNode object, String finalizer) {
        if (Metadata.of(object).finalizers().contains(finalizer)) {
            change(
                    type,
                    object,
                    metadata -> metadata.withArrayProperty("finalizers")
                            .removeIf(each -> each.asString("").equals(finalizer)));
        }
    }

    private void change(ResourceType type, JsonNode object, Consumer<ObjectNode> change) {
        registry.patch(
                type,
                "",
                Metadata.of(object).name(),
                current -> {
                    ObjectNode next = current.deepCopy().asObject();
                    change.accept(Metadata.in(next).node());
                    return next;
                },
                Registry.Part.MAIN,
                WRITE);
    }
}
