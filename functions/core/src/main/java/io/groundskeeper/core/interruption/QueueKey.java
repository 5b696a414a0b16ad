package io.groundskeeper.core.interruption;

import java.util.List;
import java.util.Optional;

/** Whether EventBridge can use the KMS key by which a queue is encrypted. */
record QueueKey(String queueArn, Key key, List<SendCall> calls) {

    private static final String AWS_MANAGED = "alias/aws/sqs";
    // The second also stands for those without plaintext, by which some policies write it.
    private static final List<String> NEEDED = List.of("kms:Decrypt", "kms:GenerateDataKey");

    QueueKey {
        calls = List.copyOf(calls);
    }

    /** Whether it is AWS's own for SQS. */
    boolean isAwsManaged(String id) {
        return id.equals(AWS_MANAGED)
                || id.endsWith(":" + AWS_MANAGED)
                || (key instanceof Key.Present present && present.awsManaged());
    }

    /** What is wrong with it, in words; empty when nothing is. */
    Optional<String> fault(String id) {
        return switch (key) {
            case Key.NotAsked() -> Optional.empty();
            case Key.Absent() ->
                Optional.of("its KMS key %s is not there: nothing arrives. Give the queue another key, or SSE-SQS"
                        .formatted(id));
            case Key.Unreadable(var why) ->
                Optional.of("whether EventBridge may use its KMS key %s could not be checked: %s".formatted(id, why));
            case Key.Present(var arn, var awsManaged, var usable, var policy) ->
                usable
                        ? refused(PolicyDocument.of(policy), arn)
                        : Optional.of(
                                "its KMS key %s is disabled or about to be deleted: nothing arrives. Enable it, or give the queue another key"
                                        .formatted(arn));
        };
    }

    private Optional<String> refused(PolicyDocument policy, String arn) {
        var refused = NEEDED.stream()
                .filter(action -> !calls.stream().allMatch(call -> policy.allows(action, arn, call))
                        || isDenied(policy, action, arn))
                .toList();
        return refused.isEmpty()
                ? Optional.empty()
                : Optional.of("the policy of its KMS key %s does not surely let %s do %s: allow it there"
                        .formatted(arn, SendCall.SERVICE, String.join(" and ", refused)));
    }

    private boolean isDenied(PolicyDocument policy, String action, String arn) {
        return !policy.denials(Truth.YES, action, arn, calls).isEmpty()
                || !policy.denials(Truth.UNKNOWN, action, arn, calls).isEmpty();
    }
}
