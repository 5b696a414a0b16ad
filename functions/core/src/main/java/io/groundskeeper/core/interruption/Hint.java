package io.groundskeeper.core.interruption;

/**
 * Something that may explain why Karpenter does not understand what it reads; no difference by itself.
 *
 * @param arn of what it is about; empty when it is not named
 */
public record Hint(Type type, String arn) {

    /** What was seen. */
    public enum Type {
        /**
         * The queue's policy lets an SNS topic in. Karpenter deletes what comes in SNS's envelope unread, which it has
         * unless the subscription delivers raw.
         */
        SNS_IN_POLICY
    }
}
