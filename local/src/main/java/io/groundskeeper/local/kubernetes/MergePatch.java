package io.groundskeeper.local.kubernetes;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** RFC 7386: objects are merged, null removes, everything else replaces. */
final class MergePatch {
    private MergePatch() {}

    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch.deepCopy();
        }
        ObjectNode merged =
                target instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            if (change.getValue().isNull()) {
                merged.remove(change.getKey());
            } else {
                merged.set(change.getKey(), apply(merged.path(change.getKey()), change.getValue()));
            }
        }
        return merged;
    }
}
