package io.groundskeeper.interruption.digest;

import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.interruption.duty.Duty;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What is asked for by hand: the digest, now.
 *
 * @param dryRun tell nobody
 */
record DigestCommand(boolean dryRun) {

    static final String EXAMPLE = "{\"digest\":true}";

    private static final Set<String> KEYS = Set.of("digest", "dryRun");

    static boolean looksLikeOne(JsonNode json) {
        return json.has("digest");
    }

    /** @throws InvalidInputException if a key is unknown or a value cannot be used */
    static DigestCommand of(JsonNode json) {
        var unknown = new TreeSet<>(json.propertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw invalid("it does not know " + String.join(", ", unknown));
        }
        if (!json.path("digest").booleanValue(false)) {
            throw invalid("\"digest\" must be true, not " + json.path("digest"));
        }
        if (json.has("dryRun") && !json.path("dryRun").isBoolean()) {
            throw invalid("\"dryRun\" must be true or false, not " + json.path("dryRun"));
        }
        return new DigestCommand(json.path("dryRun").asBoolean(false));
    }

    private static InvalidInputException invalid(String why) {
        return new InvalidInputException(
                "The command cannot be carried out: %s. %s accepts %s, also with \"dryRun\":true."
                        .formatted(why, Duty.FUNCTION, EXAMPLE));
    }
}
