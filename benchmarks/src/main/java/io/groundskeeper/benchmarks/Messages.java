package io.groundskeeper.benchmarks;

import io.groundskeeper.core.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A queue of warnings, handed out in batches as Lambda's event source mapping does. */
final class Messages {

    private static final String NAME = "benchmark-warnings";
    private static final String ARN = "arn:aws:sqs:us-east-1:123456789012:" + NAME;

    private final SqsClient sqs;
    private final String url;

    Messages(SqsClient sqs) {
        this.sqs = sqs;
        this.url = sqs.createQueue(ask -> ask.queueName(NAME)).queueUrl();
    }

    /** A spot warning, given when {@code time} was. */
    static String warning(String instanceId, Instant time) {
        var event = event("EC2 Spot Instance Interruption Warning", time);
        return event.formatted(instanceId, "\"instance-action\":\"terminate\"");
    }

    /** An instance's start, which is nothing to us. */
    static String start(Instant time) {
        return event("EC2 Instance State-change Notification", time)
                .formatted("i-0a1b2c3d4e5f60001", "\"state\":\"running\"");
    }

    private static String event(String type, Instant time) {
        return """
                {"version":"0","id":"%s","detail-type":"%s","source":"aws.ec2","account":"123456789012","time":"%s",\
                "region":"us-east-1","resources":[],"detail":{"instance-id":"%%s",%%s}}""".formatted(UUID.randomUUID(), type, time.truncatedTo(ChronoUnit.SECONDS));
    }

    void send(String body) {
        sqs.sendMessage(ask -> ask.queueUrl(url).messageBody(body));
    }

    /** Up to ten that are due; none if none is. */
    List<Message> receive() {
        return sqs.receiveMessage(ask -> ask.queueUrl(url)
                        .maxNumberOfMessages(10)
                        .visibilityTimeout(25)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    void delete(List<Message> done) {
        done.forEach(message -> sqs.deleteMessage(ask -> ask.queueUrl(url).receiptHandle(message.receiptHandle())));
    }

    /** Messages as Lambda hands them over. */
    static String batch(List<Message> messages) {
        var batch = Json.object();
        var records = batch.putArray("Records");
        for (var message : messages) {
            var record = records.addObject()
                    .put("messageId", message.messageId())
                    .put("receiptHandle", message.receiptHandle())
                    .put("body", message.body())
                    .put("eventSource", "aws:sqs")
                    .put("eventSourceARN", ARN)
                    .put("awsRegion", "us-east-1");
            var attributes = record.putObject("attributes");
            message.attributesAsStrings()
                    .forEach((name, value) ->
                            attributes.put(name, name.endsWith("Timestamp") ? value.replaceFirst("\\..*", "") : value));
        }
        return Json.write(batch);
    }
}
