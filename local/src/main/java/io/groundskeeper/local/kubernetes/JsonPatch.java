package io.groundskeeper.local.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** RFC 6902. A test that fails is answered as Kubernetes answers it: 422. */
final class JsonPatch {
    private JsonPatch() {}

    static JsonNode apply(JsonNode target, JsonNode operations) {
        if (!operations.isArray()) {
            throw ApiError.badRequest("a JSON patch is a list of operations");
        }
        JsonNode document = target.deepCopy();
        for (JsonNode operation : operations) {
            apply(document, operation, pointer(operation, "path"));
        }
        return document;
    }

    private static void apply(JsonNode document, JsonNode operation, List<String> path) {
        String what = operation.path("op").asString("");
        JsonNode value = operation.path("value");
        switch (what) {
            case "add" -> add(document, path, value.deepCopy());
            case "remove" -> remove(document, path);
            case "replace" -> replace(document, path, value.deepCopy());
            case "test" -> test(find(document, path), value, operation);
            case "move" -> add(document, path, remove(document, pointer(operation, "from")));
            case "copy" ->
                add(
                        document,
                        path,
                        existing(document, pointer(operation, "from")).deepCopy());
            default -> throw ApiError.badRequest("JSON patch: unknown operation \"" + what + "\"");
        }
    }

    private static List<String> pointer(JsonNode operation, String field) {
        String text = operation.path(field).asString("");
        if (!text.startsWith("/")) {
            throw ApiError.badRequest("JSON patch: " + field + " \"" + text + "\" has to start with /");
        }
        return new ArrayList<>(Stream.of(text.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList());
    }

    private static void add(JsonNode document, List<String> path, JsonNode value) {
        String last = path.getLast();
        switch (parent(document, path)) {
            case ObjectNode object -> object.set(last, value);
            case ArrayNode array when last.equals("-") -> array.add(value);
            case ArrayNode array -> array.insert(index(last, array.size()), value);
            default -> throw missing(path);
        }
    }

    private static void replace(JsonNode document, List<String> path, JsonNode value) {
        existing(document, path);
        String last = path.getLast();
        switch (parent(document, path)) {
            case ObjectNode object -> object.set(last, value);
            case ArrayNode array -> array.set(index(last, array.size() - 1), value);
            default -> throw missing(path);
        }
    }

    private static JsonNode remove(JsonNode document, List<String> path) {
        JsonNode removed = existing(document, path);
        switch (parent(document, path)) {
            case ObjectNode object -> object.remove(path.getLast());
            case ArrayNode array -> array.remove(index(path.getLast(), array.size() - 1));
            default -> throw missing(path);
        }
        return removed;
    }

    private static void test(JsonNode found, JsonNode value, JsonNode operation) {
        if (!found.equals(value)) {
            throw ApiError.of(
                    422,
                    "Invalid",
                    "the server rejected our request due to an error in our request: testing value "
                            + operation.path("path").asString("") + " failed");
        }
    }

    private static JsonNode existing(JsonNode document, List<String> path) {
        JsonNode found = find(document, path);
        if (found.isMissingNode()) {
            throw missing(path);
        }
        return found;
    }

    private static JsonNode parent(JsonNode document, List<String> path) {
        return find(document, path.subList(0, path.size() - 1));
    }

    private static JsonNode find(JsonNode document, List<String> path) {
        JsonNode node = document;
        for (String step : path) {
            node = node instanceof ArrayNode array ? array.path(index(step, array.size())) : node.path(step);
        }
        return node;
    }

    private static int index(String step, int highest) {
        if (!step.matches("\\d{1,9}") || Integer.parseInt(step) > highest) {
            throw ApiError.of(422, "Invalid", "JSON patch: \"" + step + "\" is not an index of that list");
        }
        return Integer.parseInt(step);
    }

    private static ApiError missing(List<String> path) {
        return ApiError.of(422, "Invalid", "JSON patch: there is nothing at /" + String.join("/", path));
    }
}
