package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Reconcile, not script: runs that meet, and runs that are cut off, leave nothing that the next one does not mend. */
class ReconcileIT {

    private static BootstrapWorld world;

    @BeforeAll
    static void start() {
        world = new BootstrapWorld(Duration.ZERO);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @RepeatedTest(4)
    void twoRunsAtOnce_doNoHarmAndNothingTwice(RepetitionInfo turn) {
        var cluster = "twice" + turn.getCurrentRepetition();
        world.cluster(cluster, "API_AND_CONFIG_MAP", world.admin());
        var both = world.runTwice(cluster);
        assertThat(both)
                .extracting(ReconcileIT::status)
                .as("%s", both)
                .isSubsetOf("SKIPPED", "WAITING")
                .contains("SKIPPED");
        assertThat(world.eks()
                        .listPodIdentityAssociations(r -> r.clusterName(cluster))
                        .associations())
                .hasSize(1);
        assertThat(world.iam().listRoles(r -> r.pathPrefix("/groundskeeper/")).roles().stream()
                        .filter(role -> role.roleName().contains("-" + cluster + "-")))
                .hasSize(2);
        assertInOrder(cluster);
    }

    @Test
    void runThatIsKilledAfterAnyWrite_isFinishedByTheNext() {
        int writes = 0;
        boolean killed = true;
        while (killed) {
            var cluster = "killed" + ++writes;
            world.cluster(cluster, "API_AND_CONFIG_MAP", world.admin());
            killed = world.runKilledAfter(writes, cluster);
            var next = world.run(cluster, false);
            assertThat(status(next)).as("after write %d: %s", writes, next).isEqualTo("SKIPPED");
            assertInOrder(cluster);
        }
        assertThat(writes).isGreaterThan(15);
    }

    private static void assertInOrder(String cluster) {
        var last = world.run(cluster, false);
        assertThat(status(last)).as("%s", last).isEqualTo("SKIPPED");
        assertThat(world.recorder().writes()).as("%s", last).isEqualTo(List.of());
    }

    private static String status(JsonNode cluster) {
        return cluster.path("status").asString();
    }
}
