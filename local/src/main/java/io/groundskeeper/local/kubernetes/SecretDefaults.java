package io.groundskeeper.local.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** What the server makes of a Secret at every write: it has a type, and plain strings become data. */
final class SecretDefaults {
    private static final String PLAIN = "stringData";

    private SecretDefaults() {}

    static void apply(ResourceType type, ObjectNode object) {
        if (!type.qualified().equals("secrets")) {
            return;
        }
        if (object.path("type").asString("").isEmpty()) {
            object.put("type", "Opaque");
        }
        if (object.path(PLAIN) instanceof ObjectNode plain) {
            ObjectNode data = object.withObjectProperty("data");
            plain.properties()
                    .forEach(entry ->
                            data.put(entry.getKey(), encoded(entry.getValue().asString(""))));
        }
        object.remove(PLAIN);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
