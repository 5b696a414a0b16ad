package io.groundskeeper.local.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes out of a custom object what its schema does not know. */
public final class Pruning {
    private static final String ANYTHING = "x-kubernetes-preserve-unknown-fields";
    private static final Set<String> OF_EVERY_OBJECT = Set.of("apiVersion", "kind", "metadata");

    private Pruning() {}

    /**
     * Prunes a whole object.
     *
     * @return the fields that are gone, such as {@code spec.foo}
     */
    public static List<String> prune(ObjectNode object, JsonNode schema) {
        List<String> gone = new ArrayList<>();
        fields(object, schema, "", OF_EVERY_OBJECT, gone);
        return gone;
    }

    private static void prune(JsonNode value, JsonNode schema, String path, List<String> gone) {
        if (value instanceof ObjectNode object) {
            boolean embedded = schema.path("x-kubernetes-embedded-resource").asBoolean(false);
            fields(object, schema, path + ".", embedded ? OF_EVERY_OBJECT : Set.of(), gone);
        } else if (value instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                prune(list.get(i), schema.path("items"), path + "[" + i + "]", gone);
            }
        }
    }

    private static void fields(ObjectNode object, JsonNode schema, String path, Set<String> known, List<String> gone) {
        JsonNode others = schema.path("additionalProperties");
        boolean anything = schema.path(ANYTHING).asBoolean(false) || others.asBoolean(false);
        for (String name : List.copyOf(object.propertyNames())) {
            JsonNode declared = schema.path("properties").path(name);
            if (known.contains(name)) {
                continue;
            }
            if (declared.isObject() || others.isObject()) {
                prune(object.get(name), declared.isObject() ? declared : others, path + name, gone);
            } else if (!anything) {
                object.remove(name);
                gone.add(path + name);
            }
        }
    }
}
