package io.groundskeeper.core.slack;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.log.Log;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Tells Slack. It never decides whether a record succeeded: no method here throws for Slack's sake. What Slack does not
 * take goes to the outbox; what the outbox does not take either is logged whole, so that nothing is lost.
 */
public final class Notifier {

    /** What one message may take at most: the webhook's own limit, and the outbox after it. */
    private static final Duration RESERVE = Webhook.LONGEST.plusSeconds(3);

    private final WebhookUrl url;
    private final Webhook webhook;
    private final Optional<Outbox> outbox;
    private final Log log;
    private volatile long postUntilNanos = Long.MAX_VALUE;
    private volatile Optional<Delivered.Later> heldBack = Optional.empty();

    /** @param outbox empty where there is none, as on a developer's machine */
    public Notifier(WebhookUrl url, Optional<Outbox> outbox, Log log) {
        this.url = url;
        this.webhook = new Webhook();
        this.outbox = outbox;
        this.log = log;
    }

    /**
     * An invocation begins. Once Slack asked to wait or did not answer in it, or when too little time is left to wait for
     * Slack, its messages go straight to the outbox: a slow Slack must not use up the time of the records.
     *
     * @param timeLeft until Lambda ends the invocation
     */
    public void begin(Duration timeLeft) {
        heldBack = Optional.empty();
        postUntilNanos = System.nanoTime() + timeLeft.minus(RESERVE).toNanos();
    }

    /** Sends a message, or puts it into the outbox. */
    public void send(SlackMessage message) {
        var payload = SlackPayload.of(message);
        switch (post(payload)) {
            case Delivered.Accepted() -> count("accepted");
            case Delivered.NotConfigured() -> count("not-configured");
            case Delivered.Later(var after, var why) -> keep(payload, after, why);
            case Delivered.Refused(var why) -> keep(payload, Duration.ZERO, why);
        }
    }

    /**
     * Sends a payload that came back from the outbox.
     *
     * @return empty when Slack took it; else how long to wait before the next try, zero when Slack did not say
     */
    public Optional<Duration> resend(JsonNode payload) {
        return switch (post(Json.write(payload))) {
            case Delivered.Accepted() -> {
                count("accepted");
                yield Optional.empty();
            }
            case Delivered.NotConfigured() -> {
                count("not-configured");
                yield Optional.empty();
            }
            case Delivered.Later(var after, var why) -> {
                log.warn("slack-later", Map.of("why", why));
                yield Optional.of(after);
            }
            case Delivered.Refused(var why) -> {
                // Kept in the outbox until its DLQ takes it: once the webhook is mended, it can be redriven.
                log.warn("slack-refused", Map.of("why", why));
                yield Optional.of(Duration.ZERO);
            }
        };
    }

    private Delivered post(String payload) {
        if (heldBack.isPresent()) {
            return heldBack.get();
        }
        if (System.nanoTime() - postUntilNanos > 0) {
            return new Delivered.Later(Duration.ZERO, "Too little time is left to wait for Slack");
        }
        var delivered = find(payload);
        if (delivered instanceof Delivered.Refused && url.forget()) {
            // The secret may have a new URL since it was read.
            delivered = find(payload);
        }
        if (delivered instanceof Delivered.Later later) {
            heldBack = Optional.of(later);
        }
        return delivered;
    }

    private Delivered find(String payload) {
        Optional<URI> target;
        try {
            target = url.find();
        } catch (RuntimeException e) {
            return new Delivered.Refused(Failures.describe(e));
        }
        if (target.isEmpty()) {
            log.warn(
                    "slack-not-configured",
                    Map.of(
                            "hint",
                            "set SLACK_WEBHOOK_SECRET (or SLACK_WEBHOOK_URL) to send this",
                            "payload",
                            Json.read(payload)));
            return new Delivered.NotConfigured();
        }
        return webhook.post(target.get(), payload);
    }

    private void count(String result) {
        log.count("SlackMessages", Map.of("Result", result));
    }

    private void keep(String payload, Duration delay, String why) {
        count("kept");
        var body = "{\"notify\":" + payload + "}";
        if (outbox.isEmpty()) {
            log.warn(
                    "slack-message-not-sent",
                    Map.of(
                            "why",
                            why,
                            "hint",
                            "set OUTBOX_QUEUE_URL to have it tried again",
                            "payload",
                            Json.read(payload)));
            return;
        }
        try {
            outbox.get().put(body, delay);
            log.warn("slack-message-kept", Map.of("why", why, "delaySeconds", delay.toSeconds()));
        } catch (RuntimeException e) {
            log.error("slack-message-not-kept", e, Map.of("why", why, "payload", Json.read(payload)));
        }
    }
}
