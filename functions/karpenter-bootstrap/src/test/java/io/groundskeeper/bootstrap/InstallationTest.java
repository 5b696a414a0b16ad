package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.step.RefusedException;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Whole runs, to a cluster on which Karpenter runs. */
class InstallationTest {

    private static final String CREATED = FunctionUnderTest.event("eks-create-cluster.json");
    private static final String COMMAND = FunctionUnderTest.event("bootstrap-command.json");
    private static final String DRY_RUN = FunctionUnderTest.event("bootstrap-dry-run.json");

    private final FunctionUnderTest function = new FunctionUnderTest();
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
                        "add-ons UNCHANGED",
                        "readiness UNCHANGED");
        assertThat(world.kubernetes.releases).containsOnlyKeys("karpenter-crd", "karpenter");
        world.writes.clear();
        world.reads = 0;
        var second = function.cluster(CREATED);
        assertThat(outcomes(second)).hasSize(13).allMatch(step -> step.endsWith(" UNCHANGED"));
        assertThat(world.writes).isEmpty();
        assertThat(world.reads).isLessThanOrEqualTo(40);
    }

    @Test
    void dryRun_plansBothReleases() {
        world.cluster("dev", Map.of());
        var planned = function.cluster(DRY_RUN);
        assertThat(planned.path("status").asString()).isEqualTo("PLANNED");
        assertThat(outcomes(planned)).contains("helm-crd PLANNED", "helm-controller PLANNED", "readiness WAITING");
        assertThat(world.writes).isEmpty();
    }

    @Test
    void cutOffAfterAnyWrite_theNextRunFinishes() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        int all = world.writes.size();
        for (int cut = 0; cut < all; cut++) {
            var again = new FunctionUnderTest();
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
    void unreachableApiServer_skipsAllInTheClusterAndIsAskedOnceMoreOnly() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        world.access.shut(KubernetesUnavailableException.Cause.UNREACHABLE);
        world.kubernetes.shut = Optional.of(KubernetesUnavailableException.Cause.UNREACHABLE);
        world.kubernetes.calls = 0;
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("https://x").containsOnlyOnce("see step cluster-access");
        assertThat(outcomes(cluster))
                .contains("interruption-queue UNCHANGED")
                .endsWith(
                        "cluster-access SKIPPED",
                        "helm-crd SKIPPED",
                        "helm-controller SKIPPED",
                        "add-ons UNCHANGED",
                        "readiness SKIPPED");
        assertThat(world.kubernetes.calls).as("each try takes seconds").isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = KubernetesUnavailableException.Cause.class,
            names = {"UNAUTHORIZED", "FORBIDDEN"})
    void accessEntryThatIsNotKnownEverywhereYet_isWaitedForAndPlannedInADryRun(
            KubernetesUnavailableException.Cause cause) {
        world.cluster("dev", Map.of());
        world.kubernetes.shut = Optional.of(cause);
        var planned = function.cluster(DRY_RUN);
        assertThat(planned.path("status").asString()).isEqualTo("PLANNED");
        assertThat(outcomes(planned)).contains("helm-crd PLANNED", "helm-controller PLANNED");
        var first = function.cluster(COMMAND);
        assertThat(first.path("status").asString()).isEqualTo("WAITING");
        assertThat(outcomes(first)).endsWith("cluster-access CHANGED", "helm-crd WAITING");
        world.kubernetes.shut = Optional.empty();
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
    }

    @Test
    void kubernetesThatNoVersionIsKnownFor_holdsTheControllerOnly() {
        world.cluster("dev", Map.of());
        world.kubernetes.version = KubernetesVersion.of("1.37");
        var cluster = function.cluster(CREATED);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("1.37").containsOnlyOnce("newer than what is known");
        assertThat(outcomes(cluster)).contains("helm-crd SKIPPED", "helm-controller SKIPPED", "readiness SKIPPED");
        assertThat(function.said()).singleElement().asString().contains("the AWS side of dev is in order");
    }

    @Test
    void takeOver_upgradesAStrangersReleaseWithOurValuesAndNeverDowngradesIt() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        var ours = world.kubernetes.releases.get("karpenter");
        world.kubernetes.releases.put("karpenter", strangers(ours, "1.13.0"));
        assertThat(function.cluster(COMMAND).path("reason").asString()).contains("groundskeeper/take-over=true");
        world.cluster("dev", Map.of("groundskeeper/managed", "true", "groundskeeper/take-over", "true"));
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
        assertThat(world.kubernetes.releases.get("karpenter").values()).isEqualTo(ours.values());

        world.kubernetes.releases.put("karpenter", strangers(ours, "1.15.0"));
        world.writes.clear();
        assertThat(function.cluster(COMMAND).path("reason").asString()).contains("never downgraded");
        assertThat(world.writes).isEmpty();
    }

    private static Release strangers(Release release, String version) {
        return new Release(
                release.name(),
                release.secret(),
                release.older(),
                "deployed",
                version,
                Json.object().put("replicas", 2),
                release.since(),
                List.of());
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
        var without = function.cluster(COMMAND);
        assertThat(without.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(without.path("reason").asString()).containsOnlyOnce("nothing to run Karpenter's controller on");
        assertThat(outcomes(without))
                .endsWith("helm-crd CHANGED", "helm-controller SKIPPED", "add-ons UNCHANGED", "readiness SKIPPED");
        world.kubernetes.nodeGroups.add("system");
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(cluster.path("reason").asString()).contains("node of system");
        world.kubernetes.nodes.add(FakeKubernetes.node("a"));
        var installed = function.cluster(COMMAND);
        assertThat(installed.path("status").asString()).isEqualTo("READY");
        assertThat(outcomes(installed)).contains("helm-controller CHANGED");
        var values = world.kubernetes.releases.get("karpenter").values();
        assertThat(values.path("replicas").asInt()).isEqualTo(1);
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
