package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.aws.QuotaReachedException;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.setting.BadSettingException;
import java.time.Duration;
import java.util.List;

/** Draws one result out of what came of a cluster's steps. */
final class Conclusion {

    static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private Conclusion() {}

    /** @param last the step that decides; its outcome is what {@code status} was made of */
    static ClusterResult of(String cluster, List<StepResult> results, StepResult last, ClusterStatus status) {
        var reports = results.stream().map(StepResult::report).toList();
        var reason = reason(results);
        var report = new ClusterReport(cluster, status, reason, reports);
        return switch (status) {
            case WAITING ->
                new ClusterResult(
                        report, new Verdict.NotReady(last.lookAgainIn().orElse(LOOK_AGAIN), reason), false);
            case FAILED ->
                new ClusterResult(
                        report,
                        last.failure()
                                .<Verdict>map(Verdict.Failed::new)
                                .orElseGet(() -> ClusterResult.hopeless(reason)),
                        last.failure().map(Conclusion::needsPerson).orElse(true));
            case READY, SKIPPED, PLANNED, DELETED -> new ClusterResult(report, new Verdict.Done(), false);
        };
    }

    static ClusterResult waiting(String cluster, String why) {
        var report = new ClusterReport(cluster, ClusterStatus.WAITING, why, List.of());
        return new ClusterResult(report, new Verdict.NotReady(LOOK_AGAIN, why), false);
    }

    static ClusterResult failed(String cluster, RuntimeException e) {
        var report = new ClusterReport(cluster, ClusterStatus.FAILED, Failures.describe(e), List.of());
        return new ClusterResult(report, new Verdict.Failed(e), needsPerson(e));
    }

    // Told at once: trying again does not mend it. Other errors are told when they are given up.
    private static boolean needsPerson(RuntimeException e) {
        return e instanceof MissingPermissionException
                || e instanceof QuotaReachedException
                || e instanceof BadSettingException;
    }

    private static String reason(List<StepResult> results) {
        var notes = results.stream()
                .map(StepResult::notes)
                .flatMap(List::stream)
                .distinct()
                .toList();
        return notes.isEmpty()
                ? null
                : String.join(" ", notes.stream().map(Conclusion::sentence).toList());
    }

    private static String sentence(String note) {
        // A snippet of YAML ends with its last line.
        return note.endsWith(".") || note.endsWith("\n") ? note : note + ".";
    }
}
