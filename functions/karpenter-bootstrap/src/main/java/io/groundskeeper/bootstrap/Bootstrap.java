package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.access.ClusterAccessStep;
import io.groundskeeper.bootstrap.adoption.Admission;
import io.groundskeeper.bootstrap.adoption.Admissions;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.NoSuchClusterException;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Brings one cluster nearer to having Karpenter, by one look at it. Stops at the first step that failed or waits. An
 * error comes back to be tried again; what only a person can decide is reported and done.
 */
final class Bootstrap {

    private static final String OUTSIDE_ONLY =
            "REMOVE_ACCESS is set: the schedule makes no access entry and looks at the AWS side only; what is inside the cluster was not looked at";

    private final Clusters clusters;
    private final Function<ClusterSettings, List<Step<?, ?>>> steps;
    private final Step<?, ?> lastly;
    private final Removal removal;
    private final Settings settings;

    /**
     * @param steps that a cluster's settings ask for; made anew for each run, so that what they remember is never older
     *     the last of them proves that Karpenter runs
     * @param lastly done after them, whatever came of them, unless they wait; reported only if it does something
     * @param removal of what a cluster has no more use for
     */
    Bootstrap(
            Clusters clusters,
            Function<ClusterSettings, List<Step<?, ?>>> steps,
            Step<?, ?> lastly,
            Removal removal,
            Settings settings) {
        this.clusters = clusters;
        this.steps = steps;
        this.lastly = lastly;
        this.removal = removal;
        this.settings = settings;
    }

    ClusterResult run(ClusterRequest request) {
        try {
            if (request.isDeletion()) {
                return removal.after(request);
            }
            return clusters.find(request.cluster())
                    .map(facts -> admit(facts, request))
                    .orElseGet(() -> absent(request));
        } catch (RuntimeException e) {
            return Conclusion.failed(request.cluster(), e);
        }
    }

    private ClusterResult absent(ClusterRequest request) {
        if (request.isByHand()) {
            throw new NoSuchClusterException(request.cluster(), clusters.home());
        }
        return request.recent()
                ? Conclusion.waiting(request.cluster(), "EKS does not show the cluster yet")
                : ClusterResult.done(
                        request.cluster(), ClusterStatus.SKIPPED, "The cluster does not exist (any more)", false);
    }

    private ClusterResult admit(ClusterFacts facts, ClusterRequest request) {
        var name = facts.name();
        if (request.isRemoval()) {
            return removal.of(facts, request);
        }
        return switch (Admissions.decide(facts, request.triggers(), settings)) {
            case Admission.Go() -> steps(facts, request);
            case Admission.Leave() -> removal.of(facts, request);
            case Admission.Wait(var why) -> Conclusion.waiting(name, why);
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
        return Conclusion.of(facts.name(), results, last, status(last.report().outcome(), dryRun));
    }

    /** An access entry that goes after each run would come and go with each round of the schedule. */
    private static boolean staysOutside(Target target, ClusterRequest request) {
        return request.isScheduled()
                && target.settings().access().remove()
                && !target.cluster().logins().byConfigMapOnly();
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
}
