package io.groundskeeper.local.fields;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The way to a field.
 *
 * @param steps as managedFields has them: {@code f:} and a name, {@code k:} and the keys of an element, {@code v:} and
 *     the element itself
 */
record FieldPath(List<String> steps) implements Comparable<FieldPath> {
    static final FieldPath ROOT = new FieldPath(List.of());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Comparator<List<String>> ORDER = FieldPath::compare;

    FieldPath {
        steps = List.copyOf(steps);
    }

    FieldPath field(String name) {
        return then("f:" + name);
    }

    /** The way to an element of a list of this shape. */
    FieldPath element(JsonNode element, Shape shape) {
        return then(shape.elements() == Shape.Elements.VALUE ? "v:" + element : "k:" + keys(element, shape));
    }

    FieldPath then(String step) {
        List<String> longer = new ArrayList<>(steps);
        longer.add(step);
        return new FieldPath(longer);
    }

    boolean isBelow(FieldPath other) {
        return steps.size() > other.steps.size()
                && steps.subList(0, other.steps.size()).equals(other.steps);
    }

    private static ObjectNode keys(JsonNode element, Shape shape) {
        ObjectNode keys = JsonNodeFactory.instance.objectNode();
        for (String key : shape.keys()) {
            if (element.hasNonNull(key)) {
                keys.set(key, element.get(key));
            } else if (key.equals("protocol")) {
                // The one key that Kubernetes' own kinds may leave out.
                keys.put(key, "TCP");
            }
        }
        return keys;
    }

    @Override
    public int compareTo(FieldPath other) {
        return ORDER.compare(steps, other.steps);
    }

    private static int compare(List<String> left, List<String> right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = left.get(i).compareTo(right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** As Kubernetes' messages have it: {@code .spec.containers[name="one"].image}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String step : steps) {
            String value = step.substring(2);
            text.append(
                    switch (step.charAt(0)) {
                        case 'f' -> "." + value;
                        case 'v' -> "[=" + value + "]";
                        default -> "[" + keys(value) + "]";
                    });
        }
        return text.toString();
    }

    private static String keys(String keys) {
        return String.join(
                ",",
                JSON.readTree(keys).properties().stream()
                        .map(key -> key.getKey() + "=" + key.getValue())
                        .toList());
    }
}
