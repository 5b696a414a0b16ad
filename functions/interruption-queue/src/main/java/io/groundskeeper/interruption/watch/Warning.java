package io.groundskeeper.interruption.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One instance that one event warns of.
 *
 * @param deliveryId how the event came: {@link io.groundskeeper.core.lambda.Delivery#id()}
 * @param eventId the event's own id
 * @param comesFromQueue whether it can be looked at again; a single event is looked at once
 * @param receiveCount how often its message was handed out, this time included; 1 for a single event
 * @param kind what it says
 * @param instanceId empty only for {@link Kind#CAPACITY_BLOCK_EXPIRATION}
 * @param account where the instance is, as the event says
 * @param region where the instance is, as the event says
 * @param zone its Availability Zone, where the event says so
 * @param now what time it is for decisions about this warning
 * @param since when the warning was given
 * @param goesAt when the instance goes, where that is known
 * @param lookUntil when it makes no sense any more to look
 * @param ignoredBecause set when nothing is to be looked up at all
 * @param note what a reader of the report must know about these values; may be empty
 */
record Warning(
        String deliveryId,
        String eventId,
        boolean comesFromQueue,
        int receiveCount,
        Kind kind,
        Optional<String> instanceId,
        String account,
        String region,
        Optional<String> zone,
        Instant now,
        Instant since,
        Optional<Instant> goesAt,
        Instant lookUntil,
        Optional<String> ignoredBecause,
        String note) {

    /** The same at another time. */
    Warning at(Instant then) {
        return new Warning(
                deliveryId,
                eventId,
                comesFromQueue,
                receiveCount,
                kind,
                instanceId,
                account,
                region,
                zone,
                then,
                since,
                goesAt,
                lookUntil,
                ignoredBecause,
                note);
    }

    /** How long ago the warning was given; negative if the clocks disagree. */
    Duration age() {
        return Duration.between(since, now);
    }

    /** Whole seconds until the instance goes, zero when that time is over. */
    Optional<Long> secondsLeft() {
        return goesAt.map(end -> Math.max(0, Duration.between(now, end).toSeconds()));
    }

    boolean isLate() {
        return !now.isBefore(lookUntil);
    }
}
