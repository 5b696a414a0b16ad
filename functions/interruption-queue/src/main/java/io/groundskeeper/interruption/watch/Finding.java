package io.groundskeeper.interruption.watch;

import java.time.Duration;
import java.util.Optional;

/**
 * What was found out about a warning in one look.
 *
 * @param cluster whose node it is
 * @param nodeClaim the NodeClaim's name, for the commands that people are told
 * @param detail in words
 * @param handledAfter from the warning to Karpenter's action; negative if it acted before
 * @param failure why it could not be found out
 */
record Finding(
        Warning warning,
        Optional<String> cluster,
        Optional<String> node,
        Optional<String> nodePool,
        Optional<String> nodeClaim,
        Outcome outcome,
        String detail,
        Optional<Duration> handledAfter,
        Optional<RuntimeException> failure) {

    /** Found without looking into a cluster. */
    static Finding of(Warning warning, Optional<String> cluster, Outcome outcome, String detail) {
        return new Finding(
                warning,
                cluster,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                outcome,
                detail,
                Optional.empty(),
                Optional.empty());
    }

    static Finding failed(Warning warning, Optional<String> cluster, String detail, RuntimeException failure) {
        return new Finding(
                warning,
                cluster,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Outcome.FAILED,
                detail,
                Optional.empty(),
                Optional.of(failure));
    }

    Finding withNodePool(Optional<String> pool) {
        return new Finding(warning, cluster, node, pool, nodeClaim, outcome, detail, handledAfter, failure);
    }
}
