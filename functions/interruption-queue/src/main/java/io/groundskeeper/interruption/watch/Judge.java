package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.watch.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.watch.ClusterSnapshot.Node;
import io.groundskeeper.interruption.watch.ClusterSnapshot.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Says what became of a warning, from one look at the instance's cluster. Pure. */
final class Judge {

    /** How long Karpenter has: it reads a message at once, or, if its first try failed, again after 20 s. */
    static final Duration PATIENCE = Duration.ofSeconds(25);

    private static final Duration SAMPLES_SHIFT = Duration.ofMinutes(1);

    private final Warning warning;
    private final String cluster;
    private final ClusterSnapshot snapshot;
    private final Duration shift;
    private final Optional<Node> node;
    private final Optional<Claim> claim;

    private Judge(Warning warning, String cluster, ClusterSnapshot snapshot, Instant realNow) {
        this.warning = warning;
        this.cluster = cluster;
        this.snapshot = snapshot;
        // A sample's clock is its own; what Kubernetes stamps is real time. Zero in production.
        this.shift = Duration.between(warning.now(), realNow);
        this.node = warning.instanceId().flatMap(snapshot::node);
        this.claim = warning.instanceId().flatMap(snapshot::claim);
    }

    /** @param realNow the time of day when the snapshot was taken */
    static Finding judge(Warning warning, String cluster, ClusterSnapshot snapshot, Instant realNow) {
        return new Judge(warning, cluster, snapshot, realNow).judge();
    }

    private Finding judge() {
        if (snapshot.autoMode() || node.filter(Node::isAutoMode).isPresent()) {
            return found(Outcome.IGNORED, "EKS Auto Mode runs this node");
        }
        if (node.isEmpty() && claim.isEmpty()) {
            return found(Outcome.GONE, "the cluster has no node and no NodeClaim of it");
        }
        var nodeGroup = node.flatMap(Node::nodeGroup);
        if (nodeGroup.isPresent()) {
            return found(Outcome.NODE_GROUP, "node group " + nodeGroup.get());
        }
        var handledAt = handledAt();
        if (handledAt.isPresent()) {
            return handled(handledAt.get());
        }
        return goesAsItMay() ? found(Outcome.RECORDED, why()) : notHandledYet();
    }

    /**
     * An instance that goes is no news by itself: it is every scale-in of a self-managed group, and the end of each
     * NodeClaim's deletion. Only one that Karpenter believes to be there is.
     */
    private boolean goesAsItMay() {
        return warning.kind() == Kind.STATE_CHANGE
                && claim.filter(c -> c.deletedAt().isEmpty()).isEmpty();
    }

    /**
     * A NodeClaim whose deletion someone asked for is proof only together with a living Karpenter or its work on the
     * node: nobody else removes the finalizer.
     */
    private Optional<Instant> handledAt() {
        if (claim.isPresent()) {
            var works = snapshot.controller().state() == State.ALIVE
                    || node.filter(n -> n.deletedAt().isPresent() || n.disrupted())
                            .isPresent();
            return claim.get().deletedAt().filter(deleted -> works);
        }
        return node.filter(n -> n.nodePool().isPresent()).flatMap(Node::deletedAt);
    }

    private Finding handled(Instant deletedAt) {
        if (!isTimed()) {
            return found(Outcome.HANDLED_BY_KARPENTER, "Karpenter is removing it");
        }
        var after = Duration.between(warning.since(), deletedAt.minus(shift));
        var words = after.isNegative()
                ? "Karpenter was already removing it, since %d s before the warning".formatted(-after.toSeconds())
                : "Karpenter began to remove it %d s after the warning".formatted(after.toSeconds());
        return found(Outcome.HANDLED_BY_KARPENTER, words, Optional.of(after));
    }

    /** A sample that came alone says nothing about when it would have come. */
    private boolean isTimed() {
        return warning.comesFromQueue() || shift.abs().compareTo(SAMPLES_SHIFT) < 0;
    }

    private Finding notHandledYet() {
        if (warning.isLate()) {
            return found(Outcome.LATE, "its time is over and nobody was removing the node: " + why());
        }
        var karpenterMayStillAct = claim.isPresent()
                && snapshot.controller().state() != State.DOWN
                && warning.age().compareTo(PATIENCE) < 0;
        if (karpenterMayStillAct) {
            return found(
                    Outcome.WAITING,
                    "Karpenter has not acted yet (%s); it has until %d s after the warning"
                            .formatted(snapshot.controller().words(), PATIENCE.toSeconds()));
        }
        return found(Outcome.NOT_HANDLED, why());
    }

    private String why() {
        var controller = snapshot.controller();
        if (claim.isEmpty()) {
            return "no NodeClaim: Karpenter does not manage this node";
        }
        var deletion = claim.get().deletedAt().isPresent() ? "; the NodeClaim's deletion was asked for" : "";
        return switch (controller.state()) {
            case ALIVE -> "Karpenter runs but has not acted: " + controller.words();
            case DOWN -> "Karpenter is down: " + controller.words() + deletion;
            case UNKNOWN ->
                "Karpenter has not acted, and whether it runs is not known: " + controller.words() + deletion;
        };
    }

    private Finding found(Outcome outcome, String detail) {
        return found(outcome, detail, Optional.empty());
    }

    private Finding found(Outcome outcome, String detail, Optional<Duration> handledAfter) {
        return new Finding(
                warning,
                Optional.of(cluster),
                node.map(Node::name),
                claim.flatMap(Claim::nodePool).or(() -> node.flatMap(Node::nodePool)),
                claim.map(Claim::name),
                outcome,
                detail,
                handledAfter,
                Optional.empty());
    }
}
