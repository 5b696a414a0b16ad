package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepOn;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Steps that are done one after another until one of them fails or waits; a dry run plans on behind what would be waited
 * for. Not safe for use by several threads.
 */
final class StepSequence {

    private final boolean dryRun;
    private final List<StepResult> results = new ArrayList<>();

    /** @param dryRun plan only */
    StepSequence(boolean dryRun) {
        this.dryRun = dryRun;
    }

    /** Does these, as long as it goes on. */
    <T> void all(List<? extends StepOn<T, ?, ?>> steps, T target) {
        steps.forEach(step -> one(step, target));
    }

    /** Does one; empty if it is not done because one before it ended the sequence. */
    <T> Optional<Outcome> one(StepOn<T, ?, ?> step, T target) {
        if (hasEnded()) {
            return Optional.empty();
        }
        var result = StepRunner.run(step, target, dryRun);
        results.add(result);
        return Optional.of(result.report().outcome());
    }

    /** What came of them. */
    ClusterResult result(String cluster, ClusterStatus whenDone) {
        var last = results.getLast();
        var status = switch (last.report().outcome()) {
            case WAITING -> ClusterStatus.WAITING;
            case FAILED -> ClusterStatus.FAILED;
            case UNCHANGED, CHANGED, PLANNED, SKIPPED -> dryRun ? ClusterStatus.PLANNED : whenDone;
        };
        return Conclusion.of(cluster, results, last, status);
    }

    private boolean hasEnded() {
        return !results.isEmpty()
                && !results.getLast().goesOn()
                && !(dryRun && results.getLast().report().outcome() == Outcome.WAITING);
    }
}
