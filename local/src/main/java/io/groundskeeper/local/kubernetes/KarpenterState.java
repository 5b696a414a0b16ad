package io.groundskeeper.local.kubernetes;

/** How a cluster plays Karpenter. */
public enum KarpenterState {
    /** Not installed: no Deployment and no Lease. Kinds that were defined before stay, as Helm leaves them. */
    ABSENT,
    /** Runs and acts on interruptions and on deleted NodeClaims. */
    ALIVE,
    /**
     * Runs, holds its Lease and acts on deleted NodeClaims, but hears of no interruption: so does a controller whose
     * interruption queue is set wrong.
     */
    IDLE,
    /** Installed but not running, as after a crash: no ready replica, and a Lease that nobody renews or gave up. */
    DOWN,
    /** Installed but not running, after a graceful stop: no ready replica, and a Lease that was given up. */
    STOPPED;

    /** Whether its controllers work. */
    public boolean runs() {
        return this == ALIVE || this == IDLE;
    }
}
