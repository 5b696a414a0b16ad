package io.groundskeeper.tags.catalogue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Where in a request the tags are, by their shape. They tell what was asked for; they never accuse anyone. */
public sealed interface RequestTags {

    /** The tags in a record; what is no tag is left out. */
    Map<String, String> read(JsonNode record);

    /** The request carries no tags, or CloudTrail does not log them. */
    record None() implements RequestTags {
        @Override
        public Map<String, String> read(JsonNode record) {
            return Map.of();
        }
    }

    /** An object of keys and values. */
    record AsMap(RecordPath path) implements RequestTags {
        @Override
        public Map<String, String> read(JsonNode record) {
            var tags = new LinkedHashMap<String, String>();
            path.find(record)
                    .properties()
                    .forEach(tag -> tag.getValue().asStringOpt().ifPresent(value -> tags.put(tag.getKey(), value)));
            return tags;
        }
    }

    /** A list of {@code {key, value}}, of KMS's {@code {tagKey, tagValue}}, or either with capitals. */
    record AsList(RecordPath path) implements RequestTags {
        @Override
        public Map<String, String> read(JsonNode record) {
            return pairs(elements(path.find(record)));
        }
    }

    /** EC2's tag specifications, each for one type of resource, in either of the two forms that EC2's calls log. */
    record Specifications(RecordPath path, String resourceType) implements RequestTags {
        @Override
        public Map<String, String> read(JsonNode record) {
            return pairs(elements(path.find(record))
                    .filter(item -> text(item, "resourceType", "ResourceType").equals(Optional.of(resourceType)))
                    .flatMap(item -> Stream.of("tags", "Tag").flatMap(name -> elements(item.path(name)))));
        }
    }

    /** CloudTrail turns XML lists of one element into that element: both are taken. */
    private static Stream<JsonNode> elements(JsonNode node) {
        return node.isArray() ? node.valueStream() : Stream.of(node);
    }

    private static Map<String, String> pairs(Stream<JsonNode> elements) {
        var tags = new LinkedHashMap<String, String>();
        elements.forEach(tag -> text(tag, "key", "Key", "tagKey", "TagKey")
                .filter(key -> !key.isEmpty())
                .ifPresent(key -> tags.put(
                        key, text(tag, "value", "Value", "tagValue", "TagValue").orElse(""))));
        return tags;
    }

    /** Values may be true or a number where the request had such text. */
    private static Optional<String> text(JsonNode tag, String... names) {
        return Stream.of(names)
                .flatMap(name -> tag.path(name).asStringOpt().stream())
                .findFirst();
    }
}
