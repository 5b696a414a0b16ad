package io.groundskeeper.core.lambda;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.event.EventClock;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.MalformedEventException;
import io.groundskeeper.core.event.Origin;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.OutboxMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a batch of SQS messages through a function: bad ones are logged and done, ones that are not ready or failed go
 * back to the queue, ones past their deadline are given up with a word in Slack.
 */
final class BatchRunner {

    private final LambdaFunction function;
    private final MessageQueue queue;
    private final Notifier notifier;
    private final EventClock eventClock;
    private final Deadlines deadlines;
    private final Log log;

    BatchRunner(LambdaFunction function, MessageQueue queue, Notifier notifier, EventClock eventClock, Log log) {
        this.function = function;
        this.queue = queue;
        this.notifier = notifier;
        this.eventClock = eventClock;
        this.deadlines = new Deadlines(function, notifier, eventClock, log);
        this.log = log;
    }

    /** The ids of the messages that must come again. */
    List<String> run(List<SqsMessage> messages) {
        var failures = new ArrayList<String>();
        var deliveries = new ArrayList<Delivery>();
        var unreadable = new ArrayList<Ignored>();
        for (var message : messages) {
            var kept = OutboxMessage.find(message.body());
            if (kept.isPresent()) {
                resend(message, kept.get()).ifPresent(failures::add);
            } else {
                delivery(message, unreadable)
                        .filter(delivery -> !deadlines.givenUpUnseen(delivery, message))
                        .ifPresent(deliveries::add);
            }
        }
        if (!deliveries.isEmpty() || !unreadable.isEmpty()) {
            failures.addAll(handle(deliveries, unreadable));
        }
        return failures;
    }

    private Optional<Delivery> delivery(SqsMessage message, List<Ignored> unreadable) {
        try {
            var event = EventParser.parse(message.body(), Origin.of(message.queueArn()));
            return Optional.of(delivery(message.messageId(), event, Optional.of(message)));
        } catch (MalformedEventException e) {
            // It never becomes good: kept in the queue, it would only come back until the DLQ takes it.
            log.error("unreadable-message", e, Map.of("messageId", message.messageId()));
            log.count("UnreadableMessages", Map.of());
            unreadable.add(new Ignored(message.messageId(), e.getMessage()));
            return Optional.empty();
        }
    }

    Delivery delivery(String id, Event event, Optional<SqsMessage> message) {
        var now = eventClock.now(event.envelope().time(), message.flatMap(SqsMessage::sent));
        var delivery = new Delivery(id, event, now, message);
        if (event instanceof Event.Unknown(var envelope)) {
            log.with(delivery.logFields())
                    .info("unknown-event", Map.of("source", envelope.source(), "detailType", envelope.detailType()));
            log.count("UnknownEvents", Map.of());
        }
        return delivery;
    }

    private List<String> handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var verdicts = verdicts(deliveries, unreadable);
        return deliveries.stream()
                .filter(delivery -> comesAgain(delivery, verdicts.getOrDefault(delivery.id(), new Verdict.Done())))
                .map(Delivery::id)
                .toList();
    }

    private Map<String, Verdict> verdicts(List<Delivery> deliveries, List<Ignored> unreadable) {
        try {
            var handled = function.handle(deliveries, unreadable);
            log.info("report", Map.of("report", handled.report()));
            return handled.verdicts();
        } catch (RuntimeException e) {
            var all = new HashMap<String, Verdict>();
            deliveries.forEach(delivery -> all.put(delivery.id(), new Verdict.Failed(e)));
            return all;
        }
    }

    private boolean comesAgain(Delivery delivery, Verdict verdict) {
        var message = delivery.message().orElseThrow();
        return switch (verdict) {
            case Verdict.Done() -> false;
            case Verdict.Hopeless(var cause) -> {
                log.with(delivery.logFields()).error("hopeless", cause, Map.of());
                log.count("HopelessRecords", Map.of());
                yield false;
            }
            case Verdict.NotReady(var lookAgainIn, var why) -> {
                log.with(delivery.logFields()).info("not-ready", Map.of("why", why));
                yield !deadlines.givenUp(delivery, message, why) && hide(message, lookAgainIn);
            }
            case Verdict.Failed(var cause) -> {
                log.with(delivery.logFields()).error("failed", cause, Map.of("receiveCount", message.receiveCount()));
                log.count("FailedRecords", Map.of());
                yield !deadlines.givenUp(delivery, message, Failures.describe(cause))
                        && hide(message, function.retryAfterFailure(delivery, message.receiveCount()));
            }
        };
    }

    /** Always true: the message comes again, at the latest when its present visibility ends. */
    private boolean hide(SqsMessage message, Duration visibility) {
        try {
            queue.hide(message, visibility);
        } catch (RuntimeException e) {
            log.error("visibility-unchanged", e, Map.of("messageId", message.messageId()));
        }
        return true;
    }

    private Optional<String> resend(SqsMessage message, OutboxMessage kept) {
        var retry = notifier.resend(kept);
        retry.ifPresent(wait ->
                hide(message, wait.compareTo(Duration.ZERO) > 0 ? wait : BackOff.afterFailure(message.receiveCount())));
        return retry.map(wait -> message.messageId());
    }
}
