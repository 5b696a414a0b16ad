package io.groundskeeper.core.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON: trees in, records out, absent values as explicit nulls. */
public final class Json {

    // Without source: an excerpt of the input in a parse error would put event contents into the log.
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** @throws MalformedJsonException if {@code text} is not exactly one JSON value */
    public static JsonNode read(String text) {
        try {
            var node = MAPPER.readTree(text);
            if (node.isMissingNode()) {
                throw new MalformedJsonException("it is empty");
            }
            return node;
        } catch (JacksonException e) {
            throw new MalformedJsonException(e.getOriginalMessage(), e);
        }
    }

    /** The JSON text of a record, a collection or a tree. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** The tree of a record or a collection. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** A new empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }
}
