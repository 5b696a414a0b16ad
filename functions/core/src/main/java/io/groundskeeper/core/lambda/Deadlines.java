package io.groundskeeper.core.lambda;

import io.groundskeeper.core.event.EventClock;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Notifier;
import java.time.Duration;
import java.util.Map;

/** Ends the waiting of messages: past its deadline a message is given up, with a word in Slack. */
final class Deadlines {

    // Longer than any function runs: past that, nobody was left to give the message up.
    private static final Duration LONG = Duration.ofMinutes(10);

    private final LambdaFunction function;
    private final Notifier notifier;
    private final EventClock clock;
    private final Log log;

    Deadlines(LambdaFunction function, Notifier notifier, EventClock clock, Log log) {
        this.function = function;
        this.notifier = notifier;
        this.clock = clock;
        this.log = log;
    }

    /** Gives a message up that was handed out again long after its deadline, as when the function dies each time. */
    boolean givenUpUnseen(Delivery delivery, SqsMessage message) {
        // The first time it is handed out nobody has had a look, however late that is.
        return message.receiveCount() > 1
                && givenUp(
                        delivery,
                        message,
                        LONG,
                        "it was handed out %d times and never decided: the function may have been ended while at it"
                                .formatted(message.receiveCount()));
    }

    /** Gives a message up whose deadline has passed. */
    boolean givenUp(Delivery delivery, SqsMessage message, String why) {
        return givenUp(delivery, message, Duration.ZERO, why);
    }

    private boolean givenUp(Delivery delivery, SqsMessage message, Duration after, String why) {
        try {
            var waited = message.firstReceived().map(clock::waited).orElse(Duration.ZERO);
            var deadline = function.deadline(delivery, delivery.now().minus(waited));
            if (delivery.now().isBefore(deadline.plus(after))) {
                return false;
            }
            log.with(delivery.logFields()).warn("given-up", Map.of("why", why, "deadline", deadline.toString()));
            log.count("GivenUp", Map.of());
            // What nobody can be told of is not given up.
            return notifier.send(function.givenUp(delivery, why));
        } catch (RuntimeException e) {
            // It comes again; the others of its batch must not suffer.
            log.with(delivery.logFields()).error("deadline-unknown", e, Map.of());
            return false;
        }
    }
}
