package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class PodControllersTest {
    private static final String SET = """
            apiVersion: apps/v1
            kind: %s
            metadata: {name: web}
            spec:
              replicas: 4
              selector: {matchLabels: {app: web}}
              template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
            """;
    private final PodCluster cluster = new PodCluster();

    @BeforeEach
    void nodes() {
        cluster.put("""
                {apiVersion: v1, kind: Node, metadata: {name: n1}}
                ---
                {apiVersion: v1, kind: Node, metadata: {name: n2}}
                """);
    }

    @Test
    void replicaSet_hasItsPodsSpreadOverTheNodes() {
        cluster.put(SET.formatted("ReplicaSet"));
        settle();
        assertThat(cluster.pods()).extracting(Pod::nodeName).containsExactlyInAnyOrder("n1", "n1", "n2", "n2");
        assertThat(cluster.pods()).allMatch(Pod::isReady);
        assertThat(cluster.registry
                        .get(BuiltinTypes.builtin("apps", "ReplicaSet").orElseThrow(), "default", "web")
                        .at("/status/readyReplicas")
                        .asInt())
                .isEqualTo(4);
    }

    @Test
    void deletedPod_isReplacedWhereNodesTakeNewPods() {
        cluster.put(SET.formatted("ReplicaSet"));
        settle();
        node("n1", "{unschedulable: true}");
        String gone = on("n1").getFirst();
        cluster.evict(gone);
        settle();
        cluster.clock.pass(Duration.ofSeconds(2));
        settle();
        assertThat(cluster.podNames()).hasSize(4).doesNotContain(gone);
        assertThat(on("n2")).hasSize(3);
    }

    @Test
    void replacement_waitsWhileNoNodeTakesIt() {
        cluster.put(SET.formatted("ReplicaSet"));
        settle();
        node("n1", "{unschedulable: true}");
        node("n2", "{taints: [{key: karpenter.sh/disrupted, effect: NoSchedule}]}");
        cluster.delete(on("n1").getFirst(), OptionalLong.of(0));
        settle();
        Pod waiting = cluster.pods().stream()
                .filter(pod -> pod.nodeName().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(waiting.phase()).isEqualTo("Pending");
        assertThat(waiting.object().at("/status/conditions/0/reason").asString())
                .isEqualTo("Unschedulable");

        node("n1", "{}");
        settle();
        assertThat(cluster.pods()).allMatch(Pod::isReady);
    }

    @Test
    void smallerReplicaSet_givesPodsUp() {
        cluster.put(SET.formatted("ReplicaSet"));
        settle();
        cluster.put(SET.formatted("ReplicaSet").replace("replicas: 4", "replicas: 1"));
        settle();
        cluster.clock.pass(Duration.ofSeconds(2));
        settle();
        assertThat(cluster.pods()).hasSize(1);
    }

    @Test
    void daemonSet_hasOnePodOnEachNode_cordonedOrNot() {
        node("n1", "{unschedulable: true}");
        cluster.put(SET.formatted("DaemonSet"));
        settle();
        assertThat(on("n1")).hasSize(1);
        assertThat(on("n2")).hasSize(1);

        String gone = on("n1").getFirst();
        cluster.delete(gone, OptionalLong.of(0));
        settle();
        assertThat(on("n1")).hasSize(1).doesNotContain(gone);
    }

    @Test
    void daemonSet_staysAwayFromTaintsThatItDoesNotTolerate() {
        node("n1", "{taints: [{key: karpenter.sh/disrupted, effect: NoSchedule}]}");
        cluster.put(SET.formatted("DaemonSet"));
        settle();
        assertThat(cluster.pods()).extracting(Pod::nodeName).containsExactly("n2");
    }

    @ParameterizedTest
    @CsvSource({
        "minAvailable: 3, 4, 3, 1",
        "minAvailable: 60%, 4, 3, 1",
        "minAvailable: 100%, 4, 4, 0",
        "maxUnavailable: 1, 4, 3, 1",
        "maxUnavailable: 30%, 4, 2, 2",
        "maxUnavailable: 0, 4, 4, 0",
        "maxUnavailable: 9, 4, 0, 4",
    })
    void budgetOfAReplicaSet_isCounted(String spec, int expected, int desired, int allowed) {
        cluster.put(SET.formatted("ReplicaSet"));
        budget(spec);
        settle();
        ObjectNode status = status();
        assertThat(status.path("expectedPods").asInt()).isEqualTo(expected);
        assertThat(status.path("desiredHealthy").asInt()).isEqualTo(desired);
        assertThat(status.path("currentHealthy").asInt()).isEqualTo(4);
        assertThat(status.path("disruptionsAllowed").asInt()).isEqualTo(allowed);
        assertThat(status.path("observedGeneration").asInt()).isEqualTo(1);
        assertThat(status.at("/conditions/0/status").asString()).isEqualTo(allowed > 0 ? "True" : "False");
    }

    @Test
    void budgetFollowsItsPodsAndItsSpec() {
        cluster.put(SET.formatted("ReplicaSet"));
        budget("maxUnavailable: 1");
        settle();
        node("n1", "{unschedulable: true}");
        node("n2", "{unschedulable: true}");
        cluster.delete(on("n1").getFirst(), OptionalLong.of(0));
        settle();
        assertThat(status().path("disruptionsAllowed").asInt()).isZero();
        assertThat(status().path("currentHealthy").asInt()).isEqualTo(3);

        budget("maxUnavailable: 2");
        settle();
        assertThat(status().path("disruptionsAllowed").asInt()).isEqualTo(1);
    }

    @Test
    void shareOfPodsWithoutScale_isNotKnown_soNothingIsAllowed() {
        cluster.put(SET.formatted("DaemonSet"));
        budget("maxUnavailable: 50%");
        settle();
        assertThat(status().path("disruptionsAllowed").asInt()).isZero();
        assertThat(status().at("/conditions/0/reason").asString()).isEqualTo("SyncFailed");
        assertThat(status().at("/conditions/0/message").asString()).startsWith("found no controllers for pod \"web-");
    }

    @Test
    void budgetWithoutPods_allowsNothing() {
        budget("minAvailable: 0");
        settle();
        assertThat(status().path("disruptionsAllowed").asInt()).isZero();
    }

    @Test
    void quietCluster_isNotWrittenTo() {
        cluster.put(SET.formatted("ReplicaSet"));
        cluster.put(SET.formatted("DaemonSet"));
        budget("minAvailable: 1");
        settle();
        settle();
        long before = cluster.storage.revision();
        settle();
        assertThat(cluster.storage.revision()).isEqualTo(before);
    }

    private void budget(String spec) {
        cluster.put("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: web}
                spec: {selector: {matchLabels: {app: web}}, %s}
                """.formatted(spec));
    }

    private ObjectNode status() {
        return cluster.registry.get(Budgets.TYPE, "default", "web").withObjectProperty("status");
    }

    private void node(String name, String spec) {
        cluster.put("{apiVersion: v1, kind: Node, metadata: {name: %s}, spec: %s}".formatted(name, spec));
    }

    private List<String> on(String node) {
        return cluster.pods().stream()
                .filter(pod -> pod.isOn(node))
                .map(pod -> pod.metadata().name())
                .toList();
    }

    private void settle() {
        cluster.settle();
        cluster.settle();
    }
}
