package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The end of what Karpenter made: a NodeClaim that is deleted ends its instance and takes its Node along, an
 * EC2NodeClass its instance profiles and launch templates once no NodeClaim is left of it. Pods that still run on a
 * node take a while to move.
 */
final class KarpenterTermination {
    private static final String CLAIM_FINALIZER = "karpenter.sh/termination";
    private static final String CLASS_FINALIZER = "karpenter.k8s.aws/termination";
    private static final Duration DRAIN = Duration.ofSeconds(20);
    private static final Write WRITE = Write.by("karpenter");

    private final Storage storage;
    private final ResourceTypes types;
    private final Registry registry;
    private final Deletions deletions;
    private final Cloud cloud;
    private final Clock clock;

    KarpenterTermination(
            Storage storage, ResourceTypes types, Registry registry, Deletions deletions, Cloud cloud, Clock clock) {
        this.storage = storage;
        this.types = types;
        this.registry = registry;
        this.deletions = deletions;
        this.cloud = cloud;
        this.clock = clock;
    }

    void reconcile() {
        types.byKind("karpenter.sh/v1", "NodeClaim")
                .ifPresent(type -> claims().forEach(claim -> {
                    if (!Metadata.of(claim).terminating()) {
                        adopt(type, claim, CLAIM_FINALIZER);
                    } else if (isDrained(claim)) {
                        end(type, claim);
                    }
                }));
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

    private List<ObjectNode> claims() {
        return storage.list("nodeclaims.karpenter.sh", null);
    }

    private static boolean isOf(ObjectNode claim, ObjectNode nodeClass) {
        return claim.at("/spec/nodeClassRef/name")
                .asString("")
                .equals(Metadata.of(nodeClass).name());
    }

    private boolean isDrained(ObjectNode claim) {
        Instant since = Instant.parse(Metadata.of(claim).text("deletionTimestamp"));
        boolean waited = !clock.instant().isBefore(since.plus(DRAIN));
        // A node that is not yet being deleted has not been tainted either.
        return nodeOf(claim)
                .map(Metadata::of)
                .map(node -> node.terminating() && (waited || pods(node.name()).isEmpty()))
                .orElse(true);
    }

    /** The pods that have to move; those of DaemonSets stay to the end. */
    private List<ObjectNode> pods(String node) {
        return storage.list("pods", null).stream()
                .filter(pod -> pod.at("/spec/nodeName").asString("").equals(node))
                .filter(pod -> !List.of("Succeeded", "Failed")
                        .contains(pod.at("/status/phase").asString("")))
                .filter(pod -> Metadata.of(pod)
                        .node()
                        .path("ownerReferences")
                        .valueStream()
                        .noneMatch(owner -> owner.path("kind").asString("").equals("DaemonSet")))
                .toList();
    }

    private void end(ResourceType type, ObjectNode claim) {
        String providerId = claim.at("/status/providerID").asString("");
        if (!providerId.isEmpty()) {
            cloud.terminate(providerId.substring(providerId.lastIndexOf('/') + 1));
        }
        nodeOf(claim).ifPresent(node -> {
            pods(Metadata.of(node).name()).forEach(this::evict);
            release(BuiltinTypes.NODE, node, CLAIM_FINALIZER);
        });
        release(type, claim, CLAIM_FINALIZER);
    }

    private void evict(ObjectNode pod) {
        Metadata metadata = Metadata.of(pod);
        types.byKind("v1", "Pod")
                .ifPresent(type ->
                        deletions.delete(type, metadata.namespace(), metadata.name(), DeleteOptions.background()));
    }

    private Optional<ObjectNode> nodeOf(ObjectNode claim) {
        String providerId = claim.at("/status/providerID").asString("");
        return storage.list("nodes", null).stream()
                .filter(node -> !providerId.isEmpty()
                        && node.at("/spec/providerID").asString("").equals(providerId))
                .findFirst();
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
