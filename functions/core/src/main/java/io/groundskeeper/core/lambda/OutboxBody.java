package io.groundskeeper.core.lambda;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The body of a message in the outbox queue: {@code {"notify":{...}}}, a Slack payload that Slack did not take. */
final class OutboxBody {

    private OutboxBody() {}

    /** The payload in it; empty when the body is something else. */
    static Optional<JsonNode> find(String body) {
        // Cheap first: nearly all bodies are events, and an event is parsed once.
        if (!body.contains("\"notify\"")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(body).path("notify")).filter(JsonNode::isObject);
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }
}
