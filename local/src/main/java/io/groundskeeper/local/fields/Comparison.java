package io.groundskeeper.local.fields;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** What is different between two states of an object. */
final class Comparison {
    private final TreeSet<FieldPath> set = new TreeSet<>();
    private final TreeSet<FieldPath> removed = new TreeSet<>();

    Comparison(JsonNode before, JsonNode after, Shape shape) {
        compare(before, after, shape, FieldPath.ROOT);
        // The object itself is no field.
        set.remove(FieldPath.ROOT);
        removed.remove(FieldPath.ROOT);
    }

    /** What is new or has another value. */
    FieldSet set() {
        return FieldSet.of(set);
    }

    /** What is gone. */
    FieldSet removed() {
        return FieldSet.of(removed);
    }

    private void compare(JsonNode before, JsonNode after, Shape shape, FieldPath path) {
        if (before.equals(after)) {
            return;
        }
        if (before.isMissingNode()) {
            all(after, shape, path, set);
        } else if (after.isMissingNode()) {
            all(before, shape, path, removed);
        } else if (before instanceof ObjectNode old && after instanceof ObjectNode now && !shape.atomic()) {
            Set<String> names = new LinkedHashSet<>(old.propertyNames());
            names.addAll(now.propertyNames());
            names.forEach(name -> compare(old.path(name), now.path(name), shape.field(name), path.field(name)));
        } else if (before instanceof ArrayNode old
                && after instanceof ArrayNode now
                && shape.elements() != Shape.Elements.NONE) {
            compareElements(byPath(old, shape, path), byPath(now, shape, path), shape.item());
        } else {
            set.add(path);
        }
    }

    private void compareElements(Map<FieldPath, JsonNode> before, Map<FieldPath, JsonNode> after, Shape item) {
        Set<FieldPath> places = new LinkedHashSet<>(before.keySet());
        places.addAll(after.keySet());
        for (FieldPath place : places) {
            compare(
                    before.getOrDefault(place, MissingNode.getInstance()),
                    after.getOrDefault(place, MissingNode.getInstance()),
                    item,
                    place);
        }
    }

    static Map<FieldPath, JsonNode> byPath(ArrayNode list, Shape shape, FieldPath path) {
        Map<FieldPath, JsonNode> elements = new LinkedHashMap<>();
        list.forEach(element -> elements.put(path.element(element, shape), element));
        return elements;
    }

    /** A value with everything in it. */
    private static void all(JsonNode value, Shape shape, FieldPath path, Set<FieldPath> into) {
        boolean open = false;
        if (value instanceof ObjectNode object && !shape.atomic()) {
            open = !object.isEmpty();
            object.properties()
                    .forEach(field ->
                            all(field.getValue(), shape.field(field.getKey()), path.field(field.getKey()), into));
        } else if (value instanceof ArrayNode list && shape.elements() != Shape.Elements.NONE) {
            open = !list.isEmpty();
            byPath(list, shape, path).forEach((place, element) -> all(element, shape.item(), place, into));
        }
        if (!open || shape.counts()) {
            into.add(path);
        }
    }
}
