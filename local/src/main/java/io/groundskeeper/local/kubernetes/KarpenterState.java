package io.groundskeeper.local.kubernetes;

/** How a cluster plays Karpenter. */
public enum KarpenterState {
    /** Not installed: no Deployment and no Lease. Kinds that were defined before stay, as Helm leaves them. */
    ABSENT,
    /** Runs and acts on interruptions and on deleted NodeClaims. */
    ALIVE,
    /** Runs, holds its Lease, and does nothing. */
    IDLE,
    /** Installed but not running: no ready replica, and a Lease that nobody renews. */
    DOWN
}
