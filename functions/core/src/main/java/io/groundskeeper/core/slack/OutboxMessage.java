package io.groundskeeper.core.slack;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A message in the outbox queue: what Slack did not take.
 *
 * @param payload as Slack's webhook takes it
 * @param channel where it goes
 * @param mark the same for the same message, so that one that comes twice can be told; empty when it has none
 */
public record OutboxMessage(JsonNode payload, Channel channel, String mark) {

    /** The one in a queue's message; empty when its body is something else. */
    public static Optional<OutboxMessage> find(String body) {
        // Cheap first: nearly all bodies are events, and an event is parsed once.
        if (!body.contains("\"notify\"")) {
            return Optional.empty();
        }
        try {
            var json = Json.read(body);
            return Optional.of(json.path("notify"))
                    .filter(JsonNode::isObject)
                    .map(payload -> new OutboxMessage(payload, new Channel(text(json, "channel")), text(json, "mark")));
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().orElse("");
    }

    /** The body that {@link #find} finds it in. Says the name of the channel's secret, never its URL. */
    String body() {
        var body = Json.object();
        body.set("notify", payload);
        if (!channel.isUsual()) {
            body.put("channel", channel.secret());
        }
        if (!mark.isEmpty()) {
            body.put("mark", mark);
        }
        return Json.write(body);
    }
}
