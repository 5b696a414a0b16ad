package io.groundskeeper.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.setting.BadSettingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventClockTest {

    private static final Instant EVENT = Instant.parse("2026-11-30T10:00:00Z");
    private static final Instant REAL = Instant.parse("2030-01-01T00:00:00Z");

    private final TestClock clock = new TestClock(REAL);

    @Test
    void unset_isTheTimeOfDay() {
        assertThat(of(Optional.empty()).now(Optional.of(EVENT), Optional.of(REAL)))
                .isEqualTo(REAL);
    }

    @Test
    void fixed_staysWhereItIs() {
        var fixed = of(Optional.of("2026-11-30T12:00:00+02:00"));
        clock.forward(Duration.ofHours(1));

        assertThat(fixed.now(Optional.empty())).isEqualTo(EVENT);
    }

    @Test
    void event_isTheEventsOwnTime() {
        assertThat(of(Optional.of("event")).now(Optional.of(EVENT))).isEqualTo(EVENT);
        assertThat(of(Optional.of("event")).now(Optional.of(EVENT), Optional.empty()))
                .isEqualTo(EVENT);
    }

    @Test
    void event_goesOnWhileItsMessageWaits() {
        var sent = Optional.of(REAL);
        clock.forward(Duration.ofSeconds(25));

        assertThat(of(Optional.of("event")).now(Optional.of(EVENT), sent)).isEqualTo(EVENT.plusSeconds(25));
    }

    @Test
    void event_takesNoWaitFromASamplesOldMessage() {
        var clockOfEvent = of(Optional.of("event"));

        assertThat(clockOfEvent.now(Optional.of(EVENT), Optional.of(Instant.EPOCH)))
                .isEqualTo(EVENT);
        assertThat(clockOfEvent.now(Optional.of(EVENT), Optional.of(REAL.plusSeconds(9))))
                .isEqualTo(EVENT);
    }

    @Test
    void waiting_isMeasuredByTheClockThatWasSet() {
        assertThat(of(Optional.empty()).waited(REAL.minusSeconds(40))).hasSeconds(40);
        assertThat(of(Optional.of(EVENT.toString())).waited(EVENT.minusSeconds(10)))
                .as("a fixed time: a sample's old message is as old as the sample says")
                .hasSeconds(10);
        assertThat(of(Optional.of("event")).waited(REAL.minusSeconds(40))).hasSeconds(40);
        assertThat(of(Optional.of("event")).waited(EVENT)).isZero();
    }

    @Test
    void eventWithoutTime_isTheTimeOfDay() {
        assertThat(of(Optional.of("event")).now(Optional.empty(), Optional.of(REAL)))
                .isEqualTo(REAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"now", "2026-11-30", "10:00"})
    void badSetting_saysWhatIsAllowed(String value) {
        assertThatThrownBy(() -> of(Optional.of(value)))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("GROUNDSKEEPER_NOW")
                .hasMessageContaining(value)
                .hasMessageContaining("\"event\"");
    }

    private EventClock of(Optional<String> setting) {
        return EventClock.of(setting, clock);
    }
}
