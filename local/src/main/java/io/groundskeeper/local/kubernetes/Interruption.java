package io.groundskeeper.local.kubernetes;

/** What Karpenter hears of an instance, and what it says of it. */
public enum Interruption {
    /** EC2 takes a spot instance back in two minutes. */
    SPOT("SpotInterrupted", "Spot interruption warning was triggered", true),
    /** EC2 takes an instance in an interruptible capacity reservation back. */
    CAPACITY_RESERVATION(
            "CapacityReservationInstanceInterrupted",
            "Capacity reservation instance interruption warning was triggered",
            true),
    /** AWS Health has scheduled something for the instance. */
    SCHEDULED_CHANGE("InstanceUnhealthy", "An unhealthy warning was triggered for the instance", true),
    /** The instance stops or has stopped. */
    STOPPING("InstanceStopping", "Instance is stopping", true),
    /** The instance is being terminated, or is. */
    TERMINATING("InstanceTerminating", "Instance is terminating", true),
    /** The instance is likely to be taken back; Karpenter only notes it. */
    REBALANCE("SpotRebalanceRecommendation", "Spot rebalance recommendation was triggered", false);

    private final String reason;
    private final String message;
    private final boolean terminates;

    Interruption(String reason, String message, boolean terminates) {
        this.reason = reason;
        this.message = message;
        this.terminates = terminates;
    }

    String reason() {
        return reason;
    }

    String message() {
        return message;
    }

    /** Whether Karpenter deletes the NodeClaim. */
    boolean terminates() {
        return terminates;
    }
}
