package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays the scheduler: a pod without a node gets the one with the fewest pods of those it may run on, and else a
 * condition that says so. Nodes have room for everything.
 */
final class PodScheduler {
    private final Storage storage;
    private final Clock clock;

    PodScheduler(Storage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    void reconcile() {
        storage.locked(() -> {
            List<ObjectNode> waiting = storage.select(Pod.STORED_AS, null, object -> waits(new Pod(object)));
            if (!waiting.isEmpty()) {
                List<ObjectNode> nodes = storage.view(BuiltinTypes.NODE.storedAs(), null, any -> true);
                Map<String, Long> pods = podsOnNodes();
                waiting.forEach(object -> place(new Pod(object), nodes, pods));
            }
            return null;
        });
    }

    private static boolean waits(Pod pod) {
        return pod.nodeName().isEmpty()
                && pod.phase().equals("Pending")
                && !pod.metadata().terminating()
                && pod.object().path("spec").path("schedulingGates").isEmpty();
    }

    private Map<String, Long> podsOnNodes() {
        return storage.view(Pod.STORED_AS, null, any -> true).stream()
                .map(object -> new Pod(object).nodeName())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private void place(Pod pod, List<ObjectNode> nodes, Map<String, Long> pods) {
        NodeFit fit = new NodeFit(pod.object().path("spec"));
        Optional<String> node = nodes.stream()
                .filter(fit::fits)
                .map(each -> Metadata.of(each).name())
                .min(Comparator.<String>comparingLong(name -> pods.getOrDefault(name, 0L))
                        .thenComparing(Comparator.naturalOrder()));
        ObjectNode next = pod.object().deepCopy();
        Conditions conditions = Conditions.in(next.withObjectProperty("status"), clock.instant());
        node.ifPresentOrElse(
                name -> {
                    next.withObjectProperty("spec").put("nodeName", name);
                    conditions.set("PodScheduled", "True", "", "");
                    pods.merge(name, 1L, Long::sum);
                },
                () -> conditions.set(
                        "PodScheduled", "False", "Unschedulable", "0/" + nodes.size() + " nodes are available."));
        if (!Documents.copy(next).equals(pod.object())) {
            storage.store(
                    Registry.key(
                            Pod.TYPE, pod.metadata().namespace(), pod.metadata().name()),
                    next);
        }
    }
}
