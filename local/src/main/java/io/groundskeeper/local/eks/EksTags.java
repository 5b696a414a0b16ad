package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which tags EKS takes. */
final class EksTags {
    private static final int MOST = 50;

    private EksTags() {}

    /** The tags of a creating call, none when it has none. */
    static ObjectNode of(JsonNode body) {
        var tags = Json.object();
        add(tags, body.path("tags"));
        return tags;
    }

    /** Adds tags to those that are there. */
    static void add(ObjectNode there, JsonNode more) {
        var merged = there.deepCopy();
        for (var tag : more.properties()) {
            merged.set(tag.getKey(), checked(tag.getKey(), tag.getValue()));
        }
        if (merged.size() > MOST) {
            throw Refusal.invalid("Tags can have at most " + MOST + " entries");
        }
        there.setAll(merged);
    }

    private static JsonNode checked(String key, JsonNode value) {
        if (key.isEmpty() || key.length() > 128) {
            throw Refusal.invalid("Tag keys must have 1 to 128 characters");
        }
        if (key.toLowerCase(Locale.ROOT).startsWith("aws:")) {
            throw Refusal.invalid("Tag keys must not start with aws: since that prefix is reserved: " + key);
        }
        if (!value.isString() || value.asString("").length() > 256) {
            throw Refusal.invalid("Tag values must be texts of at most 256 characters: " + key);
        }
        return value;
    }
}
