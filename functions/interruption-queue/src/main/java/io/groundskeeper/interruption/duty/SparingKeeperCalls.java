package io.groundskeeper.interruption.duty;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks about each cluster once in a while only: in a storm of warnings each batch finds that none was heard, each look
 * finds the same, and Slack would be told it a hundred times.
 */
public final class SparingKeeperCalls implements KeeperCalls {

    private static final Duration PAUSE = Duration.ofMinutes(10);

    private final KeeperCalls calls;
    private final InstantSource clock;
    private final Map<String, Instant> asked = new ConcurrentHashMap<>();

    /** Asks by {@code calls}. */
    public SparingKeeperCalls(KeeperCalls calls, InstantSource clock) {
        this.calls = calls;
        this.clock = clock;
    }

    @Override
    public void lookAt(String cluster) {
        var now = clock.instant();
        var last = asked.get(cluster);
        if (last != null && now.isBefore(last.plus(PAUSE))) {
            return;
        }
        calls.lookAt(cluster);
        asked.put(cluster, now);
    }
}
