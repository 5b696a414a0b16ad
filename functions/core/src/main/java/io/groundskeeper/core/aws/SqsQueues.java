package io.groundskeeper.core.aws;

import io.groundskeeper.core.lambda.MessageQueue;
import io.groundskeeper.core.lambda.SqsMessage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The queues that messages come from, by the ARN that each message carries. Safe for use by several threads. */
public final class SqsQueues implements MessageQueue {

    private final SqsClient sqs;
    private final Map<String, String> urls = new ConcurrentHashMap<>();

    /** @param sqs of the function's region, where its queues are */
    public SqsQueues(SqsClient sqs) {
        this.sqs = sqs;
    }

    @Override
    public void hide(SqsMessage message, Duration visibility) {
        var url = urls.computeIfAbsent(message.queueArn(), this::url);
        sqs.changeMessageVisibility(r -> r.queueUrl(url)
                .receiptHandle(message.receiptHandle())
                .visibilityTimeout(Math.toIntExact(visibility.toSeconds())));
    }

    private String url(String arn) {
        var parts = arn.split(":", -1);
        if (parts.length != 6) {
            throw new IllegalArgumentException("Not the ARN of a queue: \"%s\"".formatted(arn));
        }
        return sqs.getQueueUrl(r -> r.queueName(parts[5]).queueOwnerAWSAccountId(parts[4]))
                .queueUrl();
    }
}
