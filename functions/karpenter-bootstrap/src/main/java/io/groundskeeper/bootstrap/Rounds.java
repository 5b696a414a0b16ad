package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.removal.Leftovers;
import io.groundskeeper.bootstrap.task.Task;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.task.TaskMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Decides what is to be looked at when it is time: each cluster that carries our mark, and each one that is gone and
 * left something of ours behind (docs/adr/0006).
 */
final class Rounds {

    /** So many tasks are handed out at once, the next ones a little later, so that no API's quota is hit. */
    private static final int WAVE = 10;

    private static final Duration BETWEEN_WAVES = Duration.ofSeconds(20);

    private final Clusters clusters;
    private final Leftovers leftovers;
    private final Log log;

    Rounds(Clusters clusters, Leftovers leftovers, Log log) {
        this.clusters = clusters;
        this.leftovers = leftovers;
        this.log = log;
    }

    /**
     * The tasks of one round.
     *
     * @throws RuntimeException if the clusters cannot be listed: without the list none can be told to be gone
     */
    List<TaskMessage> tasks() {
        var names = clusters.names();
        var wanted = new ArrayList<TaskMessage>();
        names.stream().filter(this::mayBeOurs).forEach(name -> wanted.add(now(name, Task.RECONCILE)));
        gone(names).forEach(name -> wanted.add(now(name, Task.CLEAN_UP)));
        return spread(wanted);
    }

    private static TaskMessage now(String cluster, Task task) {
        return new TaskMessage(cluster, task.text(), Duration.ZERO);
    }

    private static List<TaskMessage> spread(List<TaskMessage> tasks) {
        int waves = (tasks.size() + WAVE - 1) / WAVE;
        var fitting = TaskMessage.LONGEST_DELAY.dividedBy(Math.max(1, waves));
        var pause = fitting.compareTo(BETWEEN_WAVES) < 0 ? fitting : BETWEEN_WAVES;
        return IntStream.range(0, tasks.size())
                .mapToObj(i ->
                        new TaskMessage(tasks.get(i).cluster(), tasks.get(i).task(), pause.multipliedBy(i / WAVE)))
                .toList();
    }

    private boolean mayBeOurs(String cluster) {
        try {
            return clusters.find(cluster).filter(facts -> facts.marked()).isPresent();
        } catch (RuntimeException e) {
            // The others must not suffer. Its own task asks again, and leaves it alone if it is none of ours.
            log.error("cluster-unread", e, Map.of("cluster", cluster));
            return true;
        }
    }

    private Set<String> gone(Set<String> names) {
        try {
            var gone = new TreeSet<>(leftovers.clusters());
            gone.removeAll(names);
            return gone;
        } catch (RuntimeException e) {
            // What is left behind costs little; clusters that live must be looked at all the same.
            log.error("leftovers-unread", e, Map.of());
            log.count("FailedRecords", Map.of());
            return Set.of();
        }
    }
}
