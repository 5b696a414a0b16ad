package io.groundskeeper.core.slack;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.log.Log;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

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
    private final Map<Channel, Delivered.Later> heldBack = new ConcurrentHashMap<>();
    private final Marks accepted = new Marks();
    private volatile Optional<Delivered.Later> allHeldBack = Optional.empty();

    /** @param outbox empty where there is none, as on a developer's machine */
    public Notifier(WebhookUrl url, Optional<Outbox> outbox, Log log) {
        this.url = url;
        this.webhook = new Webhook();
        this.outbox = outbox;
        this.log = log;
    }

    /**
     * An invocation begins. Once Slack did not answer in it, asked to wait (with the messages of that channel), or when
     * too little time is left to wait for Slack, its messages go straight to the outbox: a slow Slack must not use up the
     * time of the records.
     *
     * @param timeLeft until Lambda ends the invocation
     */
    public void begin(Duration timeLeft) {
        heldBack.clear();
        allHeldBack = Optional.empty();
        postUntilNanos = System.nanoTime() + timeLeft.minus(RESERVE).toNanos();
    }

    /**
     * Sends a message to the usual channel, or puts it into the outbox.
     *
     * @return as {@link #send(SlackMessage, Channel, String)}
     */
    public boolean send(SlackMessage message) {
        return send(message, Channel.USUAL, "");
    }

    /**
     * Sends a message, or puts it into the outbox.
     *
     * @param mark the same for the same message: one that comes back from the outbox twice while this function's
     *     container lives is sent once. Empty for none
     * @return false when the outbox did not take what Slack did not: then it is only in the log, and whoever has it still
     *     should tell again. Where there is no outbox, or no Slack, the log is where it belongs
     */
    public boolean send(SlackMessage message, Channel channel, String mark) {
        var outgoing = new OutboxMessage(Json.read(SlackPayload.of(message)), channel, mark);
        return switch (post(outgoing)) {
            case Delivered.Accepted() -> {
                accepted(outgoing);
                yield true;
            }
            case Delivered.NotConfigured() -> {
                count("not-configured");
                yield true;
            }
            case Delivered.Later(var after, var why, var everywhere) -> keep(outgoing, after, why);
            case Delivered.Refused(var why) -> keep(outgoing, Duration.ZERO, why);
        };
    }

    /**
     * Sends a message that came back from the outbox.
     *
     * @return empty when Slack took it; else how long to wait before the next try, zero when Slack did not say
     */
    public Optional<Duration> resend(OutboxMessage message) {
        if (accepted.has(message.mark())) {
            count("duplicate");
            log.info("slack-duplicate", Map.of("mark", message.mark()));
            return Optional.empty();
        }
        return switch (post(message)) {
            case Delivered.Accepted() -> {
                accepted(message);
                yield Optional.empty();
            }
            case Delivered.NotConfigured() -> {
                count("not-configured");
                yield Optional.empty();
            }
            case Delivered.Later(var after, var why, var everywhere) -> {
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

    private void accepted(OutboxMessage message) {
        accepted.add(message.mark());
        count("accepted");
    }

    private Delivered post(OutboxMessage message) {
        Channel channel;
        try {
            channel = url.stillLedTo(message.channel());
        } catch (RuntimeException e) {
            return new Delivered.Refused(Failures.describe(e));
        }
        var waits = allHeldBack.or(() -> Optional.ofNullable(heldBack.get(channel)));
        if (waits.isPresent()) {
            return waits.get();
        }
        if (System.nanoTime() - postUntilNanos > 0) {
            return new Delivered.Later(Duration.ZERO, "Too little time is left to wait for Slack", true);
        }
        var payload = Json.write(message.payload());
        var delivered = find(channel, payload);
        if (delivered instanceof Delivered.Refused && url.forget(channel)) {
            // The secret may have a new URL since it was read.
            delivered = find(channel, payload);
        }
        if (delivered instanceof Delivered.Later later) {
            holdBack(channel, later);
        }
        return delivered;
    }

    private void holdBack(Channel channel, Delivered.Later later) {
        if (later.everywhere()) {
            allHeldBack = Optional.of(later);
        } else {
            heldBack.put(channel, later);
        }
    }

    private Delivered find(Channel channel, String payload) {
        Optional<URI> target;
        try {
            target = url.find(channel);
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

    private boolean keep(OutboxMessage message, Duration delay, String why) {
        if (outbox.isEmpty()) {
            count("kept");
            log.warn(
                    "slack-message-not-sent",
                    Map.of(
                            "why",
                            why,
                            "hint",
                            "set OUTBOX_QUEUE_URL to have it tried again",
                            "payload",
                            message.payload()));
            return true;
        }
        try {
            outbox.get().put(message.body(), delay);
            count("kept");
            log.warn("slack-message-kept", Map.of("why", why, "delaySeconds", delay.toSeconds()));
            return true;
        } catch (RuntimeException e) {
            count("lost");
            log.error("slack-message-not-kept", e, Map.of("why", why, "payload", message.payload()));
            return false;
        }
    }
}
