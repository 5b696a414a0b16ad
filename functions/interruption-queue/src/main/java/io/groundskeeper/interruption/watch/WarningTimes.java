package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.SqsMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When a warning was given and when it ends.
 *
 * @param since the event's time; where it has none, when its message was sent, else the present
 * @param note says so where the event has no time; else empty
 */
record WarningTimes(Instant since, String note) {

    /** How long before it takes a spot instance EC2 says so. */
    static final Duration LEAD = Duration.ofMinutes(2);

    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(2);
    private static final Duration LONGEST_TRUSTED_AGE = Duration.ofHours(1);

    static WarningTimes of(Delivery delivery) {
        return delivery.event()
                .envelope()
                .time()
                // One from the future would make it be looked at without an end.
                .filter(time -> !time.isAfter(delivery.now().plus(CLOCKS_DIFFER)))
                .map(time -> new WarningTimes(time, ""))
                .orElseGet(() -> assumed(delivery));
    }

    private static WarningTimes assumed(Delivery delivery) {
        var arrived = delivery.message().flatMap(WarningTimes::arrival).filter(time -> isRecent(time, delivery.now()));
        return arrived.map(time -> new WarningTimes(time, "the event has no usable time: counted from its arrival"))
                .orElseGet(() -> new WarningTimes(
                        delivery.now(), "the event has no usable time: counted from the moment it was looked at"));
    }

    private static Optional<Instant> arrival(SqsMessage message) {
        return message.sent().or(message::firstReceived);
    }

    // A sample's message has a sample's times, which say nothing about when it came.
    private static boolean isRecent(Instant time, Instant now) {
        return !time.isAfter(now) && Duration.between(time, now).compareTo(LONGEST_TRUSTED_AGE) < 0;
    }
}
