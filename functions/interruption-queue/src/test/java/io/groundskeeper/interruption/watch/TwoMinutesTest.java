package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.claim;
import static io.groundskeeper.interruption.watch.Samples.deleted;
import static io.groundskeeper.interruption.watch.Samples.event;
import static io.groundskeeper.interruption.watch.Samples.karpenterTags;
import static io.groundskeeper.interruption.watch.Samples.node;
import static io.groundskeeper.interruption.watch.Samples.pod;
import static io.groundskeeper.interruption.watch.Samples.spot;
import static io.groundskeeper.interruption.watch.Samples.stateChange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException.Cause;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.cluster.Pod;
import io.groundskeeper.interruption.cluster.Taint;
import io.groundskeeper.interruption.cluster.Toleration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The two minutes between a warning and its instance's end, look by look, as the queue hands the message out. */
class TwoMinutesTest {

    private static final String NODE = "node-" + INSTANCE_ID;
    private static final String CLAIM = "claim-" + INSTANCE_ID;
    private static final Duration SHORT = Duration.ofSeconds(3);

    private final TestClock clock = new TestClock(T.plusSeconds(15));
    private final FakeTags tags = new FakeTags().with(INSTANCE_ID, karpenterTags("dev"));
    private final FakeCluster cluster =
            new FakeCluster(clock).with(node(INSTANCE_ID)).with(claim(INSTANCE_ID));
    private final FakeClusters clusters = new FakeClusters().with("dev", cluster);
    private TestParts parts = new TestParts(tags, clusters, clock, Map.of());

    // ---- Karpenter alive

