package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class EvictionsTest {
    private static final String PODS = """
            {apiVersion: v1, kind: Node, metadata: {name: n}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: web}}, spec: {nodeName: n}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: b, labels: {app: web}}, spec: {nodeName: n}}
            """;
    private final PodCluster cluster = new PodCluster();

    @BeforeEach
    void create() {
        cluster.put(PODS);
        cluster.settle();
    }

    @Test
    void podWithoutBudget_isDeletedWithItsGrace() {
        cluster.evict("a");

        Metadata metadata = cluster.pod("a").metadata();
        assertThat(metadata.node().path("deletionGracePeriodSeconds").asInt()).isEqualTo(30);
        assertThat(cluster.pod("a").object().at("/status/conditions").toString())
                .contains("\"type\":\"DisruptionTarget\"", "\"reason\":\"EvictionByEvictionAPI\"");
    }

    @Test
    void graceOfTheEviction_overridesThePods() {
        cluster.evictions.evict("default", "a", DeleteOptions.background().within(5));
        assertThat(cluster.pod("a").metadata().text("deletionTimestamp")).isEqualTo("2026-11-30T10:00:05Z");
    }

    @Test
    void budgetWithRoomForOne_letsOneGoAndRefusesTheNext() {
        budget("one", "minAvailable: 1");

        cluster.evict("a");
        assertThat(status("one").path("disruptionsAllowed").asInt()).isZero();
        assertThat(status("one").at("/disruptedPods/a").asString()).isEqualTo("2026-11-30T10:00:00Z");

        ApiError refusal = refused(429, "b");
        assertThat(refusal).hasMessage("Cannot evict pod as it would violate the pod's disruption budget.");
        assertThat(refusal.status().path("reason").asString()).isEqualTo("TooManyRequests");
        assertThat(refusal.status().path("details"))
                .isEqualTo(Objects.json("{'causes':[{'reason':'DisruptionBudget','message':"
                        + "'The disruption budget one needs 1 healthy pods and has 2 currently'}]}"));
        assertThat(refusal.retryAfterSeconds()).isZero();
        assertThat(cluster.pod("b").metadata().terminating()).isFalse();
    }

    @Test
    void budgetThatIsNotCountedYet_asksToComeBack() {
        cluster.put(budgetYaml("new", "minAvailable: 0"));

        ApiError refusal = refused(429, "a");
        assertThat(refusal.retryAfterSeconds()).isEqualTo(10);
        assertThat(refusal.status().at("/details/causes/0/message").asString())
                .isEqualTo("The disruption budget new is still being processed by the server.");
    }

    @Test
    void twoBudgets_areMoreThanEvictionSupports() {
        budget("one", "minAvailable: 0");
        budget("two", "minAvailable: 0");

        ApiError refusal = refused(500, "a");
        assertThat(refusal)
                .hasMessage("This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
                        + " support.");
        assertThat(refusal.status().has("reason")).isFalse();
    }

    @Test
    void podsThatDoNotRun_ignoreTheirBudget() {
        budget("all", "minAvailable: 100%");
        cluster.put("""
                {apiVersion: v1, kind: Pod, metadata: {name: pending, labels: {app: web}}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: done, labels: {app: web}}, status: {phase: Failed}}
                """);
        cluster.evict("pending");
        cluster.evict("done");
        assertThat(cluster.podNames()).containsExactly("a", "b");
        cluster.delete("a", OptionalLong.empty());
        cluster.evict("a");
    }

    @Test
    void unreadyPod_isSparedOnlyWhereItsBudgetNeedsIt() {
        unready("a");
        budget("needs-two", "minAvailable: 2");
        refused(429, "a");

        cluster.objects.delete("policy/v1", "PodDisruptionBudget", "default", "needs-two");
        budget("needs-one", "minAvailable: 1");
        cluster.evict("a");
        assertThat(status("needs-one").has("disruptedPods")).isFalse();
    }

    @Test
    void unreadyPod_alwaysGoesWhereItsBudgetAllowsThat() {
        unready("a");
        budget("needs-two", "minAvailable: 2, unhealthyPodEvictionPolicy: AlwaysAllow");
        refused(429, "b");
        cluster.evict("a");
        assertThat(cluster.pod("a").metadata().terminating()).isTrue();
    }

    @Test
    void absentPodOrAnotherUid_isToldApart() {
        refused(404, "gone");
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> cluster.evictions.evict("default", "a", DeleteOptions.exactly("another")))
                .satisfies(error -> assertThat(error.code()).isEqualTo(409));
        assertThat(cluster.pod("a").metadata().terminating()).isFalse();
    }

    @Test
    void dryRun_changesNothingButRefusesTheSame() {
        budget("one", "minAvailable: 1");
        long before = cluster.storage.revision();
        DeleteOptions dry = new DeleteOptions("", "", true, "", OptionalLong.empty());

        cluster.evictions.evict("default", "a", dry);
        assertThat(cluster.storage.revision()).isEqualTo(before);

        budget("one", "minAvailable: 2");
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> cluster.evictions.evict("default", "a", dry))
                .satisfies(error -> assertThat(error.code()).isEqualTo(429));
    }

    @Test
    void evictedPod_countsAsLostUntilItIsGoneOrTwoMinutesHavePassed() {
        budget("one", "minAvailable: 1");
        // As when the eviction was counted and its deletion then failed.
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> cluster.evictions.evict("default", "a", DeleteOptions.exactly("another")));
        cluster.budgets.reconcile();
        assertThat(status("one").path("disruptionsAllowed").asInt()).isZero();

        cluster.clock.pass(Duration.ofSeconds(121));
        cluster.budgets.reconcile();
        assertThat(status("one").path("disruptionsAllowed").asInt()).isEqualTo(1);
        assertThat(status("one").has("disruptedPods")).isFalse();
    }

    private void unready(String pod) {
        ObjectNode object = cluster.pod(pod).object();
        Conditions.in(object.withObjectProperty("status"), cluster.clock.instant())
                .set("Ready", "False", "", "");
        cluster.objects.put(object);
    }

    private void budget(String name, String spec) {
        cluster.put(budgetYaml(name, spec));
        cluster.budgets.reconcile();
    }

    private static String budgetYaml(String name, String spec) {
        return """
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: %s}
                spec: {selector: {matchLabels: {app: web}}, %s}
                """.formatted(name, spec);
    }

    private ObjectNode status(String name) {
        return cluster.registry.get(Budgets.TYPE, "default", name).withObjectProperty("status");
    }

    private ApiError refused(int code, String pod) {
        var refusal = new ApiError[1];
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> cluster.evict(pod))
                .satisfies(error -> {
                    assertThat(error.code()).isEqualTo(code);
                    refusal[0] = error;
                });
        return refusal[0];
    }
}
