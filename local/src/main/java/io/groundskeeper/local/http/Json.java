package io.groundskeeper.local.http;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON in and out of the stand-ins. Thread-safe. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /** An empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** An empty array. */
    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** An array of strings. */
    public static ArrayNode array(Iterable<String> values) {
        var array = MAPPER.createArrayNode();
        values.forEach(array::add);
        return array;
    }

    /**
     * The node that a text holds.
     *
     * @throws JacksonException when the text is not JSON
     */
    public static JsonNode parse(byte[] text) {
        return MAPPER.readTree(text);
    }

    /** A node as text. */
    public static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /** The text of a field, or null when it is not there or no text. */
    public static String text(JsonNode node, String field) {
        return node.path(field).stringValue(null);
    }
}
