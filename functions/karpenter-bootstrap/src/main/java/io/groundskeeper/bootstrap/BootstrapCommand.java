package io.groundskeeper.bootstrap;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.lambda.InvalidInputException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What is asked for by hand.
 *
 * @param cluster the one to bootstrap and keep in order from now on
 * @param dryRun plan only
 * @param amiRefresh pin the newest image for nodes, although the one that they have is good
 * @param remove remove Karpenter from it instead, and all that was made for it
 */
record BootstrapCommand(String cluster, boolean dryRun, boolean amiRefresh, boolean remove) {

    static final List<String> EXAMPLES = List.of(
            "{\"cluster\":\"dev\"}",
            "{\"cluster\":\"dev\",\"dryRun\":true}",
            "{\"cluster\":\"dev\",\"amiRefresh\":true}",
            "{\"cluster\":\"dev\",\"remove\":true}");

    private static final Set<String> KEYS = Set.of("cluster", "dryRun", "amiRefresh", "remove");

    static boolean looksLikeOne(JsonNode json) {
        return json.has("cluster");
    }

    /** @throws InvalidInputException if a key is unknown or a value cannot be used */
    static BootstrapCommand of(JsonNode json) {
        var unknown = new TreeSet<>(json.propertyNames());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw invalid("it does not know " + String.join(", ", unknown));
        }
        var cluster = json.path("cluster").stringValueOpt().orElse("");
        if (!ClusterId.isName(cluster)) {
            throw invalid("\"cluster\" must be the name of an EKS cluster, as text, not " + json.path("cluster"));
        }
        boolean amiRefresh = flag(json, "amiRefresh");
        boolean remove = flag(json, "remove");
        if (amiRefresh && remove) {
            throw invalid("\"amiRefresh\" and \"remove\" exclude each other");
        }
        return new BootstrapCommand(cluster, flag(json, "dryRun"), amiRefresh, remove);
    }

    private static boolean flag(JsonNode json, String key) {
        if (json.has(key) && !json.path(key).isBoolean()) {
            throw invalid("\"%s\" must be true or false, not %s".formatted(key, json.path(key)));
        }
        return json.path(key).asBoolean(false);
    }

    private static InvalidInputException invalid(String why) {
        return new InvalidInputException("The command cannot be carried out: %s. %s accepts %s."
                .formatted(why, BootstrapReport.FUNCTION, String.join(" or ", EXAMPLES)));
    }
}
