package io.groundskeeper.core.event;

import io.groundskeeper.core.setting.BadSettingException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * What time it is for decisions about an event. Samples are old: GROUNDSKEEPER_NOW fixes the time, or, set to
 * {@code event}, takes each event's own. Never used for signing.
 */
public sealed interface EventClock {

    /** @param eventTime the time of the event at hand, where it has one */
    Instant now(Optional<Instant> eventTime);

    /**
     * The same for an event that came in a message. A sample's clock goes on while its message waits in its queue, or
     * nothing that is waited for would ever be given up.
     *
     * @param sent when its message was put into its queue, in real time, where that is known
     */
    default Instant now(Optional<Instant> eventTime, Optional<Instant> sent) {
        return now(eventTime);
    }

    /**
     * How long a message has been waiting.
     *
     * @param firstReceived when it was first handed out
     */
    Duration waited(Instant firstReceived);

    /** The time of day, whatever the event says. */
    record Real(Clock clock) implements EventClock {
        @Override
        public Instant now(Optional<Instant> eventTime) {
            return clock.instant();
        }

        @Override
        public Duration waited(Instant firstReceived) {
            return Duration.between(firstReceived, clock.instant());
        }
    }

    /** Each event's own time, and on from there while its message waits; the time of day for one without. */
    record OfEvent(Clock clock) implements EventClock {

        private static final Duration LONGEST_WAIT = Duration.ofHours(1);

        @Override
        public Instant now(Optional<Instant> eventTime) {
            return eventTime.orElseGet(clock::instant);
        }

        @Override
        public Instant now(Optional<Instant> eventTime, Optional<Instant> sent) {
            return eventTime
                    .map(time -> time.plus(sent.map(this::waited).orElse(Duration.ZERO)))
                    .orElseGet(clock::instant);
        }

        @Override
        public Duration waited(Instant firstReceived) {
            var wait = Duration.between(firstReceived, clock.instant());
            // A batch from a file has times as old as the file: they say nothing about a wait.
            return wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0 ? Duration.ZERO : wait;
        }
    }

    /**
     * Reads GROUNDSKEEPER_NOW.
     *
     * @param setting its value, if any
     * @throws BadSettingException if it is neither {@code event} nor an RFC 3339 time
     */
    static EventClock of(Optional<String> setting, Clock clock) {
        if (setting.isEmpty()) {
            return new Real(clock);
        }
        if (setting.get().equals("event")) {
            return new OfEvent(clock);
        }
        try {
            return new Real(Clock.fixed(OffsetDateTime.parse(setting.get()).toInstant(), clock.getZone()));
        } catch (DateTimeException e) {
            throw new BadSettingException(
                    "GROUNDSKEEPER_NOW", setting.get(), "\"event\" or an RFC 3339 time such as 2026-11-30T10:00:00Z");
        }
    }
}
