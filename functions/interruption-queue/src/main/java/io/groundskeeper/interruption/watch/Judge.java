package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.NodeMark;
import io.groundskeeper.interruption.cluster.Taint;
import io.groundskeeper.interruption.watch.action.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Says what became of a warning, and what is to be done about it, from one look at the instance's cluster. Pure. */
final class Judge {

    /** How long Karpenter has: it reads a message at once, or, if its first try failed, again after 20 s. */
    static final Duration PATIENCE = Duration.ofSeconds(25);

    /** How long a Karpenter of which nothing is known has to do something about a NodeClaim that is being deleted. */
    static final Duration PATIENCE_AFTER_DELETION = Duration.ofSeconds(10);

    private static final Duration SAMPLES_SHIFT = Duration.ofMinutes(1);

    private final Warning warning;
    private final String cluster;
    private final ClusterSnapshot snapshot;
    private final Instant realNow;
    private final Duration shift;
    private final Optional<Node> node;
    private final Optional<Claim> claim;

    private Judge(Warning warning, String cluster, ClusterSnapshot snapshot, Instant realNow) {
        this.warning = warning;
        this.cluster = cluster;
        this.snapshot = snapshot;
        this.realNow = realNow;
        // A sample's clock is its own; what Kubernetes stamps is real time. Zero in production.
        this.shift = Duration.between(warning.now(), realNow);
        this.node = warning.instanceId().flatMap(snapshot::node);
        this.claim = warning.instanceId().flatMap(snapshot::claim);
    }

    /** @param realNow the time of day that corresponds to the warning's {@link Warning#now()} */
    static Judgement judge(Warning warning, String cluster, ClusterSnapshot snapshot, Instant realNow) {
        return new Judge(warning, cluster, snapshot, realNow).judge();
    }

