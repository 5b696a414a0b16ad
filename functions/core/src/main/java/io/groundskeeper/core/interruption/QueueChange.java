package io.groundskeeper.core.interruption;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A change that brings a queue or one of its rules to what it should be. */
public sealed interface QueueChange {

    /** Of what is changed. */
    String arn();

    /** The queue comes to be. */
    record Create(String arn, String name, Map<String, String> attributes) implements QueueChange {
        public Create {
            attributes = Map.copyOf(attributes);
        }
    }

    /** Attributes of the queue are set. */
    record SetAttributes(String arn, String url, Map<String, String> attributes) implements QueueChange {
        public SetAttributes {
            attributes = Map.copyOf(attributes);
        }
    }

    /** The queue is tagged as ours. */
    record TagQueue(String arn, String url, Map<String, String> tags) implements QueueChange {
        public TagQueue {
            tags = Map.copyOf(tags);
        }
    }

    /** A rule of ours comes to be. */
    record CreateRule(String arn, DesiredRule rule) implements QueueChange {}

    /**
     * A rule of ours gets its pattern and is enabled.
     *
     * @param detail what was wrong with it, in words
     */
    record UpdateRule(String arn, DesiredRule rule, String detail) implements QueueChange {}

    /** A rule is enabled, and all else of it stays. */
    record EnableRule(String arn, String rule) implements QueueChange {}

    /** A rule is disabled, and all else of it stays. */
    record DisableRule(String arn, String rule) implements QueueChange {}

    /** A rule is tagged as ours. */
    record TagRule(String arn, Map<String, String> tags) implements QueueChange {
        public TagRule {
            tags = Map.copyOf(tags);
        }
    }

    /**
     * A rule's target becomes the queue, with events as they are.
     *
     * @param isNew whether the rule has no target of that id
     */
    record PutTarget(String arn, String rule, String targetId, String queueArn, boolean isNew) implements QueueChange {}

    /** The same changes with those of one queue's attributes made by one call, at the place of the first. */
    static List<QueueChange> joined(List<QueueChange> changes) {
        var attributes = new LinkedHashMap<String, Map<String, String>>();
        changes.forEach(change -> {
            if (change instanceof SetAttributes set) {
                attributes.computeIfAbsent(set.url(), url -> new TreeMap<>()).putAll(set.attributes());
            }
        });
        var joined = new ArrayList<QueueChange>();
        for (var change : changes) {
            if (!(change instanceof SetAttributes set)) {
                joined.add(change);
            } else if (attributes.containsKey(set.url())) {
                joined.add(new SetAttributes(set.arn(), set.url(), attributes.remove(set.url())));
            }
        }
        return List.copyOf(joined);
    }
}
