package io.groundskeeper.bootstrap.step;

import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.log.Failures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Takes a step from observation to result. */
public final class StepRunner {

    private static final String UNSEEN =
            "What is inside the cluster cannot be seen yet: it is planned as for one that has nothing of it";

    private StepRunner() {}

    /** Runs a step; what goes wrong is in the result. */
    public static <T, S, C extends PlannedChange> StepResult run(StepOn<T, S, C> step, T target, boolean dryRun) {
        var made = new ArrayList<Change>();
        try {
            return switch (step.plan(target, step.observe(target))) {
                case Plan.Changes<C>(var changes, var warnings) -> {
                    if (dryRun) {
                        var planned = described(changes);
                        yield result(step, planned.isEmpty() ? Outcome.UNCHANGED : Outcome.PLANNED, planned, warnings);
                    }
                    var declined = make(step, target, changes, made);
                    yield result(
                            step,
                            made.isEmpty() ? Outcome.UNCHANGED : Outcome.CHANGED,
                            made,
                            Stream.concat(warnings.stream(), declined.stream()).toList());
                }
                case Plan.Waiting<C>(var changes, var reason, var lookAgainIn) -> {
                    if (dryRun && !changes.isEmpty()) {
                        yield result(step, Outcome.PLANNED, described(changes), List.of(reason));
                    }
                    var declined = make(step, target, changes, made);
                    yield waiting(
                            step,
                            made,
                            Stream.concat(Stream.of(reason), declined.stream()).toList(),
                            lookAgainIn);
                }
                case Plan.NotYet<C>(var foreseen, var reason, var lookAgainIn) ->
                    dryRun && !foreseen.isEmpty()
                            ? result(step, Outcome.PLANNED, described(foreseen), List.of(UNSEEN))
                            : waiting(step, made, List.of(reason), lookAgainIn);
                case Plan.Refused<C>(var reason) -> result(step, Outcome.FAILED, made, List.of(reason));
                case Plan.Skipped<C>(var reason) -> result(step, Outcome.SKIPPED, made, List.of(reason));
            };
        } catch (NotYetException e) {
            return waiting(step, made, List.of(e.getMessage()), e.lookAgainIn());
        } catch (RuntimeException e) {
            var report = new StepReport(step.name(), Outcome.FAILED, made);
            var note = "Step %s: %s".formatted(step.name(), Failures.describe(e));
            return new StepResult(report, List.of(note), Optional.of(e), Optional.empty());
        }
    }

    /**
     * The result of a step that is left out.
     *
     * @param why in words
     */
    public static StepResult skipped(Step<?, ?> step, String why) {
        return result(step, Outcome.SKIPPED, List.of(), List.of(why));
    }

    /** What was declined, in words. */
    private static <T, C extends PlannedChange> List<String> make(
            StepOn<T, ?, C> step, T target, List<C> changes, List<Change> made) {
        var declined = new ArrayList<String>();
        for (C change : changes) {
            try {
                step.apply(target, change);
                made.add(change.described());
            } catch (DeclinedException e) {
                declined.add(Failures.describe(e));
            }
        }
        return declined;
    }

    private static List<Change> described(List<? extends PlannedChange> changes) {
        return changes.stream().map(PlannedChange::described).toList();
    }

    private static StepResult waiting(
            StepOn<?, ?, ?> step, List<Change> made, List<String> reasons, Duration lookAgainIn) {
        var report = new StepReport(step.name(), Outcome.WAITING, made);
        return new StepResult(report, reasons, Optional.empty(), Optional.of(lookAgainIn));
    }

    private static StepResult result(StepOn<?, ?, ?> step, Outcome outcome, List<Change> changes, List<String> notes) {
        return StepResult.of(new StepReport(step.name(), outcome, changes), notes);
    }
}
