package io.groundskeeper.bootstrap.step;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.log.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes a step from observation to result. */
public final class StepRunner {

    private StepRunner() {}

    /** Runs a step; what goes wrong is in the result. */
    public static <S, C extends PlannedChange> StepResult run(Step<S, C> step, Target target, boolean dryRun) {
        var made = new ArrayList<Change>();
        try {
            return switch (step.plan(target, step.observe(target))) {
                case Plan.Changes<C>(var changes, var warnings) -> {
                    if (dryRun) {
                        var planned =
                                changes.stream().map(PlannedChange::described).toList();
                        yield result(step, planned.isEmpty() ? Outcome.UNCHANGED : Outcome.PLANNED, planned, warnings);
                    }
                    for (C change : changes) {
                        step.apply(target, change);
                        made.add(change.described());
                    }
                    yield result(step, made.isEmpty() ? Outcome.UNCHANGED : Outcome.CHANGED, made, warnings);
                }
                case Plan.Waiting<C>(var reason, var lookAgainIn) -> waiting(step, made, reason, lookAgainIn);
                case Plan.Refused<C>(var reason) -> result(step, Outcome.FAILED, made, List.of(reason));
                case Plan.Skipped<C>(var reason) -> result(step, Outcome.SKIPPED, made, List.of(reason));
            };
        } catch (NotYetException e) {
            return waiting(step, made, e.getMessage(), e.lookAgainIn());
        } catch (RuntimeException e) {
            var report = new StepReport(step.name(), Outcome.FAILED, made);
            var note = "Step %s: %s".formatted(step.name(), Failures.describe(e));
            return new StepResult(report, List.of(note), Optional.of(e), Optional.empty());
        }
    }

    private static StepResult waiting(Step<?, ?> step, List<Change> made, String why, Duration lookAgainIn) {
        var report = new StepReport(step.name(), Outcome.WAITING, made);
        return new StepResult(report, List.of(why), Optional.empty(), Optional.of(lookAgainIn));
    }

    private static StepResult result(Step<?, ?> step, Outcome outcome, List<Change> changes, List<String> notes) {
        return StepResult.of(new StepReport(step.name(), outcome, changes), notes);
    }
}
