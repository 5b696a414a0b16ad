package io.groundskeeper.core.lambda;

import io.groundskeeper.core.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** SQS batches as Lambda hands them over. */
final class Batches {

    static final Instant T = Instant.parse("2026-11-30T10:00:00Z");

    private Batches() {}

    static ObjectNode event(String id) {
        var event = Json.object();
        event.put("id", id).put("source", "aws.ec2").put("detail-type", "EC2 Instance Rebalance Recommendation");
        event.put("account", "123456789012").put("region", "us-east-1").put("time", T.toString());
        event.putObject("detail").put("instance-id", "i-0a1b2c3d4e5f60001");
        return event;
    }

    static ObjectNode message(String id, String body, int receiveCount, Instant firstReceived) {
        var message = Json.object();
        message.put("messageId", id)
                .put("receiptHandle", "handle-" + id)
                .put("body", body)
                .put("md5OfBody", "e4e68fb7bd0e697a0ae8f1bb342846b3")
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:queue")
                .put("awsRegion", "us-east-1");
        message.putObject("attributes")
                .put("ApproximateReceiveCount", String.valueOf(receiveCount))
                .put("SentTimestamp", String.valueOf(firstReceived.toEpochMilli() - 15_000))
                .put("SenderId", "AIDAIENQZJOLO23YVJ4VO")
                .put("ApproximateFirstReceiveTimestamp", String.valueOf(firstReceived.toEpochMilli()));
        message.putObject("messageAttributes");
        return message;
    }

    static String of(List<ObjectNode> messages) {
        return Json.write(Map.of("Records", messages));
    }
}
