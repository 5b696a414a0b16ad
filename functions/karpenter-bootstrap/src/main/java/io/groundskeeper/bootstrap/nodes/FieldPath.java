package io.groundskeeper.bootstrap.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way to a field of an object. A field is what has owners: every value that is no object. A list is one field, since
 * Karpenter's kinds replace lists whole.
 *
 * @param names at least one
 */
record FieldPath(List<String> names) implements Comparable<FieldPath> {

    FieldPath {
        names = List.copyOf(names);
    }

    static FieldPath of(String... names) {
        return new FieldPath(List.of(names));
    }

    /** The fields of an object that someone can own, with their values. */
    static Map<FieldPath, JsonNode> of(JsonNode object) {
        var fields = new TreeMap<FieldPath, JsonNode>();
        collect(object, List.of(), fields);
        // They tell which object it is, and have no owner.
        List.of(of("apiVersion"), of("kind"), of("metadata", "name")).forEach(fields::remove);
        return fields;
    }

    private static void collect(JsonNode node, List<String> names, Map<FieldPath, JsonNode> fields) {
        if (node.isObject() && (!node.isEmpty() || names.isEmpty())) {
            node.properties().forEach(entry -> collect(entry.getValue(), with(names, entry.getKey()), fields));
        } else {
            fields.put(new FieldPath(names), node);
        }
    }

    static List<String> with(List<String> names, String name) {
        var longer = new ArrayList<>(names);
        longer.add(name);
        return longer;
    }

    /** Its value in an object; missing where there is none. */
    JsonNode in(JsonNode object) {
        var node = object;
        for (var name : names) {
            node = node.path(name);
        }
        return node;
    }

    /** Takes it out of an object, and with it what holds nothing else. */
    void removeFrom(ObjectNode object) {
        if (names.size() > 1 && object.path(names.getFirst()) instanceof ObjectNode inner) {
            new FieldPath(names.subList(1, names.size())).removeFrom(inner);
            if (!inner.isEmpty()) {
                return;
            }
        }
        object.remove(names.getFirst());
    }

    /** Whether it is another field, or a part of its value. */
    boolean isAtOrBelow(FieldPath other) {
        return names.size() >= other.names.size()
                && names.subList(0, other.names.size()).equals(other.names);
    }

    @Override
    public int compareTo(FieldPath other) {
        for (int i = 0; i < Math.min(names.size(), other.names.size()); i++) {
            int order = names.get(i).compareTo(other.names.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(names.size(), other.names.size());
    }

    /** For example {@code spec.limits.cpu}. */
    @Override
    public String toString() {
        return String.join(".", names);
    }
}
