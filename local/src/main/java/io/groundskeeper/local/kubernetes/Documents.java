package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Request and answer bodies. */
final class Documents {
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final ObjectMapper YAML = YAMLMapper.builder().build();

    private Documents() {}

    /** The media type of a Content-Type header without its parameters; JSON when there is none. */
    static String mediaType(String contentType) {
        String type = contentType == null ? "" : contentType.split(";", 2)[0].strip();
        return type.isEmpty() || type.equals("*/*") ? "application/json" : type.toLowerCase(Locale.ROOT);
    }

    static JsonNode read(String contentType, String body) {
        String type = mediaType(contentType);
        if (!type.endsWith("json") && !type.endsWith("yaml")) {
            throw ApiError.unsupportedMediaType(
                    "the body of the request was in an unknown format - accepted media types include:"
                            + " application/json, application/yaml");
        }
        try {
            return (type.endsWith("yaml") ? YAML : JSON).readTree(body);
        } catch (JacksonException e) {
            throw ApiError.badRequest("the object provided is unrecognized: couldn't parse it as " + type + ": "
                    + e.getOriginalMessage());
        }
    }

    static ObjectNode readObject(String contentType, String body) {
        if (read(contentType, body) instanceof ObjectNode object) {
            return object;
        }
        throw ApiError.badRequest("the object provided is unrecognized: it is no object");
    }

    /** Every document of a YAML text. */
    static List<ObjectNode> readAll(String yaml) {
        try (MappingIterator<ObjectNode> documents =
                YAML.readerFor(ObjectNode.class).readValues(yaml)) {
            return documents.readAll();
        }
    }

    static ObjectNode copy(ObjectNode document) {
        return JSON.readTree(write(document)).asObject();
    }

    static byte[] write(JsonNode document) {
        return JSON.writeValueAsBytes(document);
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
