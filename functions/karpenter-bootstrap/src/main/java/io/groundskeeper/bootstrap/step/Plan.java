package io.groundskeeper.bootstrap.step;

import java.time.Duration;
import java.util.List;

/**
 * What a step would do, decided from what it observed and nothing else.
 *
 * @param <C> the step's kind of change
 */
public sealed interface Plan<C extends PlannedChange> {

    /**
     * Make these changes, in this order; none when all is as it should be.
     *
     * @param warnings what a person should look at, in words
     */
    record Changes<C extends PlannedChange>(List<C> changes, List<String> warnings) implements Plan<C> {
        public Changes {
            changes = List.copyOf(changes);
            warnings = List.copyOf(warnings);
        }
    }

    /** Something outside is not ready: nothing is done now, and it is looked at again. */
    record Waiting<C extends PlannedChange>(String reason, Duration lookAgainIn) implements Plan<C> {}

    /** Only a person can decide how it goes on: what is there is not ours to change. */
    record Refused<C extends PlannedChange>(String reason) implements Plan<C> {}

    /** The step does not apply or cannot be done now, which keeps no other step from being done. */
    record Skipped<C extends PlannedChange>(String reason) implements Plan<C> {}
}
