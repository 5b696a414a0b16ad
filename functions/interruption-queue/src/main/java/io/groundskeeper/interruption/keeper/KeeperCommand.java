package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.interruption.duty.Duty;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What is asked for by hand: queues and rules brought in order.
 *
 * @param cluster whose; empty for all that we look after
 * @param dryRun change nothing
 * @param mendForeign mend also what others made
 */
record KeeperCommand(Optional<String> cluster, boolean dryRun, boolean mendForeign) {

    static final List<String> EXAMPLES =
            List.of("{\"keeper\":true}", "{\"cluster\":\"dev\",\"keeper\":true,\"dryRun\":true}");

    private static final Set<String> KEYS = Set.of("keeper", "cluster", "dryRun", "mendForeign");

    static boolean looksLikeOne(JsonNode json) {
        return json.has("keeper");
    }

    /** @throws InvalidInputException if a key is unknown or a value cannot be used */
    static KeeperCommand of(JsonNode json) {
        var unknown = new TreeSet<>(json.propertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw invalid("it does not know " + String.join(", ", unknown));
        }
        if (!json.path("keeper").booleanValue(false)) {
            throw invalid("\"keeper\" must be true, not " + json.path("keeper"));
        }
        return new KeeperCommand(cluster(json), flag(json, "dryRun"), flag(json, "mendForeign"));
    }

    private static Optional<String> cluster(JsonNode json) {
        if (!json.has("cluster")) {
            return Optional.empty();
        }
        var name = json.path("cluster").stringValueOpt().orElse("");
        if (!ClusterId.isName(name)) {
            throw invalid("\"cluster\" must be the name of an EKS cluster, not " + json.path("cluster"));
        }
        return Optional.of(name);
    }

    private static boolean flag(JsonNode json, String key) {
        if (json.has(key) && !json.path(key).isBoolean()) {
            throw invalid("\"%s\" must be true or false, not %s".formatted(key, json.path(key)));
        }
        return json.path(key).booleanValue(false);
    }

    static InvalidInputException invalid(String why) {
        return new InvalidInputException(
                "The command cannot be carried out: %s. %s accepts %s, also with \"mendForeign\":true."
                        .formatted(why, Duty.FUNCTION, String.join(" or ", EXAMPLES)));
    }
}
