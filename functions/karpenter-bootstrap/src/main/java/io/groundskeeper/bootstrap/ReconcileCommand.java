package io.groundskeeper.bootstrap;

import io.groundskeeper.core.lambda.InvalidInputException;
import tools.jackson.databind.JsonNode;

/** The command {@code {"reconcile":true}}: the same as the schedule, now. */
final class ReconcileCommand {

    static final String EXAMPLE = "{\"reconcile\":true}";

    private ReconcileCommand() {}

    static boolean looksLikeOne(JsonNode json) {
        return json.has("reconcile");
    }

    /** @throws InvalidInputException if it asks for anything else besides */
    static void check(JsonNode json) {
        if (json.size() != 1 || !json.path("reconcile").booleanValue(false)) {
            throw new InvalidInputException(
                    "The command cannot be carried out: \"reconcile\" must be true and stand alone, since it is about all clusters. %s accepts %s; one cluster alone, also as a dry run: %s."
                            .formatted(
                                    BootstrapReport.FUNCTION, EXAMPLE, String.join(" or ", BootstrapCommand.EXAMPLES)));
        }
    }
}
