package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.access.ClusterAccessStep;
import io.groundskeeper.bootstrap.adoption.Admission;
import io.groundskeeper.bootstrap.adoption.Admissions;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.MissingPermissionException;
import io.groundskeeper.bootstrap.step.NoSuchClusterException;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Brings one cluster nearer to having Karpenter, by one look at it. Stops at the first step that failed or waits. An
 * error comes back to be tried again; what only a person can decide is reported and done.
 */
final class Bootstrap {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private static final String OUTSIDE_ONLY =
            "REMOVE_ACCESS is set: the schedule makes no access entry and looks at the AWS side only; what is inside the cluster was not looked at";

    private final Clusters clusters;
    private final Function<ClusterSettings, List<Step<?, ?>>> steps;
    private final Step<?, ?> lastly;
    private final Settings settings;

    /**
     * @param steps that a cluster's settings ask for; made anew for each run, so that what they remember is never older
     *     the last of them proves that Karpenter runs
     * @param lastly done after them, whatever came of them, unless they wait; reported only if it does something
     */
    Bootstrap(
            Clusters clusters,
            Function<ClusterSettings, List<Step<?, ?>>> steps,
            Step<?, ?> lastly,
            Settings settings) {
        this.clusters = clusters;
        this.steps = steps;
        this.lastly = lastly;
        this.settings = settings;
    }

    ClusterResult run(ClusterRequest request) {
        try {
            return clusters.find(request.cluster())
                    .map(facts -> admit(facts, request))
                    .orElseGet(() -> absent(request));
        } catch (RuntimeException e) {
            return failed(request.cluster(), e);
        }
    }

    private ClusterResult absent(ClusterRequest request) {
        if (request.isByHand()) {
            throw new NoSuchClusterException(request.cluster(), clusters.home());
        }
        return request.recent()
                ? waiting(request.cluster(), "EKS does not show the cluster yet")
                : ClusterResult.done(
                        request.cluster(), ClusterStatus.SKIPPED, "The cluster does not exist (any more)", false);
    }

    private ClusterResult admit(ClusterFacts facts, ClusterRequest request) {
        var name = facts.name();
        return switch (Admissions.decide(facts, request.triggers(), settings)) {
            case Admission.Go() -> steps(facts, request);
            case Admission.Wait(var why) -> waiting(name, why);
            case Admission.Skip(var reason, var telling) ->
                ClusterResult.done(name, ClusterStatus.SKIPPED, reason, telling);
            case Admission.Broken(var reason) -> ClusterResult.hopeless(name, reason);
        };
    }

    private ClusterResult steps(ClusterFacts facts, ClusterRequest request) {
        var target = new Target(facts, ClusterSettings.of(settings, facts.tags()), request.amiRefresh());
        var dryRun = request.dryRun() || target.settings().dryRun();
        var results = new ArrayList<StepResult>();
        boolean outside = staysOutside(target, request);
        boolean inside = false;
        for (var step : steps.apply(target.settings())) {
            inside |= step.name().equals(ClusterAccessStep.NAME);
            var result =
                    outside && inside ? StepRunner.skipped(step, OUTSIDE_ONLY) : StepRunner.run(step, target, dryRun);
            results.add(result);
            // A dry run waits for nothing: what comes after is planned too.
            if (!result.goesOn() && !(dryRun && result.report().outcome() == Outcome.WAITING)) {
                break;
            }
        }
        var last = results.getLast();
        if (dryRun || last.report().outcome() != Outcome.WAITING) {
            var end = StepRunner.run(lastly, target, dryRun);
            if (end.report().outcome() != Outcome.UNCHANGED) {
                results.add(end);
            }
            // What is done at the end proves nothing: it only can fail.
            last = last.goesOn() && !end.goesOn() ? end : last;
        }
        return result(facts.name(), results, last, dryRun);
    }

    /** An access entry that goes after each run would come and go with each round of the schedule. */
    private static boolean staysOutside(Target target, ClusterRequest request) {
        return request.isScheduled()
                && target.settings().access().remove()
                && !target.cluster().logins().byConfigMapOnly();
    }

    private static ClusterResult result(String cluster, List<StepResult> results, StepResult last, boolean dryRun) {
        var reports = results.stream().map(StepResult::report).toList();
        var notes = results.stream()
                .map(StepResult::notes)
                .flatMap(List::stream)
                .distinct()
                .toList();
        var reason = notes.isEmpty()
                ? null
                : String.join(" ", notes.stream().map(Bootstrap::sentence).toList());
        var report = new ClusterReport(cluster, status(last.report().outcome(), dryRun), reason, reports);
        return switch (report.status()) {
            case WAITING ->
                new ClusterResult(
                        report, new Verdict.NotReady(last.lookAgainIn().orElse(LOOK_AGAIN), reason), false);
            case FAILED ->
                new ClusterResult(
                        report,
                        last.failure()
                                .<Verdict>map(Verdict.Failed::new)
                                .orElseGet(() -> ClusterResult.hopeless(reason)),
                        last.failure().map(Bootstrap::needsPerson).orElse(true));
            case READY, SKIPPED, PLANNED, DELETED -> new ClusterResult(report, new Verdict.Done(), false);
        };
    }

    // The last step proves that Karpenter runs.
    private static ClusterStatus status(Outcome last, boolean dryRun) {
        return switch (last) {
            case FAILED -> ClusterStatus.FAILED;
            case WAITING, CHANGED, PLANNED -> dryRun ? ClusterStatus.PLANNED : ClusterStatus.WAITING;
            case SKIPPED -> dryRun ? ClusterStatus.PLANNED : ClusterStatus.SKIPPED;
            case UNCHANGED -> dryRun ? ClusterStatus.PLANNED : ClusterStatus.READY;
        };
    }

    private static ClusterResult waiting(String cluster, String why) {
        var report = new ClusterReport(cluster, ClusterStatus.WAITING, why, List.of());
        return new ClusterResult(report, new Verdict.NotReady(LOOK_AGAIN, why), false);
    }

    private static ClusterResult failed(String cluster, RuntimeException e) {
        var report = new ClusterReport(cluster, ClusterStatus.FAILED, Failures.describe(e), List.of());
        return new ClusterResult(report, new Verdict.Failed(e), needsPerson(e));
    }

    // Told at once: trying again does not mend it. Other errors are told when they are given up.
    private static boolean needsPerson(RuntimeException e) {
        return e instanceof MissingPermissionException || e instanceof BadSettingException;
    }

    private static String sentence(String note) {
        // A snippet of YAML ends with its last line.
        return note.endsWith(".") || note.endsWith("\n") ? note : note + ".";
    }
}
