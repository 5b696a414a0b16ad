package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.step.RefusedException;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Whole runs with KARPENTER_CHART, which alone makes Karpenter's releases part of them, and without. */
class InstallationTest {

    private static final String CREATED = FunctionUnderTest.event("eks-create-cluster.json");
    private static final String COMMAND = FunctionUnderTest.event("bootstrap-command.json");
    private static final String DRY_RUN = FunctionUnderTest.event("bootstrap-dry-run.json");

    private final FunctionUnderTest function = installing();
    private final FakeWorld world = function.world;

    @Test
    void createdCluster_getsBothReleasesLastAndASecondRunWritesNothing() {
        world.cluster("dev", Map.of());
        var first = function.cluster(CREATED);
        assertThat(first.path("status").asString()).as("%s", first).isEqualTo("READY");
        assertThat(outcomes(first))
                .containsExactly(
                        "cluster CHANGED",
                        "node-role CHANGED",
                        "controller-role CHANGED",
                        "identity CHANGED",
                        "spot-role CHANGED",
                        "network CHANGED",
                        "node-access CHANGED",
                        "interruption-queue CHANGED",
                        "cluster-access CHANGED",
                        "helm-crd CHANGED",
                        "helm-controller CHANGED",
                        "node-pool CHANGED");
        assertThat(world.kubernetes.releases).containsOnlyKeys("karpenter-crd", "karpenter");
        world.writes.clear();
        world.reads = 0;
        var second = function.cluster(CREATED);
        assertThat(outcomes(second)).hasSize(12).allMatch(step -> step.endsWith(" UNCHANGED"));
        assertThat(world.writes).isEmpty();
        assertThat(world.reads).isLessThanOrEqualTo(40);
    }

    @Test
    void noChart_nothingIsListedReadOrInstalledForAnyRelease() {
        var without = new FunctionUnderTest();
        without.world.cluster("dev", Map.of());
        for (var input : List.of(DRY_RUN, COMMAND, COMMAND)) {
            var cluster = without.cluster(input);
            assertThat(outcomes(cluster)).as("%s", cluster).hasSize(9).noneMatch(step -> step.startsWith("helm"));
        }
        assertThat(without.world.kubernetes.calls).isZero();
        assertThat(without.world.kubernetes.releases).isEmpty();
    }

    @Test
    void chartTakenBack_leavesTheReleasesAlone() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        var releases = Map.copyOf(world.kubernetes.releases);
        world.kubernetes.calls = 0;
        var cluster = function.with("KARPENTER_CHART", "").cluster(COMMAND);
        assertThat(outcomes(cluster)).hasSize(9).allMatch(step -> step.endsWith(" UNCHANGED"));
        assertThat(world.kubernetes.calls).isZero();
        assertThat(world.kubernetes.releases).isEqualTo(releases);
    }

    @Test
    void dryRun_plansBothReleases() {
        world.cluster("dev", Map.of());
        var planned = function.cluster(DRY_RUN);
        assertThat(outcomes(planned)).hasSize(12).allMatch(step -> step.endsWith(" PLANNED"));
        assertThat(world.writes).isEmpty();
    }

    @Test
    void cutOffAfterAnyWrite_theNextRunFinishes() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        int all = world.writes.size();
        for (int cut = 0; cut < all; cut++) {
            var again = installing();
            again.world.cluster("dev", Map.of());
            again.world.cutAfter(cut);
            assertThatThrownBy(() -> again.answer(COMMAND)).hasMessageContaining("cut off");
            again.world.mend();
            assertThat(again.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
            assertThat(again.world.writes).as("cut after %d", cut).hasSize(all);
            assertThat(again.world.kubernetes.releases).isEqualTo(world.kubernetes.releases);
        }
    }

    @Test
    void unreachableApiServer_skipsBothReleasesToo() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        world.access.shut(KubernetesUnavailableException.Cause.UNREACHABLE);
        world.kubernetes.reachable = false;
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(cluster.path("reason").asString()).contains("https://x", "see step cluster-access");
        assertThat(outcomes(cluster))
                .endsWith("cluster-access SKIPPED", "helm-crd SKIPPED", "helm-controller SKIPPED", "node-pool SKIPPED");
    }

    @Test
    void kubernetesThatNoVersionIsKnownFor_holdsTheControllerOnly() {
        world.cluster("dev", Map.of());
        world.kubernetes.version = KubernetesVersion.of("1.37");
        var cluster = function.cluster(CREATED);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(cluster.path("reason").asString()).contains("1.37").containsOnlyOnce("newer than what is known");
        assertThat(outcomes(cluster)).endsWith("helm-crd SKIPPED", "helm-controller SKIPPED", "node-pool SKIPPED");
    }

    @Test
    void versionThatDoesNotFit_isRefusedAndTold() {
        world.cluster("dev", Map.of("groundskeeper/karpenter-version", "1.12.0"));
        world.kubernetes.version = KubernetesVersion.of("1.36");
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(outcomes(cluster)).last().isEqualTo("helm-crd FAILED");
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains("1.12.0 does not fit Kubernetes 1.36", "1.14.1");
        assertThatThrownBy(() -> function.answer(CREATED)).isInstanceOf(RefusedException.class);
    }

    @Test
    void clusterWithoutNodes_waitsForThoseOfItsNodeGroupAndIsLeftWithoutAny() {
        world.cluster("dev", Map.of());
        world.kubernetes.nodes.clear();
        assertThat(outcomes(function.cluster(COMMAND)))
                .endsWith("helm-crd CHANGED", "helm-controller SKIPPED", "node-pool CHANGED");
        world.kubernetes.nodeGroups.add("system");
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(cluster.path("reason").asString()).contains("node of system");
        world.kubernetes.nodes.add(FakeKubernetes.node("a"));
        assertThat(outcomes(function.cluster(COMMAND))).endsWith("helm-controller CHANGED", "node-pool UNCHANGED");
        var values = world.kubernetes.releases.get("karpenter").values();
        assertThat(values.path("replicas").asInt()).isEqualTo(1);
    }

    private static FunctionUnderTest installing() {
        return new FunctionUnderTest().with("KARPENTER_CHART", "oci://public.ecr.aws/karpenter");
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
