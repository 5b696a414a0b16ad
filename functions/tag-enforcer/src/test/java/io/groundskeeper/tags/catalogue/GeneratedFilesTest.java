package io.groundskeeper.tags.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What other files repeat of the catalogue is what it says. {@code make generate} writes it there. */
class GeneratedFilesTest {

    private static final Path ROOT = Path.of(System.getProperty("groundskeeper.root"));
    private static final boolean WRITE = Boolean.getBoolean("groundskeeper.generate");
    private static final Catalogue CATALOGUE = Catalogue.load();

    /** EventBridge's quota, with as much to spare as CloudFormation may need for spaces. */
    private static final int LONGEST_PATTERN = 2048;

    /** @param name after {@code begin} and {@code end} in the file's own comments */
    record Part(String file, String name, String text) {
        @Override
        public String toString() {
            return file + ": " + name;
        }
    }

    static Stream<Part> parts() {
        var patterns = new RulePatterns(CATALOGUE);
        return Stream.of(
                new Part("template.yaml", "creations", yaml(patterns.creations())),
                new Part("template.yaml", "busy", yaml(patterns.busy())),
                new Part("forward.yaml", "global", yaml(patterns.global())),
                new Part("docs/tag-enforcer.md", "catalogue", table()));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void partOfFile_isWhatTheCatalogueSays(Part part) throws IOException {
        var path = ROOT.resolve(part.file());
        var text = Files.readString(path);
        var from = text.indexOf('\n', text.indexOf("begin " + part.name() + ", by make generate")) + 1;
        var to = text.lastIndexOf('\n', text.indexOf("end " + part.name() + ", by make generate")) + 1;
        assertThat(from).isPositive();
        assertThat(to).isGreaterThanOrEqualTo(from);
        if (WRITE) {
            Files.writeString(path, text.substring(0, from) + part.text() + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).isEqualTo(part.text());
        }
    }

    @Test
    void patterns_areShorterThanEventBridgeAllows() {
        var patterns = new RulePatterns(CATALOGUE);
        assertThat(Stream.of(patterns.creations(), patterns.busy(), patterns.global())
                        .map(Json::write))
                .allSatisfy(pattern -> assertThat(pattern.length()).isLessThan(LONGEST_PATTERN));
    }

    /** A property EventPattern, its lists one element a line. */
    private static String yaml(JsonNode pattern) {
        return "      EventPattern:\n" + properties(pattern, 8);
    }

    private static String properties(JsonNode object, int indent) {
        return object.properties().stream()
                .map(entry -> " ".repeat(indent) + entry.getKey() + ":"
                        + (entry.getValue().isObject()
                                ? "\n" + properties(entry.getValue(), indent + 2)
                                : "\n" + elements(entry.getValue(), indent + 2)))
                .collect(Collectors.joining());
    }

    private static String elements(JsonNode list, int indent) {
        return list.valueStream()
                .map(element -> " ".repeat(indent) + "- " + scalar(element) + "\n")
                .collect(Collectors.joining());
    }

    /** JSON is YAML; a word needs no quotes. */
    private static String scalar(JsonNode element) {
        return element.isString() && element.stringValue().matches("[A-Za-z0-9. _-]+")
                ? element.stringValue()
                : Json.write(element);
    }

    private static String table() {
        return "| Source | Event | Type | Read by Cloud Control | Takes tags | Basis |\n|---|---|---|---|---|---|\n"
                + CATALOGUE.kinds().stream()
                        .map(kind -> "| %s | %s | %s | %s | %s | %s |\n"
                                .formatted(
                                        kind.eventSource().replace(".amazonaws.com", ""),
                                        kind.eventName() + (kind.mayBeUpdate() ? " (or a change)" : ""),
                                        kind.type(),
                                        kind.cloudControlId().isPresent() ? "yes" : "no",
                                        kind.taggableAfter()
                                                .map(state -> "after " + state)
                                                .orElse("at once"),
                                        kind.basis()))
                        .collect(Collectors.joining());
    }
}
