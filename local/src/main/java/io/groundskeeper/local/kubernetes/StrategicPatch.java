package io.groundskeeper.local.kubernetes;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kubernetes' strategic merge patch: a merge patch in which some lists are merged by a key of their elements.
 *
 * <p>Which list has which key is in Kubernetes' own types; here it goes by the name of the list, for the lists of the
 * kinds that are served. Other lists are replaced. Of the directives, {@code $patch: delete} and {@code replace},
 * {@code $deleteFromPrimitiveList} and {@code $retainKeys} are followed; {@code $setElementOrder} is not, so elements
 * keep their order.
 */
final class StrategicPatch {
    private static final Map<String, String> MERGE_KEYS = Map.ofEntries(
            Map.entry("containers", "name"),
            Map.entry("initContainers", "name"),
            Map.entry("ephemeralContainers", "name"),
            Map.entry("volumes", "name"),
            Map.entry("volumeMounts", "mountPath"),
            Map.entry("env", "name"),
            Map.entry("imagePullSecrets", "name"),
            Map.entry("secrets", "name"),
            Map.entry("volumeDevices", "devicePath"),
            Map.entry("hostAliases", "ip"),
            Map.entry("conditions", "type"),
            Map.entry("addresses", "type"),
            Map.entry("ownerReferences", "uid"),
            Map.entry("topologySpreadConstraints", "topologyKey"));

    /** Of a container or of a Service: two lists of one name. */
    private static final String PORTS = "ports";

    private static final String RETAIN = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList/";
    private static final String DIRECTIVE = "$patch";

    private StrategicPatch() {}

    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch.deepCopy();
        }
        if (changes.path(DIRECTIVE).asString("").equals("replace")) {
            return withoutDirective(changes);
        }
        ObjectNode merged =
                target instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        if (changes.has(RETAIN)) {
            merged.retain(changes.get(RETAIN)
                    .valueStream()
                    .map(name -> name.asString(""))
                    .toList());
        }
        changes.properties().forEach(change -> set(merged, change.getKey(), change.getValue()));
        return merged;
    }

    private static void set(ObjectNode merged, String field, JsonNode value) {
        if (field.startsWith(DELETE_FROM)) {
            removeValues(merged.path(field.substring(DELETE_FROM.length())), value);
        } else if (field.startsWith("$")) {
            return;
        } else if (value.isNull() || value.path(DIRECTIVE).asString("").equals("delete")) {
            merged.remove(field);
        } else if (value instanceof ArrayNode list) {
            merged.set(field, list(merged.path(field), list, field));
        } else {
            merged.set(field, apply(merged.path(field), value));
        }
    }

    private static JsonNode list(JsonNode target, ArrayNode patch, String field) {
        ArrayNode merged = target instanceof ArrayNode array ? array.deepCopy() : patch.arrayNode();
        if (field.equals("finalizers")) {
            patch.forEach(value -> addOnce(merged, value));
            return merged;
        }
        if (!MERGE_KEYS.containsKey(field) && !field.equals(PORTS)) {
            return patch.deepCopy();
        }
        patch.forEach(element -> mergeElement(merged, element, key(field, element)));
        return merged;
    }

    private static String key(String field, JsonNode element) {
        if (field.equals(PORTS)) {
            return element.has("containerPort") ? "containerPort" : "port";
        }
        return MERGE_KEYS.get(field);
    }

    private static void mergeElement(ArrayNode merged, JsonNode element, String key) {
        Optional<JsonNode> same = merged.valueStream()
                .filter(candidate -> candidate.path(key).equals(element.path(key)))
                .findFirst();
        if (element.path(DIRECTIVE).asString("").equals("delete")) {
            merged.removeIf(candidate -> candidate.path(key).equals(element.path(key)));
            return;
        }
        if (same.isEmpty()) {
            merged.add(apply(JsonNodeFactory.instance.objectNode(), element));
            return;
        }
        for (int i = 0; i < merged.size(); i++) {
            if (merged.get(i).path(key).equals(element.path(key))) {
                merged.set(i, apply(merged.get(i), element));
            }
        }
    }

    private static void addOnce(ArrayNode merged, JsonNode value) {
        if (merged.valueStream().noneMatch(value::equals)) {
            merged.add(value.deepCopy());
        }
    }

    private static void removeValues(JsonNode list, JsonNode values) {
        if (list instanceof ArrayNode array) {
            array.removeIf(candidate -> values.valueStream().anyMatch(candidate::equals));
        }
    }

    private static JsonNode withoutDirective(ObjectNode changes) {
        ObjectNode copy = changes.deepCopy();
        copy.remove(DIRECTIVE);
        return copy;
    }
}