    private Judgement judge() {
        if (node.filter(Node::isAutoMode).isPresent()) {
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
        if (goesAsItMay()) {
            return found(Outcome.RECORDED, why());
        }
        return warning.isLate() ? late() : notHandledYet();
    }

    /**
     * An instance that goes is no news by itself: it is every scale-in of a self-managed group, and the end of each
     * NodeClaim's deletion. Only one that Karpenter believes to be there is.
     */
    private boolean goesAsItMay() {
        return isStateChange() && claim.filter(c -> c.deletedAt().isEmpty()).isEmpty();
    }

    private boolean isStateChange() {
        return warning.kind() == Kind.STATE_CHANGE;
    }

    /**
     * A deletion that someone asked for is proof only together with a living Karpenter, or, where that is not known, with
     * its work on the node: nobody else removes the finalizer. One that died after it had begun moves no pod.
     */
    private Optional<Instant> handledAt() {
        var deletion = claim.flatMap(Claim::deletedAt)
                .or(() -> node.filter(n -> claim.isPresent() || n.nodePool().isPresent())
                        .flatMap(Node::deletedAt));
        return switch (snapshot.controller().state()) {
            case ALIVE -> deletion;
            case DOWN -> Optional.empty();
            case UNKNOWN ->
                deletion.filter(at -> node.filter(n -> n.deletedAt().isPresent() || n.disrupted())
                        .isPresent());
        };
    }

    private Judgement handled(Instant deletedAt) {
        if (node.filter(Node::interrupted).isPresent()) {
            return found(Outcome.HANDLED_BY_KARPENTER, "we had begun to drain it; Karpenter runs now and goes on");
        }
        if (!isTimed()) {
            return found(Outcome.HANDLED_BY_KARPENTER, "Karpenter is removing it");
        }
        var after = Duration.between(warning.since(), deletedAt.minus(shift));
        var words = after.isNegative()
                ? "Karpenter was already removing it, since %d s before the warning".formatted(-after.toSeconds())
                : "Karpenter began to remove it %d s after the warning".formatted(after.toSeconds());
        return new Judgement(found(Outcome.HANDLED_BY_KARPENTER, words, Optional.of(after)), Optional.empty());
    }

    /** A sample that came alone says nothing about when it would have come. */
    private boolean isTimed() {
        return warning.comesFromQueue() || shift.abs().compareTo(SAMPLES_SHIFT) < 0;
    }

    private Judgement late() {
        var begun = node.filter(Node::interrupted);
        if (begun.isPresent()) {
            return to(
                    Outcome.LATE,
                    "its time is over, and our drain was not through",
                    new Step.CountLeft(begun.get(), taintValue()));
        }
        return found(Outcome.LATE, "its time is over and nobody was removing the node: " + why());
    }

    private Judgement notHandledYet() {
        if (claim.isEmpty()) {
            return drain();
        }
        return switch (snapshot.controller().state()) {
            case ALIVE -> warning.age().compareTo(PATIENCE) < 0 ? waiting() : deleteNodeClaim(false);
            case DOWN -> drain();
            case UNKNOWN -> notKnownWhetherItRuns();
        };
    }

    private Judgement notKnownWhetherItRuns() {
        var deletedAt = claim.flatMap(Claim::deletedAt);
        if (deletedAt.isPresent()) {
            var sinceDeletion = Duration.between(deletedAt.get(), realNow);
            return sinceDeletion.compareTo(PATIENCE_AFTER_DELETION) < 0 ? waiting() : drain();
        }
        // Without a node, and from an instance that stops already, there is nothing to drain later.
        return warning.age().compareTo(PATIENCE) < 0
                ? waiting()
                : deleteNodeClaim(node.isPresent() && !isStateChange());
    }

    private Judgement waiting() {
        var until = claim.flatMap(Claim::deletedAt).isPresent()
                ? "%d s after its NodeClaim's deletion".formatted(PATIENCE_AFTER_DELETION.toSeconds())
                : "%d s after the warning".formatted(PATIENCE.toSeconds());
        return found(
                Outcome.WAITING,
                "Karpenter has not acted yet (%s); it has until %s"
                        .formatted(snapshot.controller().words(), until));
    }

    private Judgement deleteNodeClaim(boolean drainMayFollow) {
        return to(Outcome.NOT_HANDLED, why(), new Step.DeleteNodeClaim(claim.orElseThrow(), drainMayFollow));
    }

    private Judgement drain() {
        var toDelete = claim.filter(c -> c.deletedAt().isEmpty());
        if (node.isPresent()) {
            return to(
                    Outcome.NOT_HANDLED,
                    why(),
                    new Step.Drain(node.get(), toDelete, claim.isPresent(), taintValue(), !isStateChange()));
        }
        return toDelete.isPresent()
                ? deleteNodeClaim(false)
                : found(Outcome.NODECLAIM_DELETED, why() + "; there is no node to drain");
    }

    private String taintValue() {
        return node.stream()
                .flatMap(n -> n.taints().stream())
                .filter(taint -> taint.key().equals(NodeMark.TAINT))
                .map(Taint::value)
                .findFirst()
                .orElseGet(() -> warning.kind().dashed());
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

    private Judgement to(Outcome otherwise, String detail, Step step) {
        return new Judgement(found(otherwise, detail, Optional.empty()), Optional.of(step));
    }

    private Judgement found(Outcome outcome, String detail) {
        return new Judgement(found(outcome, detail, Optional.empty()), Optional.empty());
    }

    private Finding found(Outcome outcome, String detail, Optional<Duration> handledAfter) {
        return new Finding(
                warning,
                Optional.of(cluster),
                node.map(Node::name),
                claim.flatMap(Claim::nodePool).or(() -> node.flatMap(Node::nodePool)),
                claim.map(Claim::name),
                Traits.of(node, claim, warning),
                outcome,
                detail,
                handledAfter,
                Optional.empty(),
                Optional.empty(),
                false);
    }
}
