package io.groundskeeper.local.fields;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Some fields of an object. */
record FieldSet(SortedSet<FieldPath> paths) {
    private static final String ITSELF = ".";

    FieldSet {
        paths = Collections.unmodifiableSortedSet(new TreeSet<>(paths));
    }

    static FieldSet none() {
        return new FieldSet(new TreeSet<>());
    }

    static FieldSet of(Collection<FieldPath> paths) {
        return new FieldSet(new TreeSet<>(paths));
    }

    /** The fields that a configuration has an opinion about. */
    static FieldSet of(JsonNode configuration, Shape shape) {
        TreeSet<FieldPath> paths = new TreeSet<>();
        collect(configuration, shape, FieldPath.ROOT, paths);
        return new FieldSet(paths);
    }

    private static void collect(JsonNode value, Shape shape, FieldPath path, Collection<FieldPath> into) {
        if (value instanceof ObjectNode object && !object.isEmpty() && !shape.atomic()) {
            object.properties()
                    .forEach(field ->
                            collect(field.getValue(), shape.field(field.getKey()), path.field(field.getKey()), into));
        } else if (value instanceof ArrayNode list && !list.isEmpty() && shape.elements() != Shape.Elements.NONE) {
            for (JsonNode element : list) {
                FieldPath place = path.element(element, shape);
                collect(element, shape.item(), place, into);
                into.add(place);
            }
        } else if (!path.equals(FieldPath.ROOT)) {
            into.add(path);
        }
    }

    static FieldSet fromV1(JsonNode fields) {
        TreeSet<FieldPath> paths = new TreeSet<>();
        read(fields, FieldPath.ROOT, paths);
        return new FieldSet(paths);
    }

    private static void read(JsonNode fields, FieldPath path, Collection<FieldPath> into) {
        if (fields.isEmpty() && !path.equals(FieldPath.ROOT)) {
            into.add(path);
        }
        fields.properties().forEach(field -> {
            if (field.getKey().equals(ITSELF)) {
                into.add(path);
            } else {
                read(field.getValue(), path.then(field.getKey()), into);
            }
        });
    }

    /** As managedFields has it in {@code fieldsV1}. */
    ObjectNode toV1() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        for (FieldPath path : paths) {
            ObjectNode place = root;
            for (String step : path.steps()) {
                place = place.get(step) instanceof ObjectNode found ? found : place.putObject(step);
            }
            if (hasBelow(path)) {
                place.putObject(ITSELF);
            }
        }
        return root;
    }

    boolean has(FieldPath path) {
        return paths.contains(path);
    }

    /** Whether there is a field inside this one. The order has what is inside right behind. */
    boolean hasBelow(FieldPath path) {
        var behind = paths.tailSet(path).iterator();
        FieldPath next = behind.hasNext() ? behind.next() : path;
        if (next.equals(path) && behind.hasNext()) {
            next = behind.next();
        }
        return next.isBelow(path);
    }

    boolean isEmpty() {
        return paths.isEmpty();
    }

    FieldSet plus(FieldSet others) {
        TreeSet<FieldPath> all = new TreeSet<>(paths);
        all.addAll(others.paths);
        return new FieldSet(all);
    }

    FieldSet minus(FieldSet others) {
        return only(path -> !others.has(path));
    }

    FieldSet and(FieldSet others) {
        return only(others::has);
    }

    FieldSet only(Predicate<FieldPath> wanted) {
        return of(paths.stream().filter(wanted).toList());
    }
}
