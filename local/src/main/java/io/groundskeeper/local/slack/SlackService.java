package io.groundskeeper.local.slack;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A Slack incoming webhook: POST is a message, GET on the same URL all messages, DELETE forgets them. */
public final class SlackService implements AutoCloseable {
    private static final String PATH = "/services/T00000000/B00000000/local";

    private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    private final AtomicReference<Failure> failure = new AtomicReference<>(new Failure(200, 0, 0));
    private final LocalServer server;

    /**
     * How Slack fails for a while.
     *
     * @param status the HTTP status of its answers
     * @param retryAfterSeconds the Retry-After header; none when 0
     * @param times how many posts fail from now on
     */
    public record Failure(int status, int retryAfterSeconds, int times) {

        private Failure once() {
            return new Failure(status, retryAfterSeconds, Math.max(0, times - 1));
        }

        private Response answer() {
            String text = switch (status) {
                case 404 -> "no_service";
                case 429 -> "rate_limited";
                default -> "server_error";
            };
            var answer = Response.text(status, text);
            return retryAfterSeconds > 0 ? answer.with("Retry-After", "" + retryAfterSeconds) : answer;
        }
    }

    private SlackService() {
        this.server = LocalServer.start("Slack", this::answer);
    }

    /** Starts it. */
    public static SlackService start() {
        return new SlackService();
    }

    /** The URL of the webhook. */
    public URI webhook() {
        return server.uri().resolve(PATH);
    }

    /** All messages, oldest first. */
    public List<JsonNode> messages() {
        return List.copyOf(messages);
    }

    /** Makes the next posts fail. */
    public void fail(Failure next) {
        failure.set(next);
    }

    private Response answer(Request request) {
        if (!request.uri().getPath().equals(PATH)) {
            return Response.text(404, "no_service");
        }
        return switch (request.method()) {
            case "GET" -> Response.json(200, Json.array().addAll(messages));
            case "DELETE" -> {
                messages.clear();
                yield Response.text(200, "ok");
            }
            case "POST" -> post(request);
            default -> Response.text(405, "method_not_allowed");
        };
    }

    private Response post(Request request) {
        var now = failure.getAndUpdate(Failure::once);
        if (now.times() > 0) {
            return now.answer();
        }
        try {
            var message = Json.parse(request.body());
            var refusal = message.isObject() ? BlockKit.refusal(message) : Optional.of("invalid_payload");
            if (refusal.isPresent()) {
                return Response.text(400, refusal.get());
            }
            messages.add(message);
            return Response.text(200, "ok");
        } catch (JacksonException e) {
            return Response.text(400, "invalid_payload");
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
