package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.removal.QueueDeletions;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.InterruptionQueues;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Deletes queues and rules by the SQS and EventBridge APIs; both of the function's Region. */
public record InterruptionDeletions(SqsClient sqs, EventBridgeClient events) implements QueueDeletions {

    private static final Set<String> NO_RULE = Set.of("ResourceNotFoundException");

    @Override
    public void removeTargets(String rule, List<String> targetIds) {
        AwsCalls.find(
                        "events:RemoveTargets",
                        NO_RULE,
                        () -> events.removeTargets(r -> r.rule(rule).ids(targetIds)))
                // EventBridge answers 200 for a target that it did not take off.
                .flatMap(answer -> answer.failedEntries().stream().findFirst())
                .ifPresent(failed -> {
                    throw new IllegalStateException("Rule %s kept its target %s: %s (%s)"
                            .formatted(rule, failed.targetId(), failed.errorMessage(), failed.errorCode()));
                });
    }

    @Override
    public void deleteRule(String rule) {
        AwsCalls.find("events:DeleteRule", NO_RULE, () -> events.deleteRule(r -> r.name(rule)));
    }

    @Override
    public void deleteQueue(String url) {
        AwsCalls.find("sqs:DeleteQueue", InterruptionQueues.ABSENT, () -> sqs.deleteQueue(r -> r.queueUrl(url)));
    }
}
