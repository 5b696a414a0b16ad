package io.groundskeeper.interruption.watch.action;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How far one pass brought a drain.
 *
 * @param begun whether this pass was the first to mark the node
 * @param nodeGone whether the node was gone, or another had its name
 * @param evicted pods whose eviction was accepted in this pass
 * @param forceDeleted pods that were deleted in this pass, whatever protected them
 * @param left pods to move that are still on the node, and why
 * @param complete whether all pods to move are gone or terminating
 * @param askAgainIn how long the API server wants to be left alone, where it says so
 * @param nodeClaimProblem why the NodeClaim could not be deleted
 * @param failure why the drain could not go on at all
 */
public record Progress(
        boolean begun,
        boolean nodeGone,
        List<String> evicted,
        List<String> forceDeleted,
        List<Blocker> left,
        boolean complete,
        Optional<Duration> askAgainIn,
        Optional<RuntimeException> nodeClaimProblem,
        Optional<RuntimeException> failure) {

    public Progress {
        evicted = List.copyOf(evicted);
        forceDeleted = List.copyOf(forceDeleted);
        left = List.copyOf(left);
    }
}
