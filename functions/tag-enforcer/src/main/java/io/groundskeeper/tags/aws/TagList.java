package io.groundskeeper.tags.aws;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Tags as services answer them: a list of {@code {Key, Value}}, or an object. */
final class TagList {

    private TagList() {}

    static Map<String, String> read(JsonNode tags) {
        var map = new HashMap<String, String>();
        if (tags.isObject()) {
            tags.properties()
                    .forEach(tag -> map.put(tag.getKey(), tag.getValue().asString("")));
        }
        tags.valueStream()
                .filter(tag -> tag.path("Key").isString())
                .forEach(tag ->
                        map.put(tag.path("Key").stringValue(), tag.path("Value").asString("")));
        return map;
    }
}
