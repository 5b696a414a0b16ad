package io.groundskeeper.core.json;

import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Whether two policy documents or event patterns mean the same. AWS gives them back in its own form: keys and list
 * entries in another order, a list of one as its entry, a boolean as text.
 */
public final class SameJson {

    private SameJson() {}

    /** Whether the two mean the same. */
    public static boolean same(JsonNode one, JsonNode other) {
        return canonical(one).equals(canonical(other));
    }

    private static String canonical(JsonNode node) {
        if (node.isArray()) {
            var entries = node.valueStream().map(SameJson::canonical).sorted().toList();
            return entries.size() == 1 ? entries.getFirst() : entries.toString();
        }
        if (node.isObject()) {
            var properties = new TreeMap<String, String>();
            node.properties().forEach(entry -> properties.put(entry.getKey(), canonical(entry.getValue())));
            return properties.toString();
        }
        return Json.write(node.asString());
    }
}
