package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Plays the collector of pods whose node is gone: Kubernetes waits {@link #QUARANTINE}, then deletes them at once. */
final class OrphanedPods {
    static final Duration QUARANTINE = Duration.ofSeconds(40);

    private final Storage storage;
    private final Deletions deletions;
    private final Clock clock;
    private final Map<String, Instant> since = new HashMap<>();

    OrphanedPods(Storage storage, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.deletions = deletions;
        this.clock = clock;
    }

    void reconcile() {
        storage.locked(() -> {
            Set<String> nodes = Nodes.names(storage, any -> true);
            List<Pod> orphans = storage.select(Pod.STORED_AS, null, object -> isOrphan(new Pod(object), nodes)).stream()
                    .map(Pod::new)
                    .toList();
            since.keySet().retainAll(orphans.stream().map(Pod::uid).collect(Collectors.toSet()));
            Instant now = clock.instant();
            orphans.stream()
                    .filter(pod -> !now.isBefore(
                            since.computeIfAbsent(pod.uid(), uid -> now).plus(QUARANTINE)))
                    .forEach(this::delete);
            return null;
        });
    }

    private static boolean isOrphan(Pod pod, Set<String> nodes) {
        return !pod.nodeName().isEmpty() && !nodes.contains(pod.nodeName());
    }

    private void delete(Pod pod) {
        Metadata metadata = pod.metadata();
        deletions.delete(
                Pod.TYPE,
                metadata.namespace(),
                metadata.name(),
                DeleteOptions.exactly(metadata.uid()).within(0));
    }
}
