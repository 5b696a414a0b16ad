package io.groundskeeper.interruption.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.MalformedEventException;
import io.groundskeeper.core.lambda.Delivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples of events/ that are this function's mean what their names say. */
class EventsTest {

    private static final Path EVENTS =
            Path.of(System.getProperty("groundskeeper.root")).resolve("events");

    @ParameterizedTest
    @CsvSource({
        "spot-interruption, SPOT_INTERRUPTION, i-0a1b2c3d4e5f60001, 120",
        "spot-interruption-placeholder-time, SPOT_INTERRUPTION, i-0a1b2c3d4e5f60002, 120",
        "rebalance-recommendation, REBALANCE, i-0a1b2c3d4e5f60003, ",
        "state-change-stopping, STATE_CHANGE, i-0a1b2c3d4e5f60004, ",
        "capacity-reservation-interruption, CAPACITY_RESERVATION_INTERRUPTION, i-0a1b2c3d4e5f60009, 120",
        "capacity-block-expiration, CAPACITY_BLOCK_EXPIRATION, , 2400"
    })
    void warning_isOne(String name, Kind kind, String instanceId, Long secondsLeft) throws IOException {
        var warnings = read(name).warnings();

        assertThat(warnings).hasSize(1);
        assertThat(warnings.getFirst().kind()).isEqualTo(kind);
        assertThat(warnings.getFirst().instanceId().orElse(null)).isEqualTo(instanceId);
        assertThat(warnings.getFirst().secondsLeft().orElse(null)).isEqualTo(secondsLeft);
    }

    @Test
    void scheduledChange_isAWarningForEachInstance() throws IOException {
        assertThat(read("health-scheduled-change").warnings())
                .extracting(Warning::kind, warning -> warning.instanceId().orElseThrow(), Warning::ignoredBecause)
                .containsExactly(
                        tuple(Kind.HEALTH_SCHEDULED_CHANGE, "i-0a1b2c3d4e5f60006", Optional.empty()),
                        tuple(Kind.HEALTH_SCHEDULED_CHANGE, "i-0a1b2c3d4e5f60007", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"state-change-running", "health-issue", "unknown-event"})
    void anythingElse_isIgnoredWithReason(String name) throws IOException {
        var reading = read(name);

        assertThat(reading.warnings()).isEqualTo(List.of());
        assertThat(reading.ignored()).hasSize(1);
    }

    @Test
    void warningWithoutInstance_saysWhatItLacks() {
        assertThatThrownBy(() -> read("spot-interruption-no-instance"))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("detail.instance-id");
    }

    private static Reading read(String name) throws IOException {
        var event = EventParser.parse(Files.readString(EVENTS.resolve(name + ".json")));
        return new WarningReader().read(new Delivery(name, event, Samples.T, Optional.empty()));
    }
}
