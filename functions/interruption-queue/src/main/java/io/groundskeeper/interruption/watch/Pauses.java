package io.groundskeeper.interruption.watch;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How long a warning rests after a look that failed (docs/adr/0005): five seconds when its end is near, else as long as
 * everything else that failed, but not into the last five minutes. So many looks fit into the time that is left that the
 * queue never gives a warning up before its end.
 */
final class Pauses {

    private static final Duration NEAR = Duration.ofMinutes(5);

    /** The queue allows a hundred; some are left for a function that dies. */
    private static final int MOST_LOOKS = 90;

    /** What SQS hides a message for at most is twelve hours from its receive. */
    private static final Duration LONGEST = Duration.ofHours(11);

    /** Two looks fit into the last seconds, in which pods may be deleted. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(12);

    private static final Duration MOST_ASKED_FOR = Duration.ofSeconds(10);

    private Pauses() {}

    /**
     * How long an instance whose pods are being moved rests: five seconds, or what the API server asked for, or longer
     * where the end is far; but not past the last seconds, in which pods may be deleted.
     *
     * @param left until the warning's end; may be negative
     * @param receiveCount how often its message was handed out
     * @param askedFor how long the API server wants to be left alone, where it says so
     */
    static Duration whileDraining(Duration left, int receiveCount, Optional<Duration> askedFor) {
        var wanted = askedFor.map(wait -> shorter(wait, MOST_ASKED_FOR)).orElse(Verdicts.PAUSE);
        var byCount = left.dividedBy(Math.max(1, MOST_LOOKS - receiveCount));
        var pause = Collections.max(List.of(Verdicts.PAUSE, wanted, byCount));
        var untilLastSeconds = left.minus(LAST_LOOK);
        return untilLastSeconds.compareTo(Verdicts.PAUSE) < 0
                ? Verdicts.PAUSE
                : shorter(LONGEST, shorter(pause, untilLastSeconds));
    }

    /**
     * @param left until the warning's end; may be negative
     * @param receiveCount how often its message was handed out
     * @param usual how long what has no end so near rests
     */
    static Duration afterFailure(Duration left, int receiveCount, Duration usual) {
        var byUrgency = left.compareTo(NEAR) <= 0 ? Verdicts.PAUSE : shorter(usual, left.minus(NEAR));
        var byCount = left.dividedBy(Math.max(1, MOST_LOOKS - receiveCount));
        return shorter(LONGEST, Collections.max(List.of(Verdicts.PAUSE, byUrgency, byCount)));
    }

    private static Duration shorter(Duration one, Duration other) {
        return Collections.min(List.of(one, other));
    }
}
