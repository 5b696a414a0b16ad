package io.groundskeeper.core.lambda;

import java.time.Duration;

/** How long a failed message rests: one minute, doubling each time to fifteen. */
final class BackOff {

    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration LAST = Duration.ofMinutes(15);

    private BackOff() {}

    static Duration afterFailure(int receiveCount) {
        var doublings = Math.clamp(receiveCount - 1L, 0, 4);
        var wait = FIRST.multipliedBy(1L << doublings);
        return wait.compareTo(LAST) > 0 ? LAST : wait;
    }
}
