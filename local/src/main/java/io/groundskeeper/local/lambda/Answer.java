package io.groundskeeper.local.lambda;

import io.groundskeeper.core.json.Json;

/** What came of an invocation. */
public sealed interface Answer {

    /** The JSON: the function's answer, or the error's type and message. */
    String json();

    /** The function returned. */
    record Returned(String json) implements Answer {}

    /** The function threw, did not start, or was ended at its timeout. */
    record Thrown(String json) implements Answer {

        /** Only what Lambda shows its caller too: type and message. */
        static Thrown of(String error) {
            var posted = Json.read(error);
            return of(
                    posted.path("errorType").asString("Unknown"),
                    posted.path("errorMessage").asString(""));
        }

        static Thrown of(String type, String message) {
            var json = Json.object();
            json.put("errorType", type);
            json.put("errorMessage", message);
            return new Thrown(Json.write(json));
        }
    }
}
