package io.groundskeeper.core.aws;

import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Trust;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDeletedRecentlyException;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Queues by the SQS API.
 *
 * @param sqs of the function's Region
 * @param sibling the URL of any queue of the same account and Region: the last part of a queue's URL is its name, so that
 *     none is asked for; empty to ask
 */
public record InterruptionQueues(SqsClient sqs, Optional<String> sibling) implements Queues {

    // The second is the old query protocol's name, which emulators still use.
    /** The error codes of SQS for a queue that is not there. */
    public static final Set<String> ABSENT = Set.of("QueueDoesNotExist", "AWS.SimpleQueueService.NonExistentQueue");

    @Override
    public Optional<Queue> find(String name, Trust<Queue> trust) {
        return sibling.map(url -> url.substring(0, url.lastIndexOf('/') + 1) + name)
                .or(() -> AwsCalls.find(
                        "sqs:GetQueueUrl",
                        ABSENT,
                        () -> sqs.getQueueUrl(r -> r.queueName(name)).queueUrl()))
                // Deleted a moment ago, it may still have a URL.
                .flatMap(url -> AwsCalls.find("sqs:GetQueueAttributes", ABSENT, () -> read(url, trust)));
    }

    @Override
    public void create(String name, Map<String, String> attributes, Map<String, String> tags) {
        try {
            AwsCalls.call(
                    "sqs:CreateQueue",
                    () -> sqs.createQueue(r ->
                            r.queueName(name).attributesWithStrings(attributes).tags(tags)));
        } catch (QueueDeletedRecentlyException e) {
            throw recreatedLater(name, e);
        }
    }

    @Override
    public void set(String url, Map<String, String> attributes) {
        try {
            AwsCalls.call(
                    "sqs:SetQueueAttributes",
                    () -> sqs.setQueueAttributes(r -> r.queueUrl(url).attributesWithStrings(attributes)));
        } catch (SqsException e) {
            if (ABSENT.contains(AwsCalls.code(e))) {
                throw recreatedLater(url.substring(url.lastIndexOf('/') + 1), e);
            }
            throw e;
        }
    }

    @Override
    public void tag(String url, Map<String, String> tags) {
        AwsCalls.call("sqs:TagQueue", () -> sqs.tagQueue(r -> r.queueUrl(url).tags(tags)));
    }

    private static NotYetException recreatedLater(String name, SqsException cause) {
        return new NotYetException(
                "Queue %s was deleted less than a minute ago, and SQS does not create it again before that"
                        .formatted(name),
                Duration.ofMinutes(1),
                cause);
    }

    private Queue read(String url, Trust<Queue> trust) {
        var attributes = sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.ALL))
                .attributesAsStrings();
        return new Queue(url, attributes, trust.tags(new Queue(url, attributes, Map.of()), () -> tags(url)));
    }

    private Map<String, String> tags(String url) {
        return AwsCalls.call(
                "sqs:ListQueueTags",
                () -> sqs.listQueueTags(r -> r.queueUrl(url)).tags());
    }
}
