package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PodDeletionTest {
    private static final OptionalLong USUAL = OptionalLong.empty();
    private final PodCluster cluster = new PodCluster();

    @BeforeEach
    void create() {
        cluster.put("""
                {apiVersion: v1, kind: Node, metadata: {name: n}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {nodeName: n}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: slow, annotations: {groundskeeper.local/ignores-sigterm: "true"}}
                spec: {nodeName: n, terminationGracePeriodSeconds: 60}
                """);
        cluster.settle();
    }

    @Test
    void podOnANode_runsAndIsReady() {
        assertThat(cluster.pod("web").phase()).isEqualTo("Running");
        assertThat(cluster.pod("web").isReady()).isTrue();
    }

    @Test
    void deletedPod_endsAMomentLater_withThirtySecondsOfGraceUnlessItSaysOtherwise() {
        cluster.delete("web", USUAL);

        Metadata metadata = cluster.pod("web").metadata();
        assertThat(metadata.text("deletionTimestamp")).isEqualTo("2026-11-30T10:00:30Z");
        assertThat(metadata.node().path("deletionGracePeriodSeconds").asInt()).isEqualTo(30);
        cluster.settle();
        assertThat(cluster.podNames()).contains("web");
        pass(1);
        assertThat(cluster.podNames()).containsExactly("slow");
    }

    @Test
    void podThatIgnoresItsSignal_livesUntilItsGraceIsOver() {
        cluster.delete("slow", USUAL);
        pass(59);
        assertThat(cluster.podNames()).contains("slow");
        pass(1);
        assertThat(cluster.podNames()).containsExactly("web");
    }

    @Test
    void stopTime_canBeSet() {
        cluster.kubelets.podsStopWithin(Duration.ofSeconds(10));
        cluster.delete("web", USUAL);
        cluster.settle();
        pass(9);
        assertThat(cluster.podNames()).contains("web");
        pass(1);
        assertThat(cluster.podNames()).doesNotContain("web");
    }

    @Test
    void secondDeletion_shortensTheGraceButNeverLengthensIt() {
        cluster.delete("slow", USUAL);
        cluster.clock.pass(Duration.ofSeconds(5));
        cluster.delete("slow", OptionalLong.of(20));
        assertThat(cluster.pod("slow").metadata().text("deletionTimestamp")).isEqualTo("2026-11-30T10:00:20Z");

        String version = cluster.pod("slow").metadata().resourceVersion();
        cluster.delete("slow", OptionalLong.of(100));
        assertThat(cluster.pod("slow").metadata().resourceVersion()).isEqualTo(version);
        cluster.delete("slow", OptionalLong.of(0));
        assertThat(cluster.podNames()).containsExactly("web");
    }

    @Test
    void graceOfNone_removesAtOnce() {
        cluster.delete("web", OptionalLong.of(0));
        assertThat(cluster.podNames()).containsExactly("slow");
    }

    @Test
    void podWithoutNode_goesAtOnce_andOneThatHasEndedToo() {
        cluster.put("""
                {apiVersion: v1, kind: Pod, metadata: {name: waiting}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: done}, spec: {nodeName: n}, status: {phase: Succeeded}}
                """);
        cluster.delete("waiting", USUAL);
        cluster.delete("done", USUAL);
        assertThat(cluster.podNames()).containsExactly("slow", "web");
    }

    @Test
    void podOnANodeThatIsGoneOrSilent_staysTerminating() {
        cluster.put("""
                apiVersion: v1
                kind: Node
                metadata: {name: n}
                status: {conditions: [{type: Ready, status: Unknown}]}
                """);
        cluster.delete("web", USUAL);
        pass(100);
        assertThat(cluster.podNames()).contains("web");
        cluster.objects.delete("v1", "Node", "", "n");
        pass(100);
        assertThat(cluster.podNames()).contains("web");
    }

    @Test
    void podWhoseNodeIsGone_isCollectedAfterItsQuarantine() {
        OrphanedPods orphans = new OrphanedPods(cluster.storage, cluster.deletions, cluster.clock);
        orphans.reconcile();
        cluster.objects.delete("v1", "Node", "", "n");
        orphans.reconcile();
        cluster.clock.pass(OrphanedPods.QUARANTINE.minusSeconds(1));
        orphans.reconcile();
        assertThat(cluster.podNames()).hasSize(2);
        cluster.clock.pass(Duration.ofSeconds(1));
        orphans.reconcile();
        assertThat(cluster.podNames()).isEmpty();
    }

    @Test
    void podWithFinalizer_outlivesItsGraceUntilTheFinalizerGoes() {
        cluster.put("{apiVersion: v1, kind: Pod, metadata: {name: held, finalizers: [x/y]}, spec: {nodeName: n}}");
        cluster.settle();
        cluster.delete("held", USUAL);
        cluster.settle();
        pass(40);
        assertThat(cluster.podNames()).contains("held");
        release("held");
        assertThat(cluster.podNames()).doesNotContain("held");
    }

    @Test
    void updateOfATerminatingPod_doesNotEndIt() {
        cluster.delete("web", USUAL);
        release("web");
        assertThat(cluster.podNames()).contains("web");
    }

    @Test
    void preconditions_areHeldToInKubernetesWords() {
        String uid = cluster.pod("web").uid();
        assertThatThrownBy(() -> cluster.deletions.delete(Pod.TYPE, "default", "web", DeleteOptions.exactly("another")))
                .hasMessage("Operation cannot be fulfilled on Pod \"web\": the UID in the precondition (another) does"
                        + " not match the UID in record (" + uid + "). The object might have been deleted and then"
                        + " recreated");
        assertThatThrownBy(() -> cluster.deletions.delete(
                        Pod.TYPE, "default", "web", new DeleteOptions(uid, "1", false, "", USUAL)))
                .hasMessageContaining("the ResourceVersion in the precondition (1) does not match the ResourceVersion"
                        + " in record (")
                .hasMessageEndingWith("). The object might have been modified");
        assertThat(cluster.pod("web").metadata().terminating()).isFalse();
    }

    @Test
    void defaults_areThoseOfTheServer() {
        cluster.put("""
                apiVersion: v1
                kind: Pod
                metadata: {name: critical}
                spec: {priorityClassName: system-cluster-critical, tolerations: [{operator: Exists}]}
                """);
        var spec = cluster.pod("critical").object().path("spec");
        assertThat(spec.path("terminationGracePeriodSeconds").asInt()).isEqualTo(30);
        assertThat(spec.path("priority").asInt()).isEqualTo(2_000_000_000);
        assertThat(spec.path("tolerations").size()).isEqualTo(1);
        assertThat(List.copyOf(cluster.pod("web")
                        .object()
                        .at("/spec/tolerations")
                        .valueStream()
                        .map(toleration -> toleration.path("key").asString(""))
                        .toList()))
                .containsExactly("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    }

    private void release(String name) {
        var none = Objects.json("{'metadata':{'finalizers':null,'labels':{'a':'b'}}}");
        cluster.registry.patch(
                Pod.TYPE,
                "default",
                name,
                found -> MergePatch.apply(found, none),
                Registry.Part.MAIN,
                Write.by("test"));
    }

    /** The kubelets see what is new before the time passes, and act after. */
    private void pass(long seconds) {
        cluster.settle();
        cluster.clock.pass(Duration.ofSeconds(seconds));
        cluster.settle();
    }
}
