package io.groundskeeper.local.kubernetes;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Empties a node as Karpenter does: by eviction, in four tiers of which the next has to wait for the one before, and
 * without what is marked as not to be disrupted. Where there is a deadline, pods that would miss it are deleted, with
 * what is left of the time.
 */
final class KarpenterDrain {
    private static final System.Logger LOG = System.getLogger(KarpenterDrain.class.getName());
    private static final ObjectNode DISRUPTED =
            Documents.object().put("key", "karpenter.sh/disrupted").put("effect", "NoSchedule");
    private static final List<String> CRITICAL = List.of("system-cluster-critical", "system-node-critical");
    private static final Duration STUCK = Duration.ofMinutes(1);

    private final Storage storage;
    private final Evictions evictions;
    private final Deletions deletions;
    private final Clock clock;

    KarpenterDrain(Storage storage, Evictions evictions, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.evictions = evictions;
        this.deletions = deletions;
        this.clock = clock;
    }

    /** All pods by the name of the node that they are on. */
    Map<String, List<Pod>> podsByNode() {
        return storage.view(Pod.STORED_AS, null, any -> true).stream()
                .map(Pod::new)
                .filter(pod -> !pod.nodeName().isEmpty())
                .collect(Collectors.groupingBy(Pod::nodeName));
    }

    /** The taint of a node that Karpenter empties. */
    static ObjectNode taint() {
        return DISRUPTED.deepCopy();
    }

    /**
     * Takes the next step.
     *
     * @param onNode the pods that are on the node
     * @param deadline when everything has to be gone; empty when there is no hurry
     * @return how many pods are still waited for
     */
    int drain(List<Pod> onNode, Optional<Instant> deadline) {
        return storage.locked(() -> {
            List<Pod> pods = onNode.stream().filter(this::hasToGo).toList();
            deadline.ifPresent(
                    end -> pods.stream().filter(pod -> misses(pod, end)).forEach(pod -> delete(pod, end)));
            int tier = pods.stream().mapToInt(KarpenterDrain::tier).min().orElse(0);
            pods.stream()
                    .filter(pod -> tier(pod) == tier && !pod.metadata().terminating() && !isProtected(pod))
                    .forEach(this::evict);
            return pods.size();
        });
    }

    private boolean hasToGo(Pod pod) {
        return !pod.ended()
                && !pod.hasOwnerOfKind("Node")
                && !new NodeFit(pod.object().path("spec")).tolerates(DISRUPTED)
                && !isStuck(pod);
    }

    private boolean isStuck(Pod pod) {
        return pod.metadata().terminating()
                && clock.instant()
                        .isAfter(Instant.parse(pod.metadata().text("deletionTimestamp"))
                                .plus(STUCK));
    }

    private static int tier(Pod pod) {
        boolean critical =
                CRITICAL.contains(pod.object().at("/spec/priorityClassName").asString(""));
        return (critical ? 2 : 0) + (pod.hasOwnerOfKind("DaemonSet") ? 1 : 0);
    }

    /** For ever, or until it has run for so long; what is neither protects nothing. */
    private boolean isProtected(Pod pod) {
        String wish = pod.annotation("karpenter.sh/do-not-disrupt");
        Instant since = Instant.parse(pod.metadata().text("creationTimestamp"));
        return wish.equals("true")
                || GoDuration.parse(wish)
                        .map(time -> clock.instant().isBefore(since.plus(time)))
                        .orElse(false);
    }

    private void evict(Pod pod) {
        Metadata metadata = pod.metadata();
        attempt(
                pod,
                () -> evictions.evict(metadata.namespace(), metadata.name(), DeleteOptions.exactly(metadata.uid())));
    }

    /** A budget in the way, or a pod that has gone: the next round sees what there is to do. */
    private static void attempt(Pod pod, Runnable work) {
        try {
            work.run();
        } catch (ApiError e) {
            LOG.log(Level.DEBUG, () -> "Not ended: " + pod.metadata().name() + ": " + e.getMessage());
        }
    }

    private boolean misses(Pod pod, Instant deadline) {
        boolean late = !clock.instant().plusSeconds(pod.gracePeriodSeconds()).isBefore(deadline);
        boolean endsInTime = pod.metadata().terminating()
                && !Instant.parse(pod.metadata().text("deletionTimestamp")).isAfter(deadline);
        return late && !endsInTime;
    }

    private void delete(Pod pod, Instant deadline) {
        long left = Math.max(1, Duration.between(clock.instant(), deadline).toSeconds());
        Metadata metadata = pod.metadata();
        attempt(
                pod,
                () -> deletions.delete(
                        Pod.TYPE,
                        metadata.namespace(),
                        metadata.name(),
                        DeleteOptions.exactly(metadata.uid()).within(left)));
    }
}
