package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One event sent to one function, and what must come of it.
 *
 * @param title what happens, for whoever reads along
 * @param actions what is done before, by {@link Stage}
 * @param function the module
 * @param event the file under events/; empty for what already waits in the function's queues
 * @param ids from an id in the sample to the name by which {@link Stage} knows the real one
 * @param meanwhile what is done by {@link Stage} while the event waits in its queue
 * @param queued whether it goes by EventBridge and SQS instead of straight into the function
 * @param expected values of the report by JSON pointer; a missing value is JSON null
 * @param changed the steps of the report's cluster that change something, or in a dry run would; those and no others
 * @param thrown part of the error's message when the function must throw, else empty
 * @param retried how many messages of the batch must come again
 * @param slack a part of each message that Slack must be told, in order; none other may come
 */
record Scene(
        String title,
        List<String> actions,
        String function,
        String event,
        Map<String, String> ids,
        List<String> meanwhile,
        boolean queued,
        Map<String, JsonNode> expected,
        Optional<List<String>> changed,
        String thrown,
        int retried,
        List<String> slack) {

    /** Every scene of run-local.json, in order. */
    static List<Scene> all() {
        try (var in = Scene.class.getResourceAsStream("/run-local.json")) {
            var json = Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return json.valueStream().map(Scene::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Scene of(JsonNode json) {
        var ids = new LinkedHashMap<String, String>();
        json.path("ids")
                .propertyStream()
                .forEach(id -> ids.put(id.getKey(), id.getValue().asString()));
        var expected = new LinkedHashMap<String, JsonNode>();
        json.path("expect").propertyStream().forEach(e -> expected.put(e.getKey(), e.getValue()));
        return new Scene(
                json.path("title").asString(),
                texts(json.path("do")),
                json.path("function").asString(),
                json.path("event").asString(""),
                ids,
                texts(json.path("meanwhile")),
                json.path("queued").asBoolean(false),
                expected,
                json.has("changed") ? Optional.of(texts(json.path("changed"))) : Optional.empty(),
                json.path("throws").asString(""),
                json.path("retried").asInt(0),
                texts(json.path("slack")));
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.valueStream().forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
