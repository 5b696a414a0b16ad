package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.watch.action.Progress;
import java.time.Duration;
import java.util.Optional;

/**
 * What was found out about a warning in one look, and what was done.
 *
 * @param cluster whose node it is
 * @param nodeClaim the NodeClaim's name, for the commands that people are told
 * @param traits what the instance is
 * @param detail in words
 * @param handledAfter from the warning to Karpenter's action; negative if it acted before
 * @param progress how far a drain came, where there is one
 * @param failure why it could not be found out or done
 * @param hopeless whether another try would fail as well
 */
record Finding(
        Warning warning,
        Optional<String> cluster,
        Optional<String> node,
        Optional<String> nodePool,
        Optional<String> nodeClaim,
        Traits traits,
        Outcome outcome,
        String detail,
        Optional<Duration> handledAfter,
        Optional<Progress> progress,
        Optional<RuntimeException> failure,
        boolean hopeless) {

    /** Found without looking into a cluster. */
    static Finding of(Warning warning, Optional<String> cluster, Outcome outcome, String detail) {
        return new Finding(
                warning,
                cluster,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Traits.of(Optional.empty(), Optional.empty(), warning),
                outcome,
                detail,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    static Finding failed(Warning warning, Optional<String> cluster, String detail, RuntimeException failure) {
        return of(warning, cluster, Outcome.FAILED, detail).because(failure, false);
    }

    Finding withNodePool(Optional<String> pool) {
        return new Finding(
                warning,
                cluster,
                node,
                pool,
                nodeClaim,
                traits,
                outcome,
                detail,
                handledAfter,
                progress,
                failure,
                hopeless);
    }

    /** The same instance with something done about it. */
    Finding with(Outcome newOutcome, String newDetail) {
        return new Finding(
                warning,
                cluster,
                node,
                nodePool,
                nodeClaim,
                traits,
                newOutcome,
                newDetail,
                handledAfter,
                progress,
                failure,
                hopeless);
    }

    Finding with(Progress made) {
        return new Finding(
                warning,
                cluster,
                node,
                nodePool,
                nodeClaim,
                traits,
                outcome,
                detail,
                handledAfter,
                Optional.of(made),
                failure,
                hopeless);
    }

    /** The same with its failure. */
    Finding because(RuntimeException why, boolean forGood) {
        return new Finding(
                warning,
                cluster,
                node,
                nodePool,
                nodeClaim,
                traits,
                outcome,
                detail,
                handledAfter,
                progress,
                Optional.of(why),
                forGood);
    }
}
