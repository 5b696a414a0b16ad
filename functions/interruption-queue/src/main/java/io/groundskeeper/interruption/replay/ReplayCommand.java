package io.groundskeeper.interruption.replay;

import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.interruption.duty.Duty;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What is asked for by hand: the dead letter queues' messages once more.
 *
 * @param dryRun count only
 */
record ReplayCommand(boolean dryRun) {

    static final String EXAMPLE = "{\"replay\":\"dlq\"}";

    private static final Set<String> KEYS = Set.of("replay", "dryRun");

    static boolean looksLikeOne(JsonNode json) {
        return json.has("replay");
    }

    /** @throws InvalidInputException if a key is unknown or a value cannot be used */
    static ReplayCommand of(JsonNode json) {
        var unknown = new TreeSet<>(json.propertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw invalid("it does not know " + String.join(", ", unknown));
        }
        if (!json.path("replay").asString("").equals("dlq")) {
            throw invalid("\"replay\" must be \"dlq\", not " + json.path("replay"));
        }
        if (json.has("dryRun") && !json.path("dryRun").isBoolean()) {
            throw invalid("\"dryRun\" must be true or false, not " + json.path("dryRun"));
        }
        return new ReplayCommand(json.path("dryRun").asBoolean(false));
    }

    private static InvalidInputException invalid(String why) {
        return new InvalidInputException(
                "The command cannot be carried out: %s. %s accepts %s, also with \"dryRun\":true."
                        .formatted(why, Duty.FUNCTION, EXAMPLE));
    }
}