    @ParameterizedTest
    @ValueSource(strings = {"spot", "capacity reservation"})
    void karpenterThatActs_isLeftAlone(String kind) {
        cluster.with(deleted(claim(INSTANCE_ID), T.plusSeconds(1)));

        assertThat(look(kind.equals("spot") ? spot(INSTANCE_ID) : capacityReservation(INSTANCE_ID)))
                .isEqualTo("HANDLED_BY_KARPENTER");
        assertThat(cluster.changes()).isEmpty();
        assertThat(parts.keeperCalls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopping", "stopped", "shutting-down", "terminated"})
    void stateChangeThatKarpenterActsOn_isLeftAlone(String state) {
        cluster.with(deleted(claim(INSTANCE_ID), T.plusSeconds(1)));

        assertThat(look(stateChange(INSTANCE_ID, state))).isEqualTo("HANDLED_BY_KARPENTER");
        assertThat(cluster.changes()).isEmpty();
    }

    @Test
    void nodeThatSomeoneDeleted_isLivingKarpentersWork() {
        cluster.with(Samples.node(
                NODE, INSTANCE_ID, Map.of("karpenter.sh/nodepool", "default"), Optional.of(T.plusSeconds(2))));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("HANDLED_BY_KARPENTER");
    }

    @Test
    void idleKarpenter_getsItsNodeClaimDeletedAfter25Seconds() {
        cluster.with(NODE, pod("web-1"), SHORT);

        assertThat(looks(spot(INSTANCE_ID), 3)).containsExactly("WAITING", "WAITING", "NODECLAIM_DELETED");
        assertThat(clock.instant()).isEqualTo(T.plusSeconds(25));
        // A living Karpenter drains by itself.
        assertThat(cluster.changes()).containsExactly("delete claim " + CLAIM);
        assertThat(parts.keeperCalls()).containsExactly("dev");
    }

    @Test
    void keeperThatCannotBeAsked_costsTheWarningNothing() {
        parts.keeperFails(new IllegalStateException("no queue"));
        clock.forward(Duration.ofSeconds(10));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("NODECLAIM_DELETED");
        assertThat(parts.lines("keeper-not-asked")).hasSize(1);
    }

    @Test
    void secondWarning_findsKarpenterAtWork() {
        clock.forward(Duration.ofSeconds(10));
        look(spot(INSTANCE_ID));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("HANDLED_BY_KARPENTER");
        assertThat(cluster.changes()).hasSize(1);
    }

    @Test
    void sameWarningTwiceInABatch_isToldOnce() {
        clock.forward(Duration.ofSeconds(10));
        call(message("m1", spot(INSTANCE_ID), 1), message("m2", spot(INSTANCE_ID), 1));

        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().path("text").stringValue())
                .isEqualTo("Interrupted nodes of dev: 1 NodeClaim deleted");
    }

    @Test
    void nodeClaimThatWasReplacedMeanwhile_isLookedAtAgain() {
        clock.forward(Duration.ofSeconds(10));
        cluster.before(
                "delete claim",
                () -> cluster.with(new Claim(CLAIM, "another", "aws:///us-east-1a/i-0b", Map.of(), Optional.empty())));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("WAITING");
        assertThat(cluster.theClaim(CLAIM).deletedAt()).isEmpty();
    }

    @Test
    void nodeAndClaimThatWentMeanwhile_areGoneAtTheNextLook() {
        clock.forward(Duration.ofSeconds(10));
        cluster.before("delete claim", () -> {
            cluster.remove(CLAIM);
            cluster.remove(NODE);
        });

        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("WAITING", "GONE");
    }

    @Test
    void rightThatIsMissing_isToldAtOnceWithWhatToDo() {
        clock.forward(Duration.ofSeconds(10));
        cluster.before("delete claim", () -> {
            throw forbidden("cannot delete resource \"nodeclaims\"");
        });

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("FAILED");
        assertThat(parts.hidden()).isEmpty();
        assertThat(parts.slack().toString())
                .contains("cannot delete resource", "kubectl delete nodeclaim " + CLAIM, "kubectl drain " + NODE);
        assertThatThrownBy(() -> parts.call(spot(INSTANCE_ID))).hasMessageContaining("cannot delete resource");
    }

    @Test
    void apiServerThatStumbles_isAskedAgainAfterFiveSeconds() {
        clock.forward(Duration.ofSeconds(10));
        var first = new AtomicBoolean(true);
        cluster.before("delete claim", () -> {
            if (first.getAndSet(false)) {
                throw new IllegalStateException("etcd leader changed");
            }
        });

        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("FAILED", "NODECLAIM_DELETED");
        assertThat(parts.hidden()).containsEntry("handle-m1", 5);
    }

    @Test
    void claimWithoutNode_isDeletedWhoeverRuns() {
        cluster.remove(NODE);
        cluster.karpenter(State.DOWN, false);

        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("NODECLAIM_DELETED", "NODECLAIM_DELETED");
        assertThat(cluster.changes()).containsExactly("delete claim " + CLAIM);
        assertThat(parts.keeperCalls()).isEmpty();
    }

    // ---- Karpenter down

    @Test
    void karpenterThatIsDown_getsItsWorkDoneAtOnce() {
        down().with(NODE, pod("web-1"), SHORT).with(NODE, pod("web-2"), SHORT);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINING");
        assertThat(cluster.changes())
                .startsWith("mark " + NODE, "delete claim " + CLAIM)
                .contains("evict shop/web-1", "evict shop/web-2");
        var marked = cluster.theNode(NODE);
        assertThat(marked.unschedulable()).isTrue();
        assertThat(marked.taints()).containsExactly(Taint.noSchedule("groundskeeper/interrupted", "spot-interruption"));
        assertThat(marked.labels())
                .containsEntry("node.kubernetes.io/exclude-from-external-load-balancers", "groundskeeper");
        assertThat(parts.hidden()).containsEntry("handle-m1", 5);
        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().toString()).contains("1 being drained", "Karpenter is down");

        clock.forward(Duration.ofSeconds(5));
        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINED");
        assertThat(cluster.podsLeft()).isEmpty();
        assertThat(cluster.changes()).hasSize(4);
        assertThat(parts.slack()).hasSize(2);
        assertThat(parts.slack().getLast().toString()).contains("1 drained by us", "no pod is left to move");
        assertThat(parts.keeperCalls()).isEmpty();
    }

    @Test
    void drainThatGoesOn_isToldOnlyAtItsBeginningAndItsEnd() {
        down().with(NODE, pod("web-1"), SHORT).withBudget("web", "web", 1);
        looks(spot(INSTANCE_ID), 10);

        assertThat(parts.slack()).hasSize(1);
        cluster.withoutBudget("web");
        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("DRAINING", "DRAINED");
        assertThat(parts.slack()).hasSize(2);
    }

    @Test
    void budgetInTheWay_isTriedInEachPassAndNamed() {
        down().with(NODE, pod("web-1"), SHORT).withBudget("web", "web", 1);
        looks(spot(INSTANCE_ID), 3);

        assertThat(cluster.changes().stream().filter("evict shop/web-1"::equals))
                .hasSize(3);
        assertThat(report().at("/pods/left/0/why").stringValue()).contains("disruption budget web needs 1");
        assertThat(parts.slack().getFirst().toString()).contains("shop/web-1", "disruption budget web");
    }

