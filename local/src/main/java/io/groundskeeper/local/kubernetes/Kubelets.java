package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays the kubelet of every node that is ready: pods that come to it run at once, and pods that are deleted end a
 * settable while later, at the latest when their grace period is over. A pod annotated with
 * {@value #IGNORES_SIGTERM}{@code : "true"} lives until then. A node that is gone or not ready has no kubelet: its
 * pods stay as they are. A pod that is put with more of a status than its phase keeps it.
 */
final class Kubelets {
    static final String IGNORES_SIGTERM = "groundskeeper.local/ignores-sigterm";
    static final Duration USUAL_STOP = Duration.ofSeconds(1);

    private final Storage storage;
    private final Deletions deletions;
    private final Clock clock;
    private final Map<String, Instant> told = new HashMap<>();
    private volatile Duration stop = USUAL_STOP;

    Kubelets(Storage storage, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.deletions = deletions;
        this.clock = clock;
    }

    /** Sets how long a pod takes to end that is told to. */
    void podsStopWithin(Duration time) {
        stop = time;
    }

    void reconcile() {
        storage.locked(() -> {
            Set<String> nodes = Nodes.names(storage, NodeFit::isReporting);
            List<Pod> pods = storage.select(Pod.STORED_AS, null, object -> concerns(new Pod(object), nodes)).stream()
                    .map(Pod::new)
                    .toList();
            told.keySet().retainAll(pods.stream().map(Pod::uid).collect(Collectors.toSet()));
            pods.forEach(this::play);
            return null;
        });
    }

    private static boolean concerns(Pod pod, Set<String> nodes) {
        return nodes.contains(pod.nodeName()) && (pod.metadata().terminating() || isNew(pod));
    }

    private static boolean isNew(Pod pod) {
        return pod.phase().equals("Pending")
                && pod.object()
                        .path("status")
                        .propertyStream()
                        .allMatch(field -> field.getKey().equals("phase") || isScheduling(field.getKey(), pod));
    }

    private static boolean isScheduling(String field, Pod pod) {
        return field.equals("conditions")
                && pod.object()
                        .at("/status/conditions")
                        .valueStream()
                        .allMatch(
                                condition -> condition.path("type").asString("").equals("PodScheduled"));
    }

    private void play(Pod pod) {
        if (!pod.metadata().terminating()) {
            start(pod);
            return;
        }
        Instant now = clock.instant();
        Instant end = Instant.parse(pod.metadata().text("deletionTimestamp"));
        Instant stopped = told.computeIfAbsent(pod.uid(), uid -> now).plus(stop);
        boolean obeys = !pod.annotation(IGNORES_SIGTERM).equals("true");
        if (!now.isBefore(end) || (obeys && !now.isBefore(stopped))) {
            Metadata metadata = pod.metadata();
            deletions.delete(
                    Pod.TYPE,
                    metadata.namespace(),
                    metadata.name(),
                    DeleteOptions.exactly(metadata.uid()).within(0));
        }
    }

    private void start(Pod pod) {
        Instant now = clock.instant();
        ObjectNode status = pod.object().withObjectProperty("status");
        status.put("phase", "Running").put("startTime", Metadata.timestamp(now));
        Conditions conditions = Conditions.in(status, now);
        for (String type : List.of("PodScheduled", "Initialized", "ContainersReady", "Ready")) {
            conditions.set(type, "True", "", "");
        }
        storage.store(
                Registry.key(
                        Pod.TYPE, pod.metadata().namespace(), pod.metadata().name()),
                pod.object());
    }
}
