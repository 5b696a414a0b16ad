package io.groundskeeper.core.lambda;

import io.groundskeeper.core.event.Event;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One event that a function is to handle, with how it came.
 *
 * @param id the SQS message's id, or the event's own for a single event; unique in one invocation
 * @param event what happened
 * @param now what time it is for decisions about this event
 * @param message the SQS message that carried it; empty for a single event
 */
public record Delivery(String id, Event event, Instant now, Optional<SqsMessage> message) {

    /** What a log line about it carries: the message's id, and the event's id, account and region. */
    Map<String, String> logFields() {
        var envelope = event.envelope();
        return Map.of(
                "messageId", id,
                "eventId", envelope.id(),
                "account", envelope.account(),
                "region", envelope.region());
    }
}
