package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.addon.Addon;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.step.DeclinedException;
import io.groundskeeper.core.json.Json;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** With PIN_ADDONS, CoreDNS and metrics-server stay off the nodes that Karpenter may take away. */
class AddOnsTest {

    private static final String COMMAND = "{\"cluster\":\"dev\"}";

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;
    private final FakeKubernetes kubernetes = world.kubernetes;

    @BeforeEach
    void pinned() {
        world.cluster("dev", Map.of("groundskeeper/pin-addons", "true"));
        function.answer(COMMAND);
        world.writes.clear();
    }

    @Test
    void settingOff_asksAndChangesNothing() {
        world.cluster("dev", Map.of("groundskeeper/managed", "true"));
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", ""));
        function.answer(COMMAND);
        assertThat(world.writes).doesNotContain("configureAddon coredns");
    }

    @Test
    void nothingThere_nothingIsInstalled() {
        assertThat(step(function.cluster(COMMAND)).path("outcome").asString()).isEqualTo("UNCHANGED");
        assertThat(world.writes).isEmpty();
    }

    @Test
    void addonOfEks_keepsItsOtherValuesAndIsWaitedForAndThenLeft() {
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", "{\"replicaCount\":3}"));
        var cluster = function.cluster(COMMAND);
        assertThat(step(cluster).path("outcome").asString()).isEqualTo("CHANGED");
        assertThat(world.writes).containsExactly("configureAddon coredns");
        var values = Json.read(kubernetes.addons.get("coredns").configuration());
        assertThat(values.path("replicaCount").asInt()).isEqualTo(3);
        assertThat(terms(values.path("affinity"))).isEqualTo(Json.read("""
                [{"matchExpressions":[{"key":"kubernetes.io/os","operator":"In","values":["linux"]},
                {"key":"kubernetes.io/arch","operator":"In","values":["amd64","arm64"]},
                {"key":"karpenter.sh/nodepool","operator":"DoesNotExist"}]}]"""));

        assertThat(function.cluster(COMMAND).path("reason").asString()).contains("Add-on coredns is UPDATING");
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", Json.write(values)));
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
        assertThat(world.writes).as("once").hasSize(1);
    }

    @Test
    void configuredTerms_areAlternativesAndEachIsPinned() {
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", """
                affinity:
                  podAntiAffinity: {x: 1}
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                      - matchExpressions: [{key: a, operator: Exists}]
                      - matchExpressions: [{key: karpenter.sh/nodepool, operator: DoesNotExist}]
                """));
        function.answer(COMMAND);
        var affinity =
                Json.read(kubernetes.addons.get("coredns").configuration()).path("affinity");
        assertThat(affinity.path("podAntiAffinity").path("x").asInt()).isEqualTo(1);
        assertThat(terms(affinity)).isEqualTo(Json.read("""
                [{"matchExpressions":[{"key":"a","operator":"Exists"},{"key":"karpenter.sh/nodepool","operator":"DoesNotExist"}]},
                {"matchExpressions":[{"key":"karpenter.sh/nodepool","operator":"DoesNotExist"}]}]"""));
    }

    @Test
    void valuesThatEksDoesNotTake_areSaidAndKeepNothingElseFromBeingDone() {
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", ""));
        kubernetes.workloads.add(deployment("metrics-server", ""));
        world.fail("configureAddon", new DeclinedException("EKS does not take the affinity of add-on coredns", null));
        var cluster = function.cluster(COMMAND);
        assertThat(world.writes).containsExactly("applyDeployment metrics-server");
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(cluster.path("reason").asString()).contains("EKS does not take the affinity of add-on coredns");
    }

    @Test
    void configurationThatCannotBeRead_isLeftAndReported() {
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", "replicaCount: [3"));
        var cluster = function.cluster(COMMAND);
        assertThat(world.writes).isEmpty();
        assertThat(cluster.path("reason").asString()).contains("add-on coredns are no JSON or YAML");
    }

    @Test
    void deploymentWithoutTerms_isPatchedAndOneWithOthersTermsIsLeftAndReported() {
        kubernetes.workloads.add(deployment("metrics-server", ""));
        kubernetes.workloads.add(deployment("coredns", """
                "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
                {"matchExpressions":[{"key":"kubernetes.io/os","operator":"In","values":["linux"]}]}]}}}"""));
        var cluster = function.cluster(COMMAND);
        assertThat(world.writes).containsExactly("applyDeployment metrics-server");
        assertThat(cluster.path("reason").asString())
                .contains("kube-system/coredns has node selector terms that someone else set (eks)");
    }

    @Test
    void noReadyNodeOfAManagedNodeGroup_leavesThemWhereTheyRun() {
        kubernetes.nodes.clear();
        kubernetes.nodes.add(new Node("self", Map.of(), true, Set.of()));
        kubernetes.addons.put("coredns", new Addon("coredns", "ACTIVE", ""));
        var cluster = function.cluster(COMMAND);
        assertThat(step(cluster).path("outcome").asString()).isEqualTo("SKIPPED");
        assertThat(world.writes).doesNotContain("configureAddon coredns");
    }

    private static JsonNode terms(JsonNode affinity) {
        return affinity.at("/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
    }

    private static Workload deployment(String name, String spec) {
        return new Workload(Json.read("""
                {"metadata":{"namespace":"kube-system","name":"%s","managedFields":[{"manager":"eks"}]},
                "spec":{"template":{"spec":{%s}}},"status":{"readyReplicas":2}}""".formatted(name, spec)));
    }

    private static JsonNode step(JsonNode cluster) {
        return cluster.path("steps")
                .valueStream()
                .filter(step -> step.path("step").asString().equals("add-ons"))
                .findFirst()
                .orElseThrow();
    }
}
