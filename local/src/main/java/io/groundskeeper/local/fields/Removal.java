package io.groundskeeper.local.fields;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes fields out of an object that their last owner has given up.
 *
 * @param doomed the fields to take out, with all in them
 * @param owned fields that somebody owns: they stay, and so does what they are in
 */
record Removal(FieldSet doomed, FieldSet owned) {

    ObjectNode from(ObjectNode object, Shape shape) {
        return (ObjectNode) kept(object, shape, FieldPath.ROOT).orElseGet(object::objectNode);
    }

    private Optional<JsonNode> kept(JsonNode value, Shape shape, FieldPath path) {
        if (doomed.has(path) && !owned.hasBelow(path)) {
            return Optional.empty();
        }
        boolean open = doomed.hasBelow(path);
        JsonNode rest = value;
        if (open && value instanceof ObjectNode object) {
            rest = fields(object, shape, path);
        } else if (open && value instanceof ArrayNode list && shape.elements() != Shape.Elements.NONE) {
            rest = elements(list, shape, path);
        }
        boolean emptied = rest.isEmpty() && !value.isEmpty() && !owned.has(path);
        return emptied ? Optional.empty() : Optional.of(rest);
    }

    private JsonNode fields(ObjectNode object, Shape shape, FieldPath path) {
        ObjectNode rest = object.objectNode();
        object.properties()
                .forEach(field -> kept(field.getValue(), shape.field(field.getKey()), path.field(field.getKey()))
                        .ifPresent(kept -> rest.set(field.getKey(), kept)));
        return rest;
    }

    private JsonNode elements(ArrayNode list, Shape shape, FieldPath path) {
        ArrayNode rest = list.arrayNode();
        for (JsonNode element : list) {
            kept(element, shape.item(), path.element(element, shape)).ifPresent(kept -> {
                if (kept instanceof ObjectNode object) {
                    restoreKeys(object, element, shape.keys());
                }
                rest.add(kept);
            });
        }
        return rest;
    }

    private static void restoreKeys(ObjectNode kept, JsonNode element, List<String> keys) {
        keys.stream().filter(element::has).forEach(key -> kept.set(key, element.get(key)));
    }
}
