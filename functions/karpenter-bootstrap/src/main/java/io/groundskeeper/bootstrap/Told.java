package io.groundskeeper.bootstrap;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers what Slack was told of late, so that a message which comes again with the same trouble does not ring each
 * time. Kept only as long as Lambda keeps the function's environment: after that, a trouble that lasts is told again.
 */
final class Told {

    private static final Duration SILENCE = Duration.ofHours(1);
    private static final int MOST = 1000;

    private final Clock clock;
    private final Map<String, Instant> last = new LinkedHashMap<>();

    Told(Clock clock) {
        this.clock = clock;
    }

    /** Whether this has not been told for an hour; from now on it has. */
    boolean isNews(String cluster, String reason) {
        var now = clock.instant();
        last.values().removeIf(told -> !told.plus(SILENCE).isAfter(now));
        if (last.size() >= MOST) {
            last.clear();
        }
        return last.putIfAbsent(cluster + "\n" + reason, now) == null;
    }
}
