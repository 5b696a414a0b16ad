package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.task.TaskMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rounds in which all clusters that we look after have their turn. */
record Rounds(KeptClusters clusters, Log log) {

    /** So many are handed out at once, the next ones a little later, so that no API's quota is hit. */
    private static final int WAVE = 10;

    private static final Duration BETWEEN_WAVES = Duration.ofSeconds(20);

    private static final LocalTime TELLING = LocalTime.of(8, 0);
    private static final Duration DAY = Duration.ofDays(1);

    /** A task for each cluster. One that cannot be described gets one too: its own task asks again. */
    List<TaskMessage> tasks(KeeperTask task) {
        var kept = clusters.names().stream().filter(this::mayBeKept).toList();
        int waves = (kept.size() + WAVE - 1) / WAVE;
        var fitting = TaskMessage.LONGEST_DELAY.dividedBy(Math.max(1, waves));
        var pause = fitting.compareTo(BETWEEN_WAVES) < 0 ? fitting : BETWEEN_WAVES;
        var tasks = new ArrayList<TaskMessage>();
        for (int i = 0; i < kept.size(); i++) {
            tasks.add(new TaskMessage(kept.get(i), task.text(), pause.multipliedBy(i / WAVE)));
        }
        return tasks;
    }

    /**
     * Whether a round is the one of its day that contains 08:00 UTC: what stands from one round to the next is told then,
     * since nothing is stored that says what was told.
     *
     * @param time when the round began
     * @param every how long it is from one to the next
     */
    static boolean isTelling(Instant time, Duration every) {
        var since = Duration.between(TELLING, time.atZone(ZoneOffset.UTC).toLocalTime());
        return (since.isNegative() ? since.plus(DAY) : since).compareTo(every) < 0;
    }

    private boolean mayBeKept(String name) {
        try {
            return clusters.find(name).filter(KeptCluster::isKept).isPresent();
        } catch (RuntimeException e) {
            log.error("cluster-unread", e, Map.of("cluster", name));
            return true;
        }
    }
}