    @Test
    void twoBudgets_areSaidToBlock() {
        down().with(NODE, pod("web-1"), SHORT).withBudget("one", "web", 0).withBudget("two", "we", 0);
        look(spot(INSTANCE_ID));

        assertThat(report().at("/pods/left/0/why").stringValue()).contains("more than one PodDisruptionBudget");
    }

    @Test
    void budgetThatIsStillInTheWayAtTheEnd_isNamedInWhatCameTooLate() {
        down().with(NODE, pod("web-1"), SHORT).with(NODE, pod("api-1"), SHORT).withBudget("web", "web", 1);
        var outcomes = looks(spot(INSTANCE_ID), 22);

        assertThat(outcomes).endsWith("DRAINING", "LATE").doesNotContain("DRAINED");
        assertThat(cluster.podsLeft()).containsExactly("shop/web-1");
        assertThat(parts.slack().getLast().toString())
                .contains("1 too late", "shop/web-1", "disruption budget web")
                .doesNotContain("api-1");
        assertThat(cluster.changes().stream().filter(change -> change.startsWith("delete shop")))
                .isEmpty();
        assertThat(parts.log()).contains("\"PodsLeft\":1");
    }

    @Test
    void drainThatWasThroughInTheLastSecond_isNotCalledLate() {
        down().with(NODE, pod("web-1"), SHORT);
        clock.forward(Duration.ofSeconds(102));
        look(spot(INSTANCE_ID));
        clock.forward(Duration.ofSeconds(6));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINED");
    }

    @Test
    void podThatWasStillTerminatingAtTheEnd_isNamed() {
        down().with(NODE, pod("slow-1"), Duration.ofMinutes(5));
        clock.forward(Duration.ofSeconds(102));
        look(spot(INSTANCE_ID));
        clock.forward(Duration.ofSeconds(6));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("LATE");
        assertThat(parts.slack().getLast().toString()).contains("shop/slow-1", "still terminating");
    }

    @Test
    void warningThatIsLateAtFirst_isNotActedOn() {
        down().with(NODE, pod("web-1"), SHORT);
        clock.forward(Duration.ofMinutes(2));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("LATE");
        assertThat(cluster.changes()).isEmpty();
    }

    @Test
    void criticalPods_waitUntilTheOthersAreGone() {
        down().with(NODE, pod("web-1"), SHORT).with(NODE, critical("dns"), SHORT);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINING");
        assertThat(cluster.changes()).contains("evict shop/web-1").doesNotContain("evict shop/dns");
        clock.forward(Duration.ofSeconds(1));
        look(spot(INSTANCE_ID));
        assertThat(cluster.changes()).doesNotContain("evict shop/dns");
        clock.forward(Duration.ofSeconds(4));
        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("DRAINING", "DRAINED");
        assertThat(cluster.changes()).contains("evict shop/dns");
    }

    @Test
    void podsThatBelongToTheNodeToleratingAndFinishedOnes_stay() {
        down().with(NODE, staying("agent"), SHORT)
                .with(NODE, tolerating("logs", new Toleration("", "Exists", "", "")), SHORT)
                .with(NODE, tolerating("mine", new Toleration("groundskeeper/interrupted", "Exists", "", "")), SHORT)
                .with(NODE, terminal("job"), SHORT);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINED");
        assertThat(cluster.podsLeft()).hasSize(4);
    }

    @Test
    void podsOfOtherNodes_stay() {
        down().with("another", pod("web-1"), SHORT);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINED");
        assertThat(cluster.podsLeft()).containsExactly("shop/web-1");
    }

    @Test
    void doNotDisrupt_isHonouredAndNamed() {
        down().with(NODE, protectedBy("true"), SHORT);
        var outcomes = looks(spot(INSTANCE_ID), 22);

        assertThat(outcomes).endsWith("LATE");
        assertThat(cluster.changes()).doesNotContain("evict shop/kept");
        assertThat(parts.slack().getLast().toString()).contains("shop/kept", "karpenter.sh/do-not-disrupt");
    }

    @Test
    void doNotDisruptForSomeTime_isHonouredThatLong() {
        // Created at T.
        down().with(NODE, protectedBy("20s"), SHORT);

        look(spot(INSTANCE_ID));
        clock.forward(Duration.ofSeconds(5));
        look(spot(INSTANCE_ID));
        assertThat(cluster.changes()).doesNotContain("evict shop/kept");
        clock.forward(Duration.ofSeconds(1));
        look(spot(INSTANCE_ID));
        assertThat(cluster.changes()).contains("evict shop/kept");
    }

