package io.groundskeeper.local.template;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A CloudFormation template as maps, lists and strings. A short form such as {@code !Ref X} is the map
 * {@code {"Ref": "X"}}, any other {@code !Name x} the map {@code {"Fn::Name": x}}.
 *
 * @param root the whole document
 */
public record Template(Map<String, Object> root) {

    /**
     * Reads a template.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public static Template read(Path file) {
        try {
            var settings = LoadSettings.builder().setLabel(file.toString()).build();
            var node =
                    new Compose(settings).composeString(Files.readString(file)).orElseThrow();
            return new Template(map(value(node)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The properties of a resource; empty when there is no such resource. */
    public Map<String, Object> properties(String logicalId) {
        return map(map(map(root.get("Resources")).get(logicalId)).get("Properties"));
    }

    /** The pattern of a rule as the JSON that EventBridge takes. */
    public String eventPattern(String ruleId) {
        // Scalars are text here; the only one in a pattern that must not be is what "exists" says.
        return Json.write(properties(ruleId).get("EventPattern"))
                .replace("{\"exists\":\"false\"}", "{\"exists\":false}");
    }

    /** The default of a parameter, or null. */
    public Object parameterDefault(String parameter) {
        return map(map(root.get("Parameters")).get(parameter)).get("Default");
    }

    /** {@code value} as a map, or an empty one. */
    public static Map<String, Object> map(Object value) {
        var map = new LinkedHashMap<String, Object>();
        if (value instanceof Map<?, ?> found) {
            found.forEach((key, entry) -> map.put(String.valueOf(key), entry));
        }
        return map;
    }

    private static Object value(Node node) {
        var plain = plain(node);
        var tag = node.getTag().getValue();
        if (!tag.startsWith("!")) {
            return plain;
        }
        var name = tag.substring(1);
        return Map.of(name.equals("Ref") || name.equals("Condition") ? name : "Fn::" + name, plain);
    }

    private static Object plain(Node node) {
        return switch (node) {
            case ScalarNode scalar -> scalar.getValue();
            case SequenceNode sequence ->
                sequence.getValue().stream().map(Template::value).toList();
            case MappingNode mapping -> {
                var map = new LinkedHashMap<String, Object>();
                mapping.getValue()
                        .forEach(tuple ->
                                map.put(((ScalarNode) tuple.getKeyNode()).getValue(), value(tuple.getValueNode())));
                yield map;
            }
            default -> List.of();
        };
    }
}
