package io.groundskeeper.local.eks;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Stands still until told otherwise. */
final class FakeClock implements InstantSource {
    private Instant now = Instant.parse("2026-11-30T10:00:00Z");

    void pass(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
