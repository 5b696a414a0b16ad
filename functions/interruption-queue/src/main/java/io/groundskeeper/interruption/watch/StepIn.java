package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.atonce.NoAnswerException;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.watch.action.Drainer;
import io.groundskeeper.interruption.watch.action.Policy;
import io.groundskeeper.interruption.watch.action.Progress;
import io.groundskeeper.interruption.watch.action.Step;
import io.groundskeeper.interruption.watch.action.Turns;
import io.groundskeeper.interruption.watch.action.Words;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes the step that a judgement asks for, as far as the cluster's settings allow, and says what came of it. */
final class StepIn {

    private final Look.Seen cluster;
    private final Drainer drainer;
    private final Policy policy;
    private final Instant until;

    /**
     * @param turns of the cluster's pods
     * @param until when the pass must be over
     */
    StepIn(Look.Seen cluster, Turns turns, Settings settings, Clock clock, Instant until) {
        this.cluster = cluster;
        this.drainer = new Drainer(cluster.calls(), turns, clock);
        this.policy = Policy.of(settings.forCluster(cluster.tags()));
        this.until = until;
    }

    /** @param goesAt when the instance goes, by the time of day; empty if that is not known */
    Finding take(Finding finding, Step step, Optional<Instant> goesAt) {
        if (step instanceof Step.CountLeft count) {
            return left(finding, count);
        }
        var taken = take(finding, step, goesAt, policy);
        return policy.problems().isEmpty()
                ? taken
                : taken.with(taken.outcome(), and(taken, String.join("; ", policy.problems())));
    }

    private Finding take(Finding finding, Step step, Optional<Instant> goesAt, Policy allowed) {
        if (step instanceof Step.Drain drain && !drain.karpenters() && !allowed.drainSelfManaged()) {
            return finding;
        }
        if (!allowed.stepIn()) {
            return finding.with(Outcome.NOT_HANDLED, and(finding, "not allowed to step in, else would " + would(step)));
        }
        return switch (step) {
            case Step.DeleteNodeClaim delete -> deleteNodeClaim(finding, delete);
            case Step.Drain drain -> drain(finding, drain, allowed, goesAt);
            case Step.CountLeft count -> left(finding, count);
        };
    }

    /** Whether Karpenter runs and had to be helped: then its queue does not reach it. */
    boolean isUnheard(Finding taken) {
        return taken.outcome() == Outcome.NODECLAIM_DELETED
                && cluster.snapshot().controller().state() == State.ALIVE;
    }

    private String would(Step step) {
        return switch (step) {
            case Step.DeleteNodeClaim(var claim, var drainMayFollow) -> "delete NodeClaim " + claim.name();
            case Step.Drain drain -> wouldDrain(drain);
            case Step.CountLeft count -> "";
        };
    }

    private String wouldDrain(Step.Drain drain) {
        try {
            return drainer.wouldDrain(drain, until);
        } catch (RuntimeException e) {
            return "drain node %s, whose pods could not be read: %s"
                    .formatted(drain.node().name(), words(e));
        }
    }

    private Finding deleteNodeClaim(Finding finding, Step.DeleteNodeClaim step) {
        var claim = step.claim();
        try {
            return switch (cluster.calls().deleteNodeClaim(claim.name(), claim.uid())) {
                case DONE ->
                    step.drainMayFollow()
                            ? finding.with(
                                    Outcome.WAITING,
                                    and(
                                            finding,
                                            "its NodeClaim was deleted, and Karpenter has %d s to begin"
                                                    .formatted(Judge.PATIENCE_AFTER_DELETION.toSeconds())))
                            : finding.with(
                                    Outcome.NODECLAIM_DELETED,
                                    and(finding, "NodeClaim %s was deleted".formatted(claim.name())));
                case GONE, CONFLICT ->
                    finding.with(
                            Outcome.WAITING,
                            "NodeClaim %s was gone when it was to be deleted; it is looked at again"
                                    .formatted(claim.name()));
            };
        } catch (RuntimeException e) {
            return failed(finding, "NodeClaim %s could not be deleted".formatted(claim.name()), e);
        }
    }

    private Finding drain(Finding finding, Step.Drain step, Policy policy, Optional<Instant> goesAt) {
        var progress = drainer.drain(step, policy, goesAt, until);
        var result = finding.with(progress);
        if (progress.nodeGone()) {
            return result.with(
                    Outcome.WAITING,
                    "node %s was gone when it was to be drained; it is looked at again"
                            .formatted(step.node().name()));
        }
        if (progress.failure().isPresent()) {
            return failed(
                    result.with(finding.outcome(), and(finding, did(progress))),
                    "the node could not be drained",
                    progress.failure().get());
        }
        if (!step.evicts()) {
            return progress.nodeClaimProblem()
                    .map(problem -> failed(result, "its NodeClaim could not be deleted", problem))
                    .orElseGet(() -> result.with(
                            Outcome.NODECLAIM_DELETED,
                            and(finding, "the node was cordoned and its NodeClaim deleted")));
        }
        return result.with(progress.complete() ? Outcome.DRAINED : Outcome.DRAINING, and(finding, did(progress)));
    }

    private static String did(Progress progress) {
        var words = new ArrayList<String>();
        if (progress.begun()) {
            words.add("the node was cordoned and tainted");
        }
        progress.nodeClaimProblem()
                .map(problem -> "its NodeClaim could not be deleted: " + words(problem))
                .ifPresent(words::add);
        if (!progress.evicted().isEmpty()) {
            words.add("evicted " + Words.pods(progress.evicted()));
        }
        if (!progress.forceDeleted().isEmpty()) {
            words.add("deleted with the grace that was left: " + Words.pods(progress.forceDeleted()));
        }
        if (!progress.left().isEmpty()) {
            words.add("still there: " + Words.blockers(progress.left()));
        } else if (progress.complete()) {
            words.add("no pod is left to move");
        }
        return String.join("; ", words);
    }

    private Finding left(Finding finding, Step.CountLeft step) {
        try {
            var left = drainer.left(step, until);
            var counted = finding.with(new Progress(
                    false,
                    false,
                    List.of(),
                    List.of(),
                    left,
                    left.isEmpty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
            return left.isEmpty()
                    ? counted.with(Outcome.DRAINED, "we drained it in time: no pod is left to move")
                    : counted.with(finding.outcome(), and(finding, "left on it: " + Words.blockers(left)));
        } catch (RuntimeException e) {
            return finding.with(finding.outcome(), and(finding, "which pods were left could not be read: " + words(e)));
        }
    }

    /** A right that is missing will be missing in five seconds, too: people are told while there is time. */
    static Finding failed(Finding finding, String what, RuntimeException e) {
        var forGood = e instanceof KubernetesUnavailableException unavailable
                && unavailable.reason() == KubernetesUnavailableException.Cause.FORBIDDEN;
        return finding.with(Outcome.FAILED, and(finding, "%s: %s".formatted(what, words(e))))
                .because(e, forGood);
    }

    /** What did not fit into this pass. */
    static Finding unfinished(Finding finding, NoAnswerException e) {
        return finding.with(
                Outcome.WAITING, and(finding, "there was no time left to act in this pass: " + e.getMessage()));
    }

    private static String and(Finding finding, String more) {
        return more.isEmpty() ? finding.detail() : finding.detail() + "; " + more;
    }

    private static String words(RuntimeException e) {
        return e instanceof KubernetesUnavailableException ? e.getMessage() : Failures.describe(e);
    }
}
