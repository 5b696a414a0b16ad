package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ToldTest {

    private Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private final Told told = new Told(new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    });

    @Test
    void sameTroubleAgain_isNoNewsForAnHour() {
        assertThat(told.isNews("dev", "no permission")).isTrue();
        now = now.plus(Duration.ofMinutes(59));
        assertThat(told.isNews("dev", "no permission")).isFalse();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(told.isNews("dev", "no permission")).isTrue();
    }

    @Test
    void otherClusterOrTrouble_isNews() {
        assertThat(told.isNews("dev", "no permission")).isTrue();
        assertThat(told.isNews("prod", "no permission")).isTrue();
        assertThat(told.isNews("dev", "no subnets")).isTrue();
    }
}
