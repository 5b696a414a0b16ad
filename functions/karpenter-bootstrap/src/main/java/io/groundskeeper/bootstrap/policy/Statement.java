package io.groundskeeper.bootstrap.policy;

import io.groundskeeper.core.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A statement of an identity policy that allows something. Immutable.
 *
 * @param conditions operator to key to values
 */
public record Statement(
        String sid, List<String> actions, List<String> resources, Map<String, Map<String, List<String>>> conditions) {

    public Statement {
        actions = List.copyOf(actions);
        resources = List.copyOf(resources);
        conditions = new LinkedHashMap<>(conditions);
    }

    /** A statement without conditions. */
    public static Statement allow(String sid, List<String> actions, List<String> resources) {
        return new Statement(sid, actions, resources, Map.of());
    }

    /** The same with one more condition. */
    public Statement when(String operator, String key, String... values) {
        var all = new LinkedHashMap<>(conditions);
        var keys = new LinkedHashMap<>(all.getOrDefault(operator, Map.of()));
        keys.put(key, List.of(values));
        all.put(operator, keys);
        return new Statement(sid, actions, resources, all);
    }

    /** A policy document of statements. */
    public static JsonNode document(List<Statement> statements) {
        var document = Json.object().put("Version", "2012-10-17");
        var array = document.putArray("Statement");
        statements.forEach(statement -> array.add(statement.json()));
        return document;
    }

    private ObjectNode json() {
        var json = Json.object().put("Sid", sid).put("Effect", "Allow");
        json.set("Action", values(actions));
        json.set("Resource", values(resources));
        if (!conditions.isEmpty()) {
            var all = json.putObject("Condition");
            conditions.forEach((operator, keys) -> {
                var object = all.putObject(operator);
                keys.forEach((key, values) -> object.set(key, values(values)));
            });
        }
        return json;
    }

    // Policies have a size limit: a list of one is written as its entry.
    private static JsonNode values(List<String> values) {
        return Json.tree(values.size() == 1 ? values.getFirst() : values);
    }
}
