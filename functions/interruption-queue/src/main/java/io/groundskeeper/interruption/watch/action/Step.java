package io.groundskeeper.interruption.watch.action;

import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import java.util.Optional;

/** What is to be done about an instance's warning. */
public sealed interface Step {

    /**
     * Delete its NodeClaim; the rest is Karpenter's.
     *
     * @param drainMayFollow whether it is not known that Karpenter runs, and so is looked at again
     */
    record DeleteNodeClaim(Claim claim, boolean drainMayFollow) implements Step {}

    /**
     * Do Karpenter's work, since it is down, or is none of Karpenter's.
     *
     * @param claim its NodeClaim, unless its deletion was asked for already
     * @param karpenters whether it is a node of Karpenter's
     * @param kind of the warning, as the taint's value
     * @param evicts whether its pods are to go; from an instance that stops already none can be moved
     */
    record Drain(Node node, Optional<Claim> claim, boolean karpenters, String kind, boolean evicts) implements Step {}

    /** Say which pods were left when time was over. Changes nothing. */
    record CountLeft(Node node, String kind) implements Step {}
}
