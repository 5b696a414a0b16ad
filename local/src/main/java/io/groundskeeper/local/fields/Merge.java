package io.groundskeeper.local.fields;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lays a configuration over an object. */
final class Merge {
    private Merge() {}

    static JsonNode merge(JsonNode live, JsonNode configuration, Shape shape) {
        if (live instanceof ObjectNode old && configuration instanceof ObjectNode wanted && !shape.atomic()) {
            ObjectNode merged = old.deepCopy();
            wanted.properties().forEach(field -> {
                String name = field.getKey();
                if (field.getValue().isNull()) {
                    merged.remove(name);
                } else {
                    merged.set(name, merge(old.path(name), field.getValue(), shape.field(name)));
                }
            });
            return merged;
        }
        if (live instanceof ArrayNode old
                && configuration instanceof ArrayNode wanted
                && shape.elements() != Shape.Elements.NONE) {
            return elements(old, wanted, shape);
        }
        return withoutNulls(configuration);
    }

    /** A null in a configuration is an opinion, but no value. */
    private static JsonNode withoutNulls(JsonNode value) {
        JsonNode copy = value.deepCopy();
        if (copy instanceof ObjectNode object) {
            object.removeNulls();
            Set.copyOf(object.propertyNames()).forEach(name -> object.set(name, withoutNulls(object.get(name))));
        } else if (copy instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, withoutNulls(list.get(i)));
            }
        }
        return copy;
    }

    /** In the order of the configuration; what only the object has stays behind its former neighbour. */
    private static ArrayNode elements(ArrayNode live, ArrayNode configuration, Shape shape) {
        Map<FieldPath, JsonNode> old = Comparison.byPath(live, shape, FieldPath.ROOT);
        Map<FieldPath, JsonNode> wanted = Comparison.byPath(configuration, shape, FieldPath.ROOT);
        List<FieldPath> waiting = new ArrayList<>(wanted.keySet());
        Set<FieldPath> order = new LinkedHashSet<>();
        for (FieldPath place : old.keySet()) {
            while (wanted.containsKey(place) && !order.contains(place)) {
                order.add(waiting.removeFirst());
            }
            order.add(place);
        }
        order.addAll(waiting);
        ArrayNode merged = configuration.arrayNode();
        for (FieldPath place : order) {
            if (!wanted.containsKey(place)) {
                merged.add(old.get(place).deepCopy());
            } else if (old.containsKey(place)) {
                merged.add(merge(old.get(place), wanted.get(place), shape.item()));
            } else {
                merged.add(withoutNulls(wanted.get(place)));
            }
        }
        return merged;
    }
}