    @Test
    void podThatWasReplacedUnderItsName_isNotEvicted() {
        down().with(NODE, pod("db-0"), SHORT);
        cluster.before("evict shop/db-0", () -> cluster.with("another", renewed("db-0"), SHORT));

        look(spot(INSTANCE_ID));

        assertThat(cluster.podsLeft()).containsExactly("shop/db-0");
        clock.forward(Duration.ofSeconds(10));
        assertThat(cluster.podsLeft()).containsExactly("shop/db-0");
    }

    @Test
    void podThatWentMeanwhile_isNoTrouble() {
        down().with(NODE, pod("web-1"), SHORT);
        cluster.before("evict shop/web-1", () -> cluster.removePod("shop/web-1"));

        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("DRAINING", "DRAINED");
    }

    @Test
    void nodeThatChangesMeanwhile_isReadAgainAndMarked() {
        down();
        var times = new ArrayList<Integer>();
        cluster.before("mark", () -> {
            if (times.size() < 2) {
                times.add(1);
                cluster.touch(NODE);
            }
        });

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINED");
        assertThat(cluster.theNode(NODE).unschedulable()).isTrue();
        assertThat(cluster.changes().stream().filter(change -> change.startsWith("mark")))
                .hasSize(3);
    }

    @Test
    void nodeThatNeverStopsChanging_isTriedAgainAndItsPodsStay() {
        down().with(NODE, pod("web-1"), SHORT);
        cluster.before("mark", () -> cluster.touch(NODE));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("FAILED");
        assertThat(parts.hidden()).containsEntry("handle-m1", 5);
        assertThat(cluster.changes()).contains("delete claim " + CLAIM).doesNotContain("evict shop/web-1");
    }

    @Test
    void nodeThatWentMeanwhile_isLookedAtAgain() {
        down();
        cluster.before("mark", () -> cluster.remove(NODE));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("WAITING");
    }

    @Test
    void taintsAndLabelsOfOthers_areKept() {
        down().with(new Node(
                NODE,
                "uid",
                "1",
                "aws:///us-east-1a/" + INSTANCE_ID,
                Map.of("node.kubernetes.io/exclude-from-external-load-balancers", "karpenter"),
                Optional.empty(),
                List.of(new Taint("dedicated", "gpu", "NoExecute", Optional.of("2026-11-30T09:00:00Z"))),
                false));
        look(spot(INSTANCE_ID));

        assertThat(cluster.theNode(NODE).taints())
                .contains(new Taint("dedicated", "gpu", "NoExecute", Optional.of("2026-11-30T09:00:00Z")))
                .hasSize(2);
        assertThat(cluster.theNode(NODE).labels()).containsValue("karpenter");
        assertThat(cluster.changes()).noneMatch(change -> change.contains("disrupted"));
    }

    @Test
    void missingRightToEvict_isToldAtOnce() {
        down().with(NODE, pod("web-1"), SHORT);
        cluster.before("evict", () -> {
            throw forbidden("cannot create resource \"pods/eviction\"");
        });

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("FAILED");
        assertThat(parts.slack().getFirst().toString()).contains("pods/eviction", "kubectl drain " + NODE);
    }

    @Test
    void onePodsFailure_costsTheOthersNothing() {
        down().with(NODE, pod("odd"), SHORT).with(NODE, pod("web-1"), SHORT);
        cluster.before("evict shop/odd", () -> {
            throw new IllegalStateException("admission webhook timed out");
        });

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINING");
        assertThat(report().at("/pods/evicted/0").stringValue()).isEqualTo("shop/web-1");
        assertThat(report().at("/pods/left").toString()).contains("shop/odd", "admission webhook timed out");
    }

    @Test
    void nodeClaimThatMayNotBeDeleted_keepsNoPodFromBeingMoved() {
        down().with(NODE, pod("web-1"), SHORT);
        cluster.before("delete claim", () -> {
            throw forbidden("cannot delete resource \"nodeclaims\"");
        });

        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("DRAINING", "DRAINED");
        assertThat(parts.slack().getLast().toString()).contains("cannot delete resource");
    }

    @Test
    void manyPods_areAskedForTenAtATimeAndSomeNamed() {
        down();
        for (int i = 0; i < 40; i++) {
            cluster.with(NODE, pod("web-" + i), SHORT);
        }
        cluster.withBudget("web", "web", 40);
        look(spot(INSTANCE_ID));

        assertThat(cluster.mostAtOnce()).isBetween(1, 10);
        assertThat(report().at("/pods/left")).hasSize(40);
        assertThat(report().path("detail").stringValue()).contains("and 30 more");
    }

