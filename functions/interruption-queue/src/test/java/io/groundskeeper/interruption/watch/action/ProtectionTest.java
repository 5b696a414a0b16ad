package io.groundskeeper.interruption.watch.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.interruption.cluster.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtectionTest {

    private static final Instant CREATED = Instant.parse("2026-11-30T10:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "true, 1000000, true",
        "false, 0, false",
        "TRUE, 0, false",
        "'', 0, false",
        "5m, 299, true",
        "5m, 300, true",
        "5m, 301, false",
        "1h30m, 5400, true",
        "1h30m, 5401, false",
        "1.5h, 5400, true",
        "1.5h, 5401, false",
        "90000ms, 90, true",
        "90000ms, 91, false",
        "5, 0, false",
        "m5, 0, false",
        "-5m, 0, false",
        "5m forever, 0, false",
        "999999999999999h, 1000000000, true"
    })
    void annotation_protectsUntilThePodIsOlder(String value, long age, boolean expected) {
        assertThat(Protection.of(pod(Optional.of(value)), CREATED.plusSeconds(age))
                        .isPresent())
                .isEqualTo(expected);
    }

    @Test
    void podWithoutAnnotation_isNotProtected() {
        assertThat(Protection.of(pod(Optional.empty()), CREATED)).isEmpty();
    }

    private static Pod pod(Optional<String> doNotDisrupt) {
        return new Pod("shop", "web", "uid", CREATED, Optional.empty(), false, false, false, doNotDisrupt, List.of());
    }
}
