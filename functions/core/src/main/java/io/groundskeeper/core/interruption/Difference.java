package io.groundskeeper.core.interruption;

import java.util.List;

/**
 * Something that is not as it should be.
 *
 * @param resource the ARN of the queue or rule
 * @param subject what of it, the same however much it differs; one difference at most for a resource and subject
 * @param words what is, and what should be
 * @param owner whose the resource is: what is not ours is mended only when someone says so
 * @param changes those that mend it; none when only a person can
 */
public record Difference(String resource, Subject subject, String words, Owner owner, List<QueueChange> changes) {

    /** What of a queue or rule can differ. */
    public enum Subject {
        EXISTENCE,
        KIND_OF_QUEUE,
        RETENTION,
        DELAY,
        MESSAGE_SIZE,
        ENCRYPTION,
        POLICY,
        TAGS,
        RULES,
        PATTERN_AND_STATE,
        TARGET,
        CLUSTER
    }

    public Difference {
        changes = List.copyOf(changes);
    }

    /** Whether there is a change that mends it. */
    public boolean isMendable() {
        return !changes.isEmpty();
    }

    /** The same, left to a person. */
    Difference forAPerson() {
        return new Difference(resource, subject, words, owner, List.of());
    }
}