    @Test
    void karpenterThatComesBack_takesOver() {
        down().with(NODE, pod("web-1"), SHORT).withBudget("web", "web", 1);
        look(spot(INSTANCE_ID));
        cluster.karpenter(State.ALIVE, true);
        clock.forward(Duration.ofSeconds(5));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("HANDLED_BY_KARPENTER");
        assertThat(report().path("detail").stringValue()).contains("we had begun to drain it");
        assertThat(parts.log()).doesNotContain("SecondsToKarpenter");
    }

    @Test
    void karpenterThatDiedAfterItHadBegun_isNoKarpenter() {
        down().with(Samples.disrupted(node(INSTANCE_ID)))
                .with(deleted(claim(INSTANCE_ID), T.plusSeconds(1)))
                .with(NODE, pod("web-1"), SHORT);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINING");
        assertThat(cluster.changes()).contains("evict shop/web-1").doesNotContain("delete claim " + CLAIM);
    }

    // ---- Nobody knows whether Karpenter runs

    @Test
    void unknownKarpenterThatThenActs_isLeftAlone() {
        cluster.karpenter(State.UNKNOWN, true);

        assertThat(looks(spot(INSTANCE_ID), 4))
                .containsExactly("WAITING", "WAITING", "WAITING", "HANDLED_BY_KARPENTER");
        assertThat(cluster.changes()).containsExactly("delete claim " + CLAIM);
    }

    @Test
    void unknownKarpenterThatDoesNothing_getsItsWorkDoneTenSecondsAfterTheDeletion() {
        cluster.karpenter(State.UNKNOWN, false).with(NODE, pod("web-1"), SHORT);

        assertThat(looks(spot(INSTANCE_ID), 6))
                .containsExactly("WAITING", "WAITING", "WAITING", "WAITING", "DRAINING", "DRAINED");
        assertThat(cluster.changes()).containsExactly("delete claim " + CLAIM, "mark " + NODE, "evict shop/web-1");
    }

    @Test
    void unknownKarpenterAndAnInstanceThatStops_getsItsNodeClaimDeletedOnly() {
        cluster.karpenter(State.UNKNOWN, false).with(NODE, pod("web-1"), SHORT);
        clock.forward(Duration.ofSeconds(10));

        assertThat(look(stateChange(INSTANCE_ID, "stopping"))).isEqualTo("NODECLAIM_DELETED");
        assertThat(cluster.changes()).containsExactly("delete claim " + CLAIM);
    }

    // ---- Settings

    @Test
    void lastSeconds_deleteNothingUnlessAllowed() {
        down().with(NODE, pod("web-1"), SHORT).withBudget("web", "web", 1);
        looks(spot(INSTANCE_ID), 22);

        assertThat(cluster.changes()).noneMatch(change -> change.startsWith("delete shop"));
    }

    @Test
    void lastSeconds_deleteWhatIsLeftWithTheGraceThatIsLeftWhereAllowed() {
        down().tagged("groundskeeper/force-delete", "true")
                .with(NODE, pod("web-1"), Duration.ofMinutes(5))
                .with(NODE, protectedBy("true"), SHORT)
                .with(NODE, critical("dns"), SHORT)
                .with(NODE, staying("agent"), SHORT)
                .with(NODE, tolerating("logs", new Toleration("", "Exists", "", "")), SHORT)
                .withBudget("web", "web", 1);
        looks(spot(INSTANCE_ID), 18);
        assertThat(cluster.changes()).noneMatch(change -> change.startsWith("delete shop"));

        clock.forward(Duration.ofSeconds(5));
        assertThat(clock.instant()).isEqualTo(T.plusSeconds(105));
        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINING");
        assertThat(cluster.changes())
                .contains("delete shop/web-1 grace 15", "delete shop/kept grace 15", "delete shop/dns grace 15")
                .noneMatch(change -> change.startsWith("delete shop/agent") || change.startsWith("delete shop/logs"));
        assertThat(parts.log()).contains("\"PodsForceDeleted\":3");
        clock.forward(Duration.ofSeconds(5));
        assertThat(look(spot(INSTANCE_ID))).isEqualTo("DRAINED");
    }

    @Test
    void deletionInTheLastMoment_neverHasNoGrace() {
        parts = new TestParts(tags, clusters, clock, Map.of("FORCE_DELETE", "true"));
        down().with(NODE, pod("web-1"), SHORT).withBudget("web", "web", 1);
        clock.forward(Duration.ofMillis(104_500));
        look(spot(INSTANCE_ID));

        assertThat(cluster.changes()).contains("delete shop/web-1 grace 1");
    }

