package io.groundskeeper.core.event;

import io.groundskeeper.core.setting.BadSettingException;
import java.time.Clock;
import java.time.DateTimeException;
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

    /** The time of day, whatever the event says. */
    record Real(Clock clock) implements EventClock {
        @Override
        public Instant now(Optional<Instant> eventTime) {
            return clock.instant();
        }
    }

    /** Each event's own time; the time of day for one without. */
    record OfEvent(Clock clock) implements EventClock {
        @Override
        public Instant now(Optional<Instant> eventTime) {
            return eventTime.orElseGet(clock::instant);
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
