package io.groundskeeper.interruption.watch.action;

import io.groundskeeper.interruption.cluster.NodeMark;
import io.groundskeeper.interruption.cluster.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is to be done about the pods of an interrupted node. Pure.
 *
 * <p>Pods that nothing else needs go before the critical ones, which wait until the others are gone. Pods that belong to
 * the node, have run to their end or tolerate our taint stay. In the last seconds, where that is allowed, all that are
 * left are deleted, whatever protects them.
 *
 * @param evict now
 * @param delete now, instead
 * @param held protected by their annotation
 * @param terminating on their way already
 * @param later critical, and so not before the others are gone
 */
record DrainPlan(List<Pod> evict, List<Pod> delete, List<Blocker> held, List<Pod> terminating, List<Pod> later) {

    /** A pod that is still there so long after its grace is over holds nothing up: its kubelet does not answer. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    DrainPlan {
        evict = List.copyOf(evict);
        delete = List.copyOf(delete);
        held = List.copyOf(held);
        terminating = List.copyOf(terminating);
        later = List.copyOf(later);
    }

    /**
     * @param pods all of the node
     * @param kind of the warning, the value of our taint
     * @param force whether what could not be evicted is to be deleted now
     */
    static DrainPlan of(List<Pod> pods, String kind, Instant now, boolean force) {
        var toMove = toMove(pods, kind, now).toList();
        var terminating = toMove.stream().filter(Pod::terminating).toList();
        var staying = toMove.stream().filter(pod -> !pod.terminating()).toList();
        if (force) {
            return new DrainPlan(List.of(), staying, List.of(), terminating, List.of());
        }
        var othersAreGone = toMove.stream().allMatch(Pod::critical);
        var evict = new ArrayList<Pod>();
        var held = new ArrayList<Blocker>();
        var later = new ArrayList<Pod>();
        for (var pod : staying) {
            var protection = Protection.of(pod, now);
            if (protection.isPresent()) {
                held.add(new Blocker(pod.path(), protection.get()));
            } else if (pod.critical() && !othersAreGone) {
                later.add(pod);
            } else {
                evict.add(pod);
            }
        }
        return new DrainPlan(evict, List.of(), held, terminating, later);
    }

    /** The pods that are to leave their node before it goes. */
    static Stream<Pod> toMove(List<Pod> pods, String kind, Instant now) {
        var taint = NodeMark.taint(kind);
        return pods.stream()
                .filter(pod -> !pod.staysWithNode() && !pod.terminal() && !pod.tolerates(taint))
                .filter(pod -> pod.goneBy()
                        .filter(end -> end.plus(STUCK).isBefore(now))
                        .isEmpty());
    }

    /** Whether nothing is left to be asked for. */
    boolean isDone() {
        return evict.isEmpty() && delete.isEmpty() && held.isEmpty() && later.isEmpty();
    }
}
