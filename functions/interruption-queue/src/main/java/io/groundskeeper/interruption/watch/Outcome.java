package io.groundskeeper.interruption.watch;

/** What became of a warning. */
public enum Outcome {
    /** Karpenter has not acted yet and still has time to, or the instance's tags are still to come. */
    WAITING,
    /** Karpenter is removing the node. */
    HANDLED_BY_KARPENTER,
    /** Karpenter had not acted: its NodeClaim was deleted for it, and the rest is Karpenter's. */
    NODECLAIM_DELETED,
    /** Karpenter is down: its pods are being moved, and it is looked at again. */
    DRAINING,
    /** Karpenter is down: its pods were moved, or are on their way. */
    DRAINED,
    /** Nobody is removing the node, and we are not to. */
    NOT_HANDLED,
    /** The instance belongs to a managed node group, which drains itself. */
    NODE_GROUP,
    /** The instance is no cluster's. */
    FOREIGN,
    /** The cluster has neither a node nor a NodeClaim of the instance any more. */
    GONE,
    /** The time given was over, and the node was still there. */
    LATE,
    /** A kind of warning that nothing is done about, or an instance that goes as it may. */
    RECORDED,
    /** There was a reason not to look further; the detail has it. */
    IGNORED,
    /** It could not be found out or done. */
    FAILED
}
