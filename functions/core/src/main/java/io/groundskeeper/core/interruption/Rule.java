package io.groundskeeper.core.interruption;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * An EventBridge rule on the default bus as it is.
 *
 * @param pattern a missing node when it has none
 */
public record Rule(String arn, JsonNode pattern, boolean enabled, List<RuleTarget> targets, Map<String, String> tags) {

    public Rule {
        targets = List.copyOf(targets);
        tags = Map.copyOf(tags);
    }
}