    @Test
    void stepInSwitchedOff_changesNothingAndSaysWhatItWould() {
        down().tagged("groundskeeper/step-in", "false")
                .with(NODE, pod("web-1"), SHORT)
                .with(NODE, pod("db-0"), SHORT)
                .withBudget("db", "db", 1);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("NOT_HANDLED");
        assertThat(cluster.changes()).isEmpty();
        assertThat(cluster.podsLeft()).hasSize(2);
        assertThat(parts.slack().getFirst().toString())
                .contains(
                        "would cordon and taint node " + NODE,
                        "delete NodeClaim " + CLAIM,
                        "evict 2 pods",
                        "shop/db-0",
                        "disruption budget db",
                        "kubectl drain " + NODE);
    }

    @Test
    void stepInSwitchedOff_deletesNoNodeClaim() {
        parts = new TestParts(tags, clusters, clock, Map.of("STEP_IN", "false"));
        clock.forward(Duration.ofSeconds(10));

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("NOT_HANDLED");
        assertThat(cluster.changes()).isEmpty();
        assertThat(parts.slack().toString()).contains("would delete NodeClaim " + CLAIM);
    }

    @Test
    void badTag_isToldAtOnceAndNothingIsDone() {
        down().tagged("groundskeeper/step-in", "maybe");

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("NOT_HANDLED");
        assertThat(cluster.changes()).isEmpty();
        assertThat(parts.slack().toString()).contains("groundskeeper/step-in", "maybe", "true, false");
    }

    @Test
    void badForceDelete_isToldAndCostsNoEviction() {
        down().tagged("groundskeeper/force-delete", "yes")
                .with(NODE, pod("web-1"), SHORT)
                .with(NODE, pod("db-0"), SHORT)
                .withBudget("db", "db", 1);
        looks(spot(INSTANCE_ID), 22);

        assertThat(cluster.podsLeft()).containsExactly("shop/db-0");
        assertThat(parts.slack().getFirst().toString()).contains("groundskeeper/force-delete", "yes", "true, false");
    }

    @Test
    void selfManagedNode_isLeftAloneUnlessAllowed() {
        cluster.remove(CLAIM);
        cluster.with(NODE, pod("web-1"), SHORT);

        assertThat(look(spot(INSTANCE_ID))).isEqualTo("NOT_HANDLED");
        assertThat(cluster.changes()).isEmpty();
        assertThat(parts.slack().toString()).contains("kubectl drain " + NODE);
    }

    @Test
    void selfManagedNode_isDrainedAtOnceWhereAllowed() {
        cluster.remove(CLAIM);
        cluster.tagged("groundskeeper/drain-self-managed", "true").with(NODE, pod("web-1"), SHORT);

        assertThat(looks(spot(INSTANCE_ID), 2)).containsExactly("DRAINING", "DRAINED");
        assertThat(cluster.changes()).containsExactly("mark " + NODE, "evict shop/web-1");
    }

    // ---- Other kinds

    @Test
    void instanceThatStops_getsItsNodeCordonedAndItsClaimDeletedButNoEviction() {
        down().with(NODE, pod("web-1"), SHORT);

        assertThat(look(stateChange(INSTANCE_ID, "stopping"))).isEqualTo("NODECLAIM_DELETED");
        assertThat(cluster.changes()).containsExactly("mark " + NODE, "delete claim " + CLAIM);
        assertThat(look(stateChange(INSTANCE_ID, "stopped"))).isEqualTo("RECORDED");
    }

    @Test
    void instanceThatStopsAndWhoseNodeClaimMayNotBeDeleted_isAFailure() {
        down();
        cluster.before("delete claim", () -> {
            throw forbidden("cannot delete resource \"nodeclaims\"");
        });

        assertThat(look(stateChange(INSTANCE_ID, "stopping"))).isEqualTo("FAILED");
        assertThat(parts.slack().toString()).contains("cannot delete resource");
    }

    @Test
    void drainWhoseBeginningFailed_isToldAtOnceAllTheSame() {
        down().with(NODE, pod("web-1"), SHORT);
        var first = new AtomicBoolean(true);
        cluster.before("pods", () -> {
            if (first.getAndSet(false)) {
                throw new IllegalStateException("etcd leader changed");
            }
        });

        assertThat(looks(spot(INSTANCE_ID), 3)).containsExactly("FAILED", "DRAINING", "DRAINED");
        assertThat(parts.slack()).hasSize(2);
        assertThat(parts.slack().getFirst().toString()).contains("etcd leader changed");
    }

