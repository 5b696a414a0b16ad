package io.groundskeeper.core.interruption;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * An EventBridge rule on the default bus as it is.
 *
 * @param pattern an empty object when it has none
 */
public record Rule(String arn, JsonNode pattern, boolean enabled, List<RuleTarget> targets, Map<String, String> tags) {

    public Rule {
        targets = List.copyOf(targets);
        tags = Map.copyOf(tags);
    }

    /** Its name. */
    public String name() {
        return nameOf(arn);
    }

    /** Whether it has a queue as its target, with events as they are or altered. */
    boolean isAimed(String queueArn) {
        return targets.stream().anyMatch(target -> target.arn().equals(queueArn));
    }

    /** Whether a queue gets events from it as they are, when it is enabled. */
    boolean isAimedUnaltered(String queueArn) {
        return targets.stream().anyMatch(target -> target.arn().equals(queueArn) && target.unaltered());
    }

    /** Whether it fills a queue. */
    boolean fills(String queueArn) {
        return enabled && isAimedUnaltered(queueArn);
    }

    /** The name in the ARN of a rule on the default bus. */
    static String nameOf(String arn) {
        return arn.substring(arn.lastIndexOf('/') + 1);
    }
}
