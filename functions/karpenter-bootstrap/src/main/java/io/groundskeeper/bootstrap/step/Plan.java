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

    /**
     * Make these changes; what is beyond them must wait for something outside, and the steps after this one too.
     *
     * @param reason what is waited for
     * @param lookAgainIn after how long another look is worthwhile
     */
    record Waiting<C extends PlannedChange>(List<C> changes, String reason, Duration lookAgainIn) implements Plan<C> {
        public Waiting {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Nothing can be done yet, and the steps after this one must wait too.
     *
     * @param foreseen the changes to come as far as they are known, for a dry run to tell
     * @param reason what is waited for
     * @param lookAgainIn after how long another look is worthwhile
     */
    record NotYet<C extends PlannedChange>(List<C> foreseen, String reason, Duration lookAgainIn) implements Plan<C> {
        public NotYet {
            foreseen = List.copyOf(foreseen);
        }
    }

    /** Only a person can decide how it goes on: what is there is not ours to change. */
    record Refused<C extends PlannedChange>(String reason) implements Plan<C> {}

    /** The step does not apply or cannot be done now, which keeps no other step from being done. */
    record Skipped<C extends PlannedChange>(String reason) implements Plan<C> {}
}
