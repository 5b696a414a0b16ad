package io.groundskeeper.bootstrap.step;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came of one step.
 *
 * @param notes reason and warnings, in words
 * @param failure the error of a failed step; empty for one that was refused
 * @param lookAgainIn after how long a waiting step is worth another look
 */
public record StepResult(
        StepReport report, List<String> notes, Optional<RuntimeException> failure, Optional<Duration> lookAgainIn) {

    public StepResult {
        notes = List.copyOf(notes);
    }

    static StepResult of(StepReport report, List<String> notes) {
        return new StepResult(report, notes, Optional.empty(), Optional.empty());
    }

    /** Whether the steps after it may be done. */
    public boolean goesOn() {
        return switch (report.outcome()) {
            case UNCHANGED, CHANGED, PLANNED, SKIPPED -> true;
            case WAITING, FAILED -> false;
        };
    }
}
