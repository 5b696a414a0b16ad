package io.groundskeeper.local.kubernetes;

/** How the stand-in plays Karpenter. */
public enum KarpenterState {
    ABSENT,
    ALIVE,
    IDLE,
    DOWN
}
