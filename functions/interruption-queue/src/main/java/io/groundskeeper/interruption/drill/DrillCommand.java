package io.groundskeeper.interruption.drill;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.interruption.duty.Duty;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What is asked for by hand: a test warning.
 *
 * @param dryRun send nothing
 */
record DrillCommand(String cluster, String instanceId, boolean dryRun) {

    static final String EXAMPLE = "{\"cluster\":\"dev\",\"drill\":\"i-0a1b2c3d4e5f60001\"}";

    private static final Set<String> KEYS = Set.of("cluster", "drill", "dryRun");
    private static final Pattern INSTANCE_ID = Pattern.compile("i-[0-9a-f]{8,17}");

    static boolean looksLikeOne(JsonNode json) {
        return json.has("drill");
    }

    static boolean isInstanceId(String text) {
        return INSTANCE_ID.matcher(text).matches();
    }

    /** @throws InvalidInputException if a key is unknown or a value cannot be used */
    static DrillCommand of(JsonNode json) {
        var unknown = new TreeSet<>(json.propertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw invalid("it does not know " + String.join(", ", unknown));
        }
        var cluster = json.path("cluster").stringValueOpt().orElse("");
        if (!ClusterId.isName(cluster)) {
            throw invalid("\"cluster\" must be the name of an EKS cluster, as text, not " + shown(json, "cluster"));
        }
        var instanceId = json.path("drill").stringValueOpt().orElse("");
        if (!isInstanceId(instanceId)) {
            throw invalid("\"drill\" must be the id of one of its instances, as text, not " + shown(json, "drill"));
        }
        if (json.has("dryRun") && !json.path("dryRun").isBoolean()) {
            throw invalid("\"dryRun\" must be true or false, not " + json.path("dryRun"));
        }
        return new DrillCommand(cluster, instanceId, json.path("dryRun").asBoolean(false));
    }

    private static String shown(JsonNode json, String key) {
        return json.has(key) ? json.path(key).toString() : "absent";
    }

    private static InvalidInputException invalid(String why) {
        return new InvalidInputException(
                "The command cannot be carried out: %s. %s accepts %s, also with \"dryRun\":true."
                        .formatted(why, Duty.FUNCTION, EXAMPLE));
    }
}
