package io.groundskeeper.core.interruption;

import java.util.Collection;
import java.util.stream.Collectors;

/** The kinds of events that Karpenter reads, each by exact source and detail-type. */
public enum Kind {
    /** A spot instance goes in two minutes. */
    SPOT_INTERRUPTION("aws.ec2", "EC2 Spot Instance Interruption Warning", "spot interruption"),
    /** A spot instance is more likely to go; Karpenter only notes it. */
    REBALANCE("aws.ec2", "EC2 Instance Rebalance Recommendation", "rebalance recommendation"),
    /** An instance is stopping, stopped, shutting down or terminated. */
    STATE_CHANGE("aws.ec2", "EC2 Instance State-change Notification", "instance state change"),
    /** AWS Health: maintenance of EC2 instances. */
    SCHEDULED_CHANGE("aws.health", "AWS Health Event", "scheduled change of AWS Health"),
    /** An instance in an interruptible capacity reservation goes in two minutes. */
    CAPACITY_RESERVATION_INTERRUPTION(
            "aws.ec2", "EC2 Capacity Reservation Instance Interruption Warning", "capacity reservation interruption");

    private final String source;
    private final String detailType;
    private final String words;

    Kind(String source, String detailType, String words) {
        this.source = source;
        this.detailType = detailType;
        this.words = words;
    }

    /** The event's source. */
    public String source() {
        return source;
    }

    /** The event's detail-type. */
    public String detailType() {
        return detailType;
    }

    /** It, for a reader. */
    public String words() {
        return words;
    }

    /** Several of them, for a reader. */
    static String words(Collection<Kind> kinds) {
        return kinds.stream().sorted().map(Kind::words).collect(Collectors.joining(", "));
    }
}
