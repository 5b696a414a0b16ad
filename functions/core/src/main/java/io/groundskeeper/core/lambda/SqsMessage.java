package io.groundskeeper.core.lambda;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One message of the batch that an SQS event source mapping hands to a function.
 *
 * @param messageId answers {@code batchItemFailures}
 * @param receiptHandle of this receive, for ChangeMessageVisibility
 * @param queueArn the queue that it came from
 * @param receiveCount how often it was handed out, this time included; at least 1
 * @param firstReceived when it was handed out first; empty when the attribute is absent
 * @param body as sent
 * @param sent when it was put into the queue; empty when the attribute is absent
 */
public record SqsMessage(
        String messageId,
        String receiptHandle,
        String queueArn,
        int receiveCount,
        Optional<Instant> firstReceived,
        String body,
        Optional<Instant> sent) {

    /** A message of which it is not known when it was sent. */
    public SqsMessage(
            String messageId,
            String receiptHandle,
            String queueArn,
            int receiveCount,
            Optional<Instant> firstReceived,
            String body) {
        this(messageId, receiptHandle, queueArn, receiveCount, firstReceived, body, Optional.empty());
    }

    static boolean looksLikeOne(JsonNode json) {
        return json.path("messageId").isString()
                && json.path("body").isString()
                && json.path("eventSource").asString("").equals("aws:sqs");
    }

    static SqsMessage of(JsonNode json) {
        var attributes = json.path("attributes");
        return new SqsMessage(
                json.path("messageId").stringValue(),
                json.path("receiptHandle").asString(""),
                json.path("eventSourceARN").asString(""),
                Math.max(1, attributes.path("ApproximateReceiveCount").asInt(1)),
                time(attributes.path("ApproximateFirstReceiveTimestamp")),
                json.path("body").stringValue(),
                time(attributes.path("SentTimestamp")));
    }

    private static Optional<Instant> time(JsonNode millis) {
        return Optional.of(millis.asLong(0)).filter(value -> value > 0).map(Instant::ofEpochMilli);
    }
}
