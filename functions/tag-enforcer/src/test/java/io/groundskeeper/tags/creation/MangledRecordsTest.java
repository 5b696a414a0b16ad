package io.groundskeeper.tags.creation;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.catalogue.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Spoils samples at every place in every way: reading them never throws, and says what it found or why nothing. */
class MangledRecordsTest {

    private static final Path EVENTS =
            Path.of(System.getProperty("groundskeeper.root", ".")).resolve("events");

    private static final List<String> SPOILS = List.of(
            "null",
            "true",
            "-1e300",
            "\"\"",
            "\" \\u0000<!channel>\"",
            "[]",
            "{}",
            "[null,3,[[]],{\"key\":{},\"value\":[]}]",
            "{\"items\":3}",
            "\"" + "x".repeat(100_000) + "\"");

    private final CreationReader reader = new CreationReader(Catalogue.load());

    @Test
    void anyFieldSpoiled_neverThrows() throws IOException {
        int read = 0;
        for (var name : List.of("ec2-run-instances-tagged", "s3-create-bucket", "lambda-create-function")) {
            read += spoilAll(Json.read(Files.readString(EVENTS.resolve(name + ".json"))));
        }
        System.out.printf("%d mangled events read, 0 failed%n", read);
        assertThat(read).isGreaterThan(1000);
    }

    private int spoilAll(JsonNode event) {
        int read = 0;
        for (var place : places(event, "")) {
            var removed = event.deepCopy();
            remove(removed, place);
            check(removed);
            read++;
            for (var spoil : SPOILS) {
                var spoiled = event.deepCopy();
                set(spoiled, place, Json.read(spoil));
                check(spoiled);
                read++;
            }
        }
        return read;
    }

    private void check(JsonNode event) {
        for (var form : List.of(event, event.path("detail"))) {
            var explanation = Explanation.of(form, reader);
            assertThat(explanation.createdBy()).isNotNull();
            assertThat(explanation.resources().isEmpty()).isEqualTo(explanation.ignored() != null);
        }
    }

    private static List<String> places(JsonNode node, String path) {
        var places = new ArrayList<String>();
        node.properties().forEach(property -> {
            var place = path + "/" + property.getKey();
            places.add(place);
            places.addAll(places(property.getValue(), place));
        });
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            places.add(path + "/" + i);
            places.addAll(places(node.get(i), path + "/" + i));
        }
        return places;
    }

    private static void remove(JsonNode event, String place) {
        var parent = event.at(place.substring(0, place.lastIndexOf('/')));
        var last = place.substring(place.lastIndexOf('/') + 1);
        switch (parent) {
            case ObjectNode object -> object.remove(last);
            case ArrayNode array -> array.remove(Integer.parseInt(last));
            default -> throw new AssertionError(place);
        }
    }

    private static void set(JsonNode event, String place, JsonNode value) {
        var parent = event.at(place.substring(0, place.lastIndexOf('/')));
        var last = place.substring(place.lastIndexOf('/') + 1);
        switch (parent) {
            case ObjectNode object -> object.set(last, value);
            case ArrayNode array -> array.set(Integer.parseInt(last), value);
            default -> throw new AssertionError(place);
        }
    }
}