    @Test
    void warningAndStateChangeInOneBatch_drainOnce() {
        down().with(NODE, pod("web-1"), SHORT);
        call(message("m1", stateChange(INSTANCE_ID, "stopping"), 1), message("m2", spot(INSTANCE_ID), 1));

        assertThat(cluster.changes().stream().filter("evict shop/web-1"::equals))
                .hasSize(1);
    }

    @Test
    void healthEventAndRebalance_areNeverActedOn() {
        down();
        clock.forward(Duration.ofSeconds(20));

        assertThat(look(Samples.health(INSTANCE_ID))).isEqualTo("RECORDED");
        assertThat(look(event(
                        "aws.ec2",
                        "EC2 Instance Rebalance Recommendation",
                        Json.object().put("instance-id", INSTANCE_ID))))
                .isEqualTo("RECORDED");
        assertThat(cluster.changes()).isEmpty();
    }

    @Test
    void healthEvent_saysWhenItStarts() {
        var event = Samples.health(INSTANCE_ID);
        ((ObjectNode) event.path("detail")).put("startTime", "Fri, 11 Dec 2026 02:00:00 GMT");

        look(event);

        assertThat(report().path("detail").stringValue()).contains("starts Fri, 11 Dec 2026 02:00:00 GMT");
    }

    @Test
    void drainWithAnHourToGo_restsLongerAndMeetsItsLastSeconds() {
        parts = new TestParts(tags, clusters, clock, Map.of("FORCE_DELETE", "true"));
        down().with(NODE, pod("web-1"), SHORT).withBudget("web", "web", 1);
        var end = T.plusSeconds(3600);
        var warning = event(
                "aws.ec2",
                "EC2 Capacity Reservation Instance Interruption Warning",
                Json.object().put("instance-id", INSTANCE_ID).put("instance-termination-time", end.toString()));
        int receives = 0;
        String outcome;
        do {
            receives++;
            outcome = call(message("m1", warning, receives));
            clock.forward(Duration.ofSeconds(parts.hidden().getOrDefault("handle-m1", 5)));
        } while (outcome.equals("DRAINING") && receives < 100);

        assertThat(outcome).isEqualTo("DRAINED");
        assertThat(receives).isLessThan(100);
        assertThat(cluster.changes()).anyMatch(change -> change.startsWith("delete shop/web-1 grace"));
    }

    // ---- Many at once

    @Test
    void oneInstancesTrouble_costsTheOthersNothing() {
        down();
        var messages = new ArrayList<ObjectNode>();
        for (int i = 0; i < 5; i++) {
            var id = "i-0a1b2c3d4e5f6100" + i;
            tags.with(id, karpenterTags("dev"));
            cluster.with(node(id)).with(claim(id)).with("node-" + id, pod("web-" + i), SHORT);
            messages.add(message("m" + i, spot(id), 1));
        }
        cluster.before("mark node-i-0a1b2c3d4e5f61002", () -> {
            throw new IllegalStateException("odd node");
        });
        call(messages.toArray(ObjectNode[]::new));

        assertThat(parts.lines("report").getLast().at("/report/warnings").valueStream())
                .extracting(warning -> warning.path("outcome").stringValue())
                .containsExactly("DRAINING", "DRAINING", "FAILED", "DRAINING", "DRAINING");
        assertThat(parts.slack()).hasSize(1);
    }

    @Test
    void clusterThatHangs_costsTheOthersNoTimeToAct() {
        down().with(NODE, pod("web-1"), SHORT);
        tags.with("i-9", karpenterTags("hung")).meanwhile(() -> clock.forward(Duration.ofSeconds(11)));
        clusters.hanging("hung");
        call(message("m1", spot("i-9"), 1), message("m2", spot(INSTANCE_ID), 1));

        assertThat(cluster.changes()).contains("evict shop/web-1");
    }

