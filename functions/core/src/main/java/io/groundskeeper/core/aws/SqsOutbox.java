package io.groundskeeper.core.aws;

import io.groundskeeper.core.slack.Outbox;
import java.time.Duration;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The outbox as an SQS queue.
 *
 * @param queueUrl of the outbox queue
 */
public record SqsOutbox(SqsClient sqs, String queueUrl) implements Outbox {

    @Override
    public void put(String body, Duration delay) {
        sqs.sendMessage(r -> r.queueUrl(queueUrl).messageBody(body).delaySeconds(Math.toIntExact(delay.toSeconds())));
    }
}
