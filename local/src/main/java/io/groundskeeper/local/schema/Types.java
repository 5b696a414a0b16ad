package io.groundskeeper.local.schema;

import tools.jackson.databind.JsonNode;

/** The types of OpenAPI. */
final class Types {
    private Types() {}

    static String of(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case OBJECT -> "object";
            case STRING -> "string";
            default -> "null";
        };
    }

    static boolean fits(JsonNode value, JsonNode schema) {
        String type = of(value);
        if (schema.path("x-kubernetes-int-or-string").asBoolean(false)) {
            return type.equals("integer") || type.equals("string");
        }
        String wanted = schema.path("type").asString("");
        return wanted.isEmpty() || wanted.equals(type) || (wanted.equals("number") && type.equals("integer"));
    }
}
