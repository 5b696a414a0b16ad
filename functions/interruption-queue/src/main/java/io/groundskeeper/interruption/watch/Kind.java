package io.groundskeeper.interruption.watch;

import java.util.Locale;

/** What a warning says. */
public enum Kind {
    /** EC2 takes a spot instance back in two minutes. */
    SPOT_INTERRUPTION(true),
    /** EC2 sees a raised risk for a spot instance; Karpenter does nothing about it, and neither do we. */
    REBALANCE(false),
    /** An instance is stopping, stopped, shutting down or terminated. */
    STATE_CHANGE(true),
    /** AWS Health announces work on an instance, often two weeks ahead. */
    HEALTH_SCHEDULED_CHANGE(false),
    /** The owner of an interruptible capacity reservation takes it back. */
    CAPACITY_RESERVATION_INTERRUPTION(true),
    /** A capacity block ends; the event names the reservation and no instance. */
    CAPACITY_BLOCK_EXPIRATION(false);

    private final boolean watched;

    Kind(boolean watched) {
        this.watched = watched;
    }

    /** Whether Karpenter must act on it and is watched doing so; the others are recorded. */
    boolean watched() {
        return watched;
    }

    /** Whether an instance is taken away, rather than seen going for whatever reason. */
    boolean isInterruption() {
        return watched && this != STATE_CHANGE;
    }

    /** As a taint's value. */
    String dashed() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
