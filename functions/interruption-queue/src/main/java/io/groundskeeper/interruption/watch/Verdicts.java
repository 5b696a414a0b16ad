package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.interruption.watch.action.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What becomes of the deliveries that findings belong to. */
final class Verdicts {

    /** How long a warning rests between two looks. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    private Verdicts() {}

    /** By delivery; one with several warnings gets the verdict of the least finished of them. */
    static Map<String, Verdict> of(List<Finding> findings) {
        return findings.stream()
                .collect(Collectors.toMap(finding -> finding.warning().deliveryId(), Verdicts::of, Verdicts::worse));
    }

    /** Whether this is the last look at a warning. */
    static boolean isLast(Finding finding) {
        return switch (of(finding)) {
            case Verdict.Done() -> true;
            case Verdict.Hopeless(var cause) -> true;
            case Verdict.NotReady(var pause, var why) -> false;
            case Verdict.Failed(var cause) -> false;
        };
    }

    private static Verdict of(Finding finding) {
        return switch (finding.outcome()) {
            case WAITING -> new Verdict.NotReady(PAUSE, finding.detail());
            case DRAINING -> new Verdict.NotReady(pause(finding), finding.detail());
            case FAILED -> failed(finding);
            case HANDLED_BY_KARPENTER,
                    NODECLAIM_DELETED,
                    DRAINED,
                    NOT_HANDLED,
                    NODE_GROUP,
                    FOREIGN,
                    GONE,
                    LATE,
                    RECORDED,
                    IGNORED -> new Verdict.Done();
        };
    }

    private static Duration pause(Finding finding) {
        var warning = finding.warning();
        return Pauses.whileDraining(
                Duration.between(warning.now(), warning.lookUntil()),
                warning.receiveCount(),
                finding.progress().flatMap(Progress::askAgainIn));
    }

    /** A single event that failed is always thrown: whoever sent it decides on another try. */
    private static Verdict failed(Finding finding) {
        if (finding.hopeless()) {
            return new Verdict.Hopeless(finding.failure().orElseThrow());
        }
        var warning = finding.warning();
        var nextLook = warning.now().plus(PAUSE);
        return warning.comesFromQueue() && !nextLook.isBefore(warning.lookUntil())
                ? new Verdict.Done()
                : new Verdict.Failed(finding.failure().orElseThrow());
    }

    private static Verdict worse(Verdict one, Verdict other) {
        return rank(one) >= rank(other) ? one : other;
    }

    private static int rank(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Done done -> 0;
            case Verdict.Hopeless hopeless -> 1;
            case Verdict.NotReady waiting -> 2;
            case Verdict.Failed failed -> 3;
        };
    }
}
