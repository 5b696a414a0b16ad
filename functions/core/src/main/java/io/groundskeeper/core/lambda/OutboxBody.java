package io.groundskeeper.core.lambda;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import tools.jackson.databind.JsonNode;

/** The body of a message in the outbox queue: {@code {"notify":{...}}}, a Slack payload that Slack did not take. */
final class OutboxBody {

    private OutboxBody() {}

    static boolean isOne(String body) {
        // Cheap first: nearly all bodies are events, and an event is parsed once.
        if (!body.contains("\"notify\"")) {
            return false;
        }
        try {
            return Json.read(body).path("notify").isObject();
        } catch (MalformedJsonException e) {
            return false;
        }
    }

    static JsonNode read(String body) {
        return Json.read(body).path("notify");
    }
}
