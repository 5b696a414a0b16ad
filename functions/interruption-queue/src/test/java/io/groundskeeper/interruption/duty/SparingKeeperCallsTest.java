package io.groundskeeper.interruption.duty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparingKeeperCallsTest {

    private Instant now = Instant.parse("2026-12-01T03:00:00Z");
    private final List<String> asked = new ArrayList<>();
    private final KeeperCalls calls = new SparingKeeperCalls(asked::add, () -> now);

    @Test
    void stormOfWarnings_asksOnceForEachCluster() {
        for (int i = 0; i < 100; i++) {
            calls.lookAt("dev");
            calls.lookAt("prod");
        }
        assertThat(asked).containsExactly("dev", "prod");
    }

    @Test
    void tenMinutesLater_asksAgain() {
        calls.lookAt("dev");
        now = now.plus(Duration.ofMinutes(10)).minusSeconds(1);
        calls.lookAt("dev");
        assertThat(asked).hasSize(1);
        now = now.plusSeconds(1);
        calls.lookAt("dev");
        assertThat(asked).hasSize(2);
    }

    @Test
    void nobodyCouldBeAsked_asksAgainAtOnce() {
        var failing = new SparingKeeperCalls(
                cluster -> {
                    asked.add(cluster);
                    throw new IllegalStateException("throttled");
                },
                () -> now);
        assertThatThrownBy(() -> failing.lookAt("dev")).hasMessage("throttled");
        assertThatThrownBy(() -> failing.lookAt("dev")).hasMessage("throttled");
        assertThat(asked).hasSize(2);
    }
}
