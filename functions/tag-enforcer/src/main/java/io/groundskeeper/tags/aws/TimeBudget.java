package io.groundskeeper.tags.aws;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time that a look may take. Calls that have begun are ended; none is begun after it. */
record TimeBudget(InstantSource clock, Instant end) {

    static TimeBudget fromNow(InstantSource clock, Duration length) {
        return new TimeBudget(clock, clock.instant().plus(length));
    }

    boolean isSpent() {
        return !clock.instant().isBefore(end);
    }
}
