package io.groundskeeper.core.aws;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Tags as services answer them: a list of {@code {Key, Value}}, or an object. */
public final class TagList {

    private TagList() {}

    /** The tags by key; anything that is neither a list nor an object has none. */
    public static Map<String, String> read(JsonNode tags) {
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
