package io.groundskeeper.core.slack;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A Slack incoming webhook. Its URL is a secret and never appears in a message of ours. Waits at most 3 s for a
 * connection and 5 s for the whole answer.
 */
final class Webhook {

    /** How long an answer may take, connection and body included. */
    static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);
    private static final Duration USUAL_WAIT = Duration.ofSeconds(30);

    private final HttpClient http;

    Webhook() {
        this.http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();
    }

    Delivered post(URI url, String payload) {
        var request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(payload))
                .build();
        try {
            // The request's own timeout ends with the headers: a body that trickles in would be waited for.
            return http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .orTimeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                    .thenApply(Webhook::read)
                    .join();
        } catch (CompletionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            return new Delivered.Later(
                    USUAL_WAIT,
                    "Slack could not be reached: " + cause.getClass().getSimpleName(),
                    true);
        }
    }

    private static Delivered read(HttpResponse<String> response) {
        int status = response.statusCode();
        if (status / 100 == 2) {
            return new Delivered.Accepted();
        }
        var why = "Slack answered %d %s".formatted(status, firstLine(response.body()));
        if (status == 429 || status >= 500) {
            // Slack counts messages by channel; when its servers fail, they fail all.
            return new Delivered.Later(retryAfter(response), why, status != 429);
        }
        return new Delivered.Refused(why);
    }

    private static Duration retryAfter(HttpResponse<String> response) {
        return response.headers()
                .firstValue("Retry-After")
                .flatMap(Webhook::seconds)
                .map(Duration::ofSeconds)
                .map(wait -> wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait)
                .orElse(USUAL_WAIT);
    }

    private static Optional<Long> seconds(String header) {
        return header.strip().matches("[0-9]{1,9}") ? Optional.of(Long.valueOf(header.strip())) : Optional.empty();
    }

    private static String firstLine(String body) {
        var line = body.lines().findFirst().orElse("");
        return line.length() > 100 ? line.substring(0, 100) : line;
    }
}
