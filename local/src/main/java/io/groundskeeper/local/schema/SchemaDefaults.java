package io.groundskeeper.local.schema;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts the defaults of a structural schema into an object. */
public final class SchemaDefaults {
    private SchemaDefaults() {}

    /** Completes the value: what is missing, and null where that is not allowed, becomes the default. */
    public static void apply(JsonNode value, JsonNode schema) {
        if (value instanceof ObjectNode object) {
            schema.path("properties").properties().forEach(field -> set(object, field.getKey(), field.getValue()));
            JsonNode others = schema.path("additionalProperties");
            object.properties().stream()
                    .filter(field -> !schema.path("properties").has(field.getKey()))
                    .forEach(field -> apply(field.getValue(), others));
        } else if (value instanceof ArrayNode list) {
            list.forEach(element -> apply(element, schema.path("items")));
        }
    }

    private static void set(ObjectNode object, String name, JsonNode schema) {
        boolean unwantedNull =
                object.path(name).isNull() && !schema.path("nullable").asBoolean(false);
        if (unwantedNull) {
            object.remove(name);
        }
        if (!object.has(name) && schema.has("default")) {
            object.set(name, schema.get("default").deepCopy());
        }
        apply(object.path(name), schema);
    }
}
