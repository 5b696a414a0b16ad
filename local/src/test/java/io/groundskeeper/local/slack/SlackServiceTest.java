package io.groundskeeper.local.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.slack.SlackService.Failure;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlackServiceTest {
    private final SlackService slack = SlackService.start();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void end() {
        slack.close();
        http.close();
    }

    @Test
    void goodMessage_isKept() throws Exception {
        assertThat(post("{\"text\":\"a &amp; b <https://x.example|x>\"}").body())
                .isEqualTo("ok");
        assertThat(get()).isEqualTo("[{\"text\":\"a &amp; b <https://x.example|x>\"}]");
        http.send(HttpRequest.newBuilder(slack.webhook()).DELETE().build(), BodyHandlers.discarding());
        assertThat(get()).isEqualTo("[]");
    }

    @Test
    void badMessage_isRefused() throws Exception {
        refused("{", "invalid_payload");
        refused("[]", "invalid_payload");
        refused("{}", "no_text");
        refused("{\"blocks\":[" + section("x".repeat(3001)) + "]}", "invalid_blocks");
        refused("{\"blocks\":[" + section("a & b") + "]}", "invalid_blocks");
        refused("{\"blocks\":[" + section("<script>") + "]}", "invalid_blocks");
        refused("{\"blocks\":[" + (section("x") + ",").repeat(50) + section("x") + "]}", "invalid_blocks");
        assertThat(post("{\"blocks\":[" + section("x".repeat(3000)) + "]}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void failure_lastsAsOftenAsTold() throws Exception {
        slack.fail(new Failure(429, 30, 2));
        assertThat(post("{\"text\":\"a\"}").headers().firstValue("Retry-After")).hasValue("30");
        assertThat(post("{\"text\":\"a\"}").statusCode()).isEqualTo(429);
        assertThat(post("{\"text\":\"a\"}").statusCode()).isEqualTo(200);
    }

    private static String section(String text) {
        return "{\"type\":\"section\",\"text\":{\"type\":\"mrkdwn\",\"text\":\"" + text + "\"}}";
    }

    private void refused(String message, String why) throws IOException, InterruptedException {
        var answer = post(message);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo(why);
    }

    private HttpResponse<String> post(String message) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(slack.webhook()).POST(BodyPublishers.ofString(message));
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private String get() throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(slack.webhook()).build(), BodyHandlers.ofString())
                .body();
    }
}
