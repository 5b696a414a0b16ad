package io.groundskeeper.interruption.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PausesTest {

    @ParameterizedTest
    @CsvSource({
        "PT2M, 1, PT1M, PT5S",
        "PT5M, 1, PT1M, PT5S",
        "PT-1M, 3, PT4M, PT5S",
        "PT1H, 1, PT1M, PT1M",
        "PT1H, 2, PT2M, PT2M",
        "PT1H, 9, PT15M, PT15M",
        "PT7M, 9, PT15M, PT2M",
        "PT5M2S, 2, PT2M, PT5S"
    })
    void farEnd_backsOffButNotIntoTheLastFiveMinutes(Duration left, int receiveCount, Duration usual, Duration pause) {
        assertThat(Pauses.afterFailure(left, receiveCount, usual)).isEqualTo(pause);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2M", "PT5M", "PT10M", "PT40M", "PT6H", "PT24H", "PT240H"})
    void anyEnd_isReachedBeforeTheQueueGivesUp(Duration end) {
        var left = end;
        int receives = 1;
        while (!left.isNegative() && !left.isZero() && receives <= 100) {
            var usual = Duration.ofMinutes(Math.min(15, 1L << Math.min(4, receives - 1)));
            left = left.minus(Pauses.afterFailure(left, receives, usual));
            receives++;
        }

        assertThat(receives).isLessThan(100);
    }

    @ParameterizedTest
    @CsvSource({
        "PT105S, 1, 0, PT5S",
        "PT105S, 1, 10, PT10S",
        "PT105S, 1, 600, PT10S",
        "PT20S, 1, 10, PT8S",
        "PT15S, 20, 10, PT5S",
        "PT-1S, 20, 0, PT5S",
        "PT89M, 1, 0, PT1M",
        "PT40S, 89, 0, PT28S",
        "PT89H, 1, 0, PT1H"
    })
    void drain_restsFiveSecondsOrAsAskedButNotPastItsLastSeconds(
            Duration left, int receiveCount, int askedFor, Duration pause) {
        var wait = Optional.of(Duration.ofSeconds(askedFor)).filter(asked -> askedFor > 0);

        assertThat(Pauses.whileDraining(left, receiveCount, wait)).isEqualTo(pause);
    }

    @Test
    void endInAnotherAge_isNotMoreThanSqsTakes() {
        assertThat(Pauses.afterFailure(Duration.ofDays(100_000), 95, Duration.ofMinutes(15)))
                .isLessThan(Duration.ofHours(12));
    }
}
