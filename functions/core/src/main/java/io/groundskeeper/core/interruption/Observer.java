package io.groundskeeper.core.interruption;

import io.groundskeeper.core.aws.MissingPermissionException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads all that the desired state is about. */
public record Observer(Queues queues, Rules rules, Keys keys) {

    private static final String KEY = "KmsMasterKeyId";

    /**
     * What there is.
     *
     * @throws MissingPermissionException if the function may not look; not for the key, whose own policy may keep it out
     */
    public Found observe(DesiredState desired) {
        var queue = queues.find(desired.queueName());
        var found = new LinkedHashMap<String, Rule>();
        rules.aimedAt(desired.queueArn()).forEach(rule -> found.put(rule.name(), rule));
        var ours = DesiredRule.of(desired.names()).stream()
                .map(DesiredRule::name)
                .filter(name -> !found.containsKey(name))
                .collect(Collectors.toSet());
        if (!ours.isEmpty()) {
            found.putAll(rules.find(ours));
        }
        return new Found(queue, List.copyOf(found.values()), key(queue));
    }

    /** The key that a queue names. */
    public Key key(Optional<Queue> queue) {
        var id = queue.map(there -> there.attributes().getOrDefault(KEY, "")).orElse("");
        if (id.isEmpty()) {
            return new Key.NotAsked();
        }
        try {
            return keys.find(id);
        } catch (MissingPermissionException e) {
            // Said as a difference: a key's owner decides who may look at it.
            return new Key.Unreadable(e.getMessage());
        }
    }
}