    @Test
    void metrics_haveTheDimensionsThatAreKnown() {
        down().with(Samples.node(
                NODE,
                INSTANCE_ID,
                Map.of(
                        "node.kubernetes.io/instance-type", "m7g.large",
                        "karpenter.sh/nodepool", "default",
                        "karpenter.sh/capacity-type", "spot"),
                Optional.empty()));
        var warning = spot(INSTANCE_ID);
        warning.putArray("resources").add("arn:aws:ec2:us-east-1b:instance/" + INSTANCE_ID);
        look(warning);

        var line = metricLine("Interruptions");
        assertThat(line.path("InstanceType").stringValue()).isEqualTo("m7g.large");
        assertThat(line.path("Zone").stringValue()).isEqualTo("us-east-1b");
        assertThat(line.at("/_aws/CloudWatchMetrics/0/Dimensions").toString())
                .isEqualTo("[[\"Function\",\"Outcome\"],[\"Function\",\"Kind\"],"
                        + "[\"Function\",\"InstanceType\",\"Zone\"],[\"Function\",\"NodePool\",\"Outcome\"],"
                        + "[\"Function\",\"CapacityType\",\"Outcome\"]]");
    }

    @Test
    void whatIsNotKnown_isNoDimension() {
        down();
        look(spot(INSTANCE_ID));

        assertThat(metricLine("Interruptions")
                        .at("/_aws/CloudWatchMetrics/0/Dimensions")
                        .toString())
                .doesNotContain("InstanceType", "Zone", "CapacityType")
                .contains("NodePool");
        assertThat(parts.log()).doesNotContain("\"unknown\"");
    }

    @Test
    void stateChanges_areNoInterruptions() {
        cluster.with(deleted(claim(INSTANCE_ID), T.plusSeconds(1)));
        look(stateChange(INSTANCE_ID, "shutting-down"));

        assertThat(parts.log()).doesNotContain("\"Interruptions\"");
    }

    private FakeCluster down() {
        return cluster.karpenter(State.DOWN, false);
    }

    private JsonNode metricLine(String metric) {
        return parts.log()
                .lines()
                .map(Json::read)
                .filter(line -> line.has(metric) && line.has("_aws"))
                .findFirst()
                .orElseThrow();
    }

    /** The outcomes of so many looks, five seconds apart; the clock stays at the last one. */
    private List<String> looks(ObjectNode event, int times) {
        var outcomes = new ArrayList<String>();
        for (int i = 0; i < times; i++) {
            if (i > 0) {
                clock.forward(Duration.ofSeconds(5));
            }
            outcomes.add(look(event));
        }
        return outcomes;
    }

    private String look(ObjectNode event) {
        return call(message("m1", event, 1));
    }

    /** The outcome of the last one. */
    private String call(ObjectNode... messages) {
        parts.call(Json.tree(Map.of("Records", List.of(messages))));
        return report().path("outcome").stringValue();
    }

    private JsonNode report() {
        var warnings = parts.lines("report").getLast().at("/report/warnings");
        return warnings.get(warnings.size() - 1);
    }

    private static ObjectNode message(String id, ObjectNode event, int receiveCount) {
        var message = Json.object()
                .put("messageId", id)
                .put("receiptHandle", "handle-" + id)
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:warnings")
                .put("body", event.toString());
        message.putObject("attributes").put("ApproximateReceiveCount", String.valueOf(receiveCount));
        return message;
    }

    private static ObjectNode capacityReservation(String instanceId) {
        return event(
                "aws.ec2",
                "EC2 Capacity Reservation Instance Interruption Warning",
                Json.object().put("instance-id", instanceId));
    }

    private static KubernetesUnavailableException forbidden(String what) {
        return new KubernetesUnavailableException(
                Cause.FORBIDDEN, "The Kubernetes endpoint refused (403): " + what, null);
    }

    private static Pod critical(String name) {
        return like(pod(name), false, false, true, Optional.empty(), List.of());
    }

    private static Pod staying(String name) {
        return like(pod(name), true, false, false, Optional.empty(), List.of());
    }

    private static Pod terminal(String name) {
        return like(pod(name), false, true, false, Optional.empty(), List.of());
    }

    private static Pod protectedBy(String value) {
        return like(pod("kept"), false, false, false, Optional.of(value), List.of());
    }

    private static Pod tolerating(String name, Toleration toleration) {
        return like(pod(name), false, false, false, Optional.empty(), List.of(toleration));
    }

    private static Pod renewed(String name) {
        var old = pod(name);
        return new Pod(
                old.namespace(),
                old.name(),
                "another",
                old.createdAt(),
                Optional.empty(),
                false,
                false,
                false,
                Optional.empty(),
                List.of());
    }

    private static Pod like(
            Pod pod,
            boolean staysWithNode,
            boolean terminal,
            boolean critical,
            Optional<String> doNotDisrupt,
            List<Toleration> tolerations) {
        return new Pod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.createdAt(),
                Optional.empty(),
                staysWithNode,
                terminal,
                critical,
                doNotDisrupt,
                tolerations);
    }
}
