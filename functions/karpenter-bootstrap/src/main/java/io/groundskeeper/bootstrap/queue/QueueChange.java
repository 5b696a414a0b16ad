package io.groundskeeper.bootstrap.queue;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Change.Action;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.core.interruption.DesiredQueue;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.json.Json;
import java.util.Map;
import java.util.TreeMap;

/** A change of the interruption queue or one of its rules. */
public sealed interface QueueChange extends PlannedChange {

    /** The queue comes to be. */
    record Create(String arn, String name, Map<String, String> attributes) implements QueueChange {
        @Override
        public Change described() {
            return new Change(Action.CREATE, arn, DesiredQueue.words(attributes));
        }
    }

    /** Attributes of the queue are mended. */
    record SetAttributes(String arn, String url, Map<String, String> attributes) implements QueueChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, DesiredQueue.words(attributes));
        }
    }

    /** The queue is tagged. */
    record TagQueue(String arn, String url, Map<String, String> tags) implements QueueChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "tags " + Json.write(new TreeMap<>(tags)));
        }
    }

    /** A rule comes to be. */
    record CreateRule(String arn, DesiredRule rule) implements QueueChange {
        @Override
        public Change described() {
            return new Change(Action.CREATE, arn, rule.description() + ": " + rule.kinds());
        }
    }

    /**
     * A rule is mended.
     *
     * @param detail what was wrong with it, in words
     */
    record UpdateRule(String arn, DesiredRule rule, String detail) implements QueueChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, detail);
        }
    }

    /** A rule is tagged. */
    record TagRule(String arn, Map<String, String> tags) implements QueueChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "tags " + Json.write(new TreeMap<>(tags)));
        }
    }

    /** A rule's target becomes the queue. */
    record PutTarget(String arn, String rule, String queueArn, boolean isNew) implements QueueChange {
        @Override
        public Change described() {
            return new Change(
                    isNew ? Action.CREATE : Action.UPDATE, arn + " target " + DesiredRule.TARGET_ID, queueArn);
        }
    }
}
