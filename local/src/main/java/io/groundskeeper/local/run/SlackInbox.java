package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What the Slack stand-in was told, as text. */
final class SlackInbox {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI url;
    private int seen;

    SlackInbox(URI url) {
        this.url = url;
    }

    /** The messages since the last call, each as its lines. */
    List<String> news() {
        try {
            var answer = http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
            var all =
                    Json.read(answer.body()).valueStream().map(SlackInbox::text).toList();
            var news = all.subList(seen, all.size());
            seen = all.size();
            return news;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    private static String text(JsonNode message) {
        return String.join(
                "\n",
                message.path("blocks")
                        .valueStream()
                        .map(block -> block.path("text").path("text").asString(""))
                        .toList());
    }
}
