package io.groundskeeper.interruption.drill;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.SqsMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long each leg of a test warning's way took, in milliseconds; null where that is not known.
 *
 * @param sentToEventMs from the command to the event's time. EventBridge gives that in whole seconds, so this and the next
 *     are true to a second only, and this may be negative
 * @param eventToQueueMs from the event's time to its arrival in the queue
 * @param sentToQueueMs the sum of both, exact
 * @param queueToHandedOutMs until the queue first handed it out: its own delay and the poll
 * @param handedOutToBegunMs until the function began with it: its start, and earlier attempts
 * @param tagsMs until the instance's tags were found
 * @param clusterMs the look into the cluster
 * @param decisionMs the decision
 * @param totalMs from the command to the decision
 */
record Legs(
        Long sentToEventMs,
        Long eventToQueueMs,
        Long sentToQueueMs,
        Long queueToHandedOutMs,
        Long handedOutToBegunMs,
        Long tagsMs,
        Long clusterMs,
        Long decisionMs,
        Long totalMs) {

    /** What takes longer is no leg of a drill: one of its times is a sample's. */
    private static final Duration LONGEST = Duration.ofHours(1);

    /** The legs until the function began with it. */
    static Legs of(Delivery delivery, Event.Drill drill) {
        var event = drill.envelope().time();
        var queued = delivery.message().flatMap(SqsMessage::sent);
        var handedOut = delivery.message().flatMap(SqsMessage::firstReceived);
        var sent = Optional.of(drill.sent());
        return new Legs(
                between(sent, event),
                between(event, queued),
                between(sent, queued),
                between(queued, handedOut),
                between(handedOut, Optional.of(delivery.now())),
                null,
                null,
                null,
                null);
    }

    /** These, and those inside the function. */
    Legs and(Rehearsal.Seen seen, Delivery delivery, Event.Drill drill) {
        var inside = Stream.of(seen.tags(), seen.look(), seen.decision())
                .flatMap(Optional::stream)
                .reduce(Duration.ZERO, Duration::plus);
        var decidedAt = Optional.of(delivery.now().plus(inside)).filter(end -> seen.isDecided());
        return new Legs(
                sentToEventMs,
                eventToQueueMs,
                sentToQueueMs,
                queueToHandedOutMs,
                handedOutToBegunMs,
                millis(seen.tags()),
                millis(seen.look()),
                millis(seen.decision()),
                between(Optional.of(drill.sent()), decidedAt));
    }

    private static Long between(Optional<Instant> from, Optional<Instant> to) {
        return millis(from.flatMap(start -> to.map(end -> Duration.between(start, end))));
    }

    private static Long millis(Optional<Duration> leg) {
        return leg.filter(time -> time.abs().compareTo(LONGEST) < 0)
                .map(Duration::toMillis)
                .orElse(null);
    }
}
