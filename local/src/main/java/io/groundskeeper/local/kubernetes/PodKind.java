package io.groundskeeper.local.kubernetes;

/** What kinds of pods a node may have, as far as those care who drain it. */
public enum PodKind {
    /** A ReplicaSet's: replaced when it goes. */
    REPLICA_SET,
    /** A DaemonSet's. */
    DAEMON_SET,
    /** Nobody's: it does not come back. */
    BARE,
    /** A static pod's image in the API, which the kubelet alone can end. */
    MIRROR,
    /** A ReplicaSet's, of the priority class system-cluster-critical. */
    CRITICAL,
    /** A ReplicaSet's that tolerates every taint. */
    TOLERATING,
    /** A ReplicaSet's that Karpenter is not to disrupt. */
    DO_NOT_DISRUPT,
    /** A ReplicaSet's that lives until its grace period is over. */
    IGNORES_SIGTERM
}
