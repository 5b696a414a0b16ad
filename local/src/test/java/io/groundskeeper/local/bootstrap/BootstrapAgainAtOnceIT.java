package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Runs that follow each other while what the first one made is still CREATING: longer than two runs take. */
class BootstrapAgainAtOnceIT {

    private static final String ON_ITS_WAY = "eks-pod-identity-agent is CREATING";

    private static BootstrapWorld world;

    @BeforeAll
    static void start() {
        world = new BootstrapWorld(Duration.ofSeconds(8));
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void agentThatIsBeingCreated_isWaitedForAndWhatIsInsideIsSkippedWhereNobodyReachesIn() {
        world.cluster("chart", "API", world.admin());
        var first = world.run("chart", false);
        assertThat(status(first)).as("%s", first).isEqualTo("SKIPPED");
        assertThat(outcomes(first))
                .endsWith(
                        "cluster-access CHANGED",
                        "helm-crd SKIPPED",
                        "helm-controller SKIPPED",
                        "node-pool SKIPPED",
                        "add-ons UNCHANGED",
                        "readiness SKIPPED");

        var second = world.run("chart", false);
        assertThat(status(second)).as("%s", second).isEqualTo("WAITING");
        assertThat(second.path("reason").asString()).contains(ON_ITS_WAY);
        assertThat(outcomes(second)).endsWith("identity WAITING");
        assertThat(world.recorder().writes()).isEmpty();

        world.awaitAgent("chart");
        var third = world.run("chart", false);
        assertThat(outcomes(third))
                .as("%s", third)
                .contains("identity UNCHANGED", "cluster-access UNCHANGED", "helm-crd SKIPPED")
                .endsWith("readiness SKIPPED");
        assertThat(world.recorder().writes()).isEmpty();
    }

    private static String status(JsonNode cluster) {
        return cluster.path("status").asString();
    }

    private static List<String> outcomes(JsonNode cluster) {
        return cluster.path("steps")
                .valueStream()
                .map(step -> "%s %s"
                        .formatted(
                                step.path("step").asString(),
                                step.path("outcome").asString()))
                .toList();
    }
}
