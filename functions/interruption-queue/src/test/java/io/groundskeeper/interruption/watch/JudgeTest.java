package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.claim;
import static io.groundskeeper.interruption.watch.Samples.cluster;
import static io.groundskeeper.interruption.watch.Samples.deleted;
import static io.groundskeeper.interruption.watch.Samples.node;
import static io.groundskeeper.interruption.watch.Samples.spot;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JudgeTest {

    private static final List<Node> NODE = List.of(node(INSTANCE_ID));

    @Test
    void deletedClaimAndFreshLease_isHandledWithSeconds() {
        var finding = judge(10, cluster(State.ALIVE, NODE, List.of(deleted(claim(INSTANCE_ID), T.plusSeconds(2)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.HANDLED_BY_KARPENTER);
        assertThat(finding.handledAfter()).contains(Duration.ofSeconds(2));
        assertThat(finding.detail()).contains("2 s after the warning");
        assertThat(finding.node()).contains("node-" + INSTANCE_ID);
        assertThat(finding.nodePool()).contains("default");
    }

    @Test
    void claimDeletedBeforeTheWarning_isHandledAndSaysSo() {
        var finding = judge(1, cluster(State.ALIVE, NODE, List.of(deleted(claim(INSTANCE_ID), T.minusSeconds(40)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.HANDLED_BY_KARPENTER);
        assertThat(finding.detail()).contains("since 40 s before the warning");
    }

    @Test
    void samplesClock_isAlignedWithKubernetesTimes() {
        var warning = Samples.warning(spot(INSTANCE_ID), T.plusSeconds(10));
        var realNow = T.plus(Duration.ofDays(400));
        var snapshot = cluster(State.ALIVE, NODE, List.of(deleted(claim(INSTANCE_ID), realNow.minusSeconds(7))));

        assertThat(Judge.judge(warning, "dev", snapshot, realNow).finding().handledAfter())
                .contains(Duration.ofSeconds(3));
    }

    @Test
    void sampleThatCameAlone_hasNoSeconds() {
        var warning = new WarningReader()
                .read(Samples.alone(spot(INSTANCE_ID), T))
                .warnings()
                .getFirst();
        var realNow = T.plus(Duration.ofDays(400));
        var snapshot = cluster(State.ALIVE, NODE, List.of(deleted(claim(INSTANCE_ID), realNow.minusSeconds(7))));
        var finding = Judge.judge(warning, "dev", snapshot, realNow).finding();

        assertThat(finding.outcome()).isEqualTo(Outcome.HANDLED_BY_KARPENTER);
        assertThat(finding.handledAfter()).isEmpty();
    }

    @Test
    void deletedClaimWithKarpenterDown_isNotHandled() {
        var finding = judge(5, cluster(State.DOWN, NODE, List.of(deleted(claim(INSTANCE_ID), T.plusSeconds(2)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.NOT_HANDLED);
        assertThat(finding.detail()).contains("Karpenter is down", "deletion was asked for");
    }

    @Test
    void deletedClaimWithUnknownLeaseAndKarpentersTaint_isHandled() {
        var tainted = Samples.disrupted(Samples.node("n", INSTANCE_ID, Map.of(), Optional.empty()));
        var finding = judge(
                5, cluster(State.UNKNOWN, List.of(tainted), List.of(deleted(claim(INSTANCE_ID), T.plusSeconds(2)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.HANDLED_BY_KARPENTER);
    }

    @Test
    void deletedClaimWithUnknownLeaseAndDeletedNode_isHandled() {
        var going = Samples.node("n", INSTANCE_ID, Map.of(), Optional.of(T));
        var finding = judge(
                5, cluster(State.UNKNOWN, List.of(going), List.of(deleted(claim(INSTANCE_ID), T.plusSeconds(2)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.HANDLED_BY_KARPENTER);
    }

    @Test
    void deletedClaimWithUnknownLeaseAndNoWork_waits() {
        var finding = judge(5, cluster(State.UNKNOWN, NODE, List.of(deleted(claim(INSTANCE_ID), T.plusSeconds(2)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.WAITING);
    }

    @Test
    void taintWithoutDeletion_isNoProof() {
        var tainted = Samples.disrupted(Samples.node("n", INSTANCE_ID, Map.of(), Optional.empty()));

        assertThat(judge(30, cluster(State.ALIVE, List.of(tainted), List.of(claim(INSTANCE_ID))))
                        .outcome())
                .isEqualTo(Outcome.NOT_HANDLED);
    }

    @ParameterizedTest
    @CsvSource({
        "ALIVE, 0, WAITING",
        "ALIVE, 24, WAITING",
        "ALIVE, 25, NOT_HANDLED",
        "ALIVE, 119, NOT_HANDLED",
        "ALIVE, 120, LATE",
        "ALIVE, -3, WAITING",
        "UNKNOWN, 24, WAITING",
        "UNKNOWN, 25, NOT_HANDLED",
        "DOWN, 0, NOT_HANDLED",
        "DOWN, 120, LATE"
    })
    void claimNotDeleted_isWaitedForUntilPatienceEnds(State state, long age, Outcome expected) {
        assertThat(judge(age, cluster(state, NODE, List.of(claim(INSTANCE_ID)))).outcome())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void nodeWithoutClaim_isNotHandledAtOnce(State state) {
        var finding = judge(0, cluster(state, NODE, List.of()));

        assertThat(finding.outcome()).isEqualTo(Outcome.NOT_HANDLED);
        assertThat(finding.detail()).contains("no NodeClaim");
    }

    @Test
    void karpentersNodeGoingAfterItsClaim_isHandled() {
        var going = Samples.disrupted(Samples.node(
                "n", INSTANCE_ID, Map.of("karpenter.sh/nodepool", "default"), Optional.of(T.plusSeconds(4))));

        assertThat(judge(9, cluster(State.ALIVE, List.of(going), List.of())).outcome())
                .isEqualTo(Outcome.HANDLED_BY_KARPENTER);
    }

    @Test
    void claimWithoutNode_isWatchedAllTheSame() {
        assertThat(judge(30, cluster(State.ALIVE, List.of(), List.of(claim(INSTANCE_ID))))
                        .outcome())
                .isEqualTo(Outcome.NOT_HANDLED);
    }

    @Test
    void neitherNodeNorClaim_isGone() {
        var others = cluster(State.ALIVE, List.of(node(INSTANCE_ID + "2")), List.of(claim("x" + INSTANCE_ID)));

        assertThat(judge(0, others).outcome()).isEqualTo(Outcome.GONE);
    }

    @Test
    void autoModeNode_isIgnored() {
        var auto = Samples.node("n", INSTANCE_ID, Map.of("eks.amazonaws.com/compute-type", "auto"), Optional.empty());

        assertThat(judge(0, cluster(State.UNKNOWN, List.of(auto), List.of())).outcome())
                .isEqualTo(Outcome.IGNORED);
    }

    @Test
    void nodeGroupsNode_isItsOwn() {
        var managed = Samples.node("n", INSTANCE_ID, Map.of("eks.amazonaws.com/nodegroup", "system"), Optional.empty());
        var finding = judge(0, cluster(State.DOWN, List.of(managed), List.of()));

        assertThat(finding.outcome()).isEqualTo(Outcome.NODE_GROUP);
        assertThat(finding.detail()).contains("system");
    }

    @ParameterizedTest
    @CsvSource({"0, ALIVE", "0, DOWN", "60, UNKNOWN", "500, DOWN"})
    void stateChangeWithoutClaim_isRecorded(long age, State state) {
        var finding = stateChange(age, cluster(state, NODE, List.of()));

        assertThat(finding.outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(finding.detail()).contains("no NodeClaim");
    }

    @ParameterizedTest
    @CsvSource({"0, DOWN", "30, DOWN", "5, UNKNOWN", "30, UNKNOWN", "500, DOWN"})
    void stateChangeWhoseClaimIsBeingDeleted_isRecorded(long age, State state) {
        var finding = stateChange(age, cluster(state, NODE, List.of(deleted(claim(INSTANCE_ID), T.minusSeconds(9)))));

        assertThat(finding.outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(finding.detail()).contains("deletion was asked for");
    }

    @ParameterizedTest
    @CsvSource({"5, DOWN, NOT_HANDLED", "5, ALIVE, WAITING", "30, ALIVE, NOT_HANDLED", "200, DOWN, LATE"})
    void stateChangeThatKarpenterMissed_isNotHandled(long age, State state, Outcome expected) {
        assertThat(stateChange(age, cluster(state, NODE, List.of(claim(INSTANCE_ID))))
                        .outcome())
                .isEqualTo(expected);
    }

    @Test
    void hibernation_isLateAtOnceUnlessHandled() {
        var warning = Samples.warning(spot(INSTANCE_ID, "hibernate"), T);
        var idle = cluster(State.ALIVE, NODE, List.of(claim(INSTANCE_ID)));
        var acted = cluster(State.ALIVE, NODE, List.of(deleted(claim(INSTANCE_ID), T)));

        assertThat(Judge.judge(warning, "dev", idle, T).finding().outcome()).isEqualTo(Outcome.LATE);
        assertThat(Judge.judge(warning, "dev", acted, T).finding().outcome()).isEqualTo(Outcome.HANDLED_BY_KARPENTER);
    }

    private static Finding judge(long age, ClusterSnapshot snapshot) {
        Instant now = T.plusSeconds(age);
        return Judge.judge(Samples.warning(spot(INSTANCE_ID), now), "dev", snapshot, now)
                .finding();
    }

    private static Finding stateChange(long age, ClusterSnapshot snapshot) {
        Instant now = T.plusSeconds(age);
        var warning = Samples.warning(Samples.stateChange(INSTANCE_ID, "shutting-down"), now);
        return Judge.judge(warning, "dev", snapshot, now).finding();
    }
}
