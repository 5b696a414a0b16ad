package io.groundskeeper.interruption.watch.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.interruption.cluster.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrainPlanTest {

    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    @Test
    void criticalPods_waitForTerminatingOnes() {
        var plan = plan(pod("web", false, Optional.of(Duration.ofSeconds(20))), pod("dns", true, Optional.empty()));

        assertThat(plan.later()).extracting(Pod::name).containsExactly("dns");
        assertThat(plan.isDone()).isFalse();
    }

    @Test
    void criticalPods_doNotWaitForOneThatIsStuck() {
        var plan = plan(pod("web", false, Optional.of(Duration.ofSeconds(-61))), pod("dns", true, Optional.empty()));

        assertThat(plan.evict()).extracting(Pod::name).containsExactly("dns");
        assertThat(plan.terminating()).isEmpty();
    }

    @Test
    void terminatingPods_areAskedForNothingMore() {
        var plan = plan(pod("web", false, Optional.of(Duration.ofSeconds(20))));

        assertThat(plan.evict()).isEmpty();
        assertThat(plan.terminating()).hasSize(1);
        assertThat(plan.isDone()).isTrue();
    }

    @Test
    void lastSeconds_leaveTerminatingPodsTheirGrace() {
        var plan = DrainPlan.of(
                List.of(
                        pod("web", false, Optional.of(Duration.ofSeconds(20))),
                        pod("api", false, Optional.empty()),
                        pod("dns", true, Optional.empty())),
                "spot-interruption",
                NOW,
                true);

        assertThat(plan.delete()).extracting(Pod::name).containsExactly("api", "dns");
        assertThat(plan.evict()).isEmpty();
    }

    private static DrainPlan plan(Pod... pods) {
        return DrainPlan.of(List.of(pods), "spot-interruption", NOW, false);
    }

    private static Pod pod(String name, boolean critical, Optional<Duration> goneIn) {
        return new Pod(
                "shop",
                name,
                "uid",
                NOW.minusSeconds(60),
                goneIn.map(NOW::plus),
                false,
                false,
                critical,
                Optional.empty(),
                List.of());
    }
}
