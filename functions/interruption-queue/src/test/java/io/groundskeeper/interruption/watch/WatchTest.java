package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.claim;
import static io.groundskeeper.interruption.watch.Samples.cluster;
import static io.groundskeeper.interruption.watch.Samples.health;
import static io.groundskeeper.interruption.watch.Samples.karpenterTags;
import static io.groundskeeper.interruption.watch.Samples.node;
import static io.groundskeeper.interruption.watch.Samples.spot;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.duty.KeeperCalls;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class WatchTest {

    private final FakeTags tags = new FakeTags();
    private final FakeClusters clusters = new FakeClusters();
    private final TestClock clock = new TestClock(T);

    @Test
    void manyWarningsOfOneCluster_takeOneTagsCallAndOneLook() {
        var ids = IntStream.range(0, 10).mapToObj(i -> "i-0a1b2c3d4e5f6000" + i).toList();
        ids.forEach(id -> tags.with(id, karpenterTags("dev")));
        clusters.with(
                "dev",
                cluster(
                        State.ALIVE,
                        ids.stream().map(Samples::node).toList(),
                        ids.stream().map(Samples::claim).toList()));

        var findings = look(ids.stream().map(Samples::spot).toArray(ObjectNode[]::new));

        assertThat(findings).hasSize(10).allMatch(finding -> finding.outcome() == Outcome.WAITING);
        assertThat(tags.calls()).hasSize(1);
        assertThat(clusters.calls()).containsExactly("dev");
    }

    @ParameterizedTest
    @CsvSource({"account, <!channel>", "region, mars-1"})
    void warningThatNamesAWrongPlace_costsTheTrueOneOfItsInstanceNothing(String field, String value) {
        tags.with(INSTANCE_ID, karpenterTags("dev"));
        clusters.with("dev", cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
        var wrong = spot(INSTANCE_ID).put(field, value);

        assertThat(look(wrong, spot(INSTANCE_ID), wrong))
                .extracting(Finding::outcome)
                .containsExactly(Outcome.IGNORED, Outcome.WAITING, Outcome.IGNORED);
    }

    @Test
    void maintenanceOfMany_doesNotKeepASpotWarningWaitingForTheirTags() {
        var events = IntStream.range(0, 150)
                .mapToObj(i -> health("i-%017x".formatted(i)))
                .collect(Collectors.toList());
        events.add(spot(INSTANCE_ID));

        look(events.toArray(ObjectNode[]::new));

        assertThat(tags.calls()).hasSize(2).contains(Set.of(INSTANCE_ID));
    }

    @ParameterizedTest
    @CsvSource({"0, WAITING", "24, WAITING", "25, FOREIGN", "119, FOREIGN"})
    void instanceWithoutTags_isWaitedForThenForeignAndNoClusterIsAsked(long age, Outcome expected) {
        clock.forward(Duration.ofSeconds(age));
        var finding = look(spot(INSTANCE_ID)).getFirst();

        assertThat(finding.outcome()).isEqualTo(expected);
        assertThat(finding.detail()).startsWith("no tags seen");
        assertThat(clusters.calls()).isEmpty();
    }

    @Test
    void newInstanceWhoseTagsComeLate_isFound() {
        clusters.with("dev", cluster(State.DOWN, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
        assertThat(look(spot(INSTANCE_ID)).getFirst().outcome()).isEqualTo(Outcome.WAITING);

        tags.with(INSTANCE_ID, karpenterTags("dev"));
        clock.forward(Duration.ofSeconds(5));

        assertThat(look(spot(INSTANCE_ID)).getFirst().outcome()).isEqualTo(Outcome.DRAINED);
    }

    @Test
    void hibernatingInstanceWithoutTags_hasNoTimeToWaitFor() {
        assertThat(look(spot(INSTANCE_ID, "hibernate")).getFirst().outcome()).isEqualTo(Outcome.FOREIGN);
    }

    @Test
    void instanceWithOtherTags_isForeignAtOnce() {
        tags.with(INSTANCE_ID, Map.of("Name", "bastion"));

        assertThat(look(spot(INSTANCE_ID)).getFirst().outcome()).isEqualTo(Outcome.FOREIGN);
    }

    @Test
    void nodeGroupsInstance_needsNoLookIntoItsCluster() {
        tags.with(INSTANCE_ID, Map.of("eks:cluster-name", "dev", "eks:nodegroup-name", "system"));

        assertThat(look(spot(INSTANCE_ID)).getFirst().outcome()).isEqualTo(Outcome.NODE_GROUP);
        assertThat(clusters.calls()).isEmpty();
    }

    @Test
    void clusterThatDoesNotExist_isIgnored() {
        tags.with(INSTANCE_ID, karpenterTags("gone"));
        var finding = look(spot(INSTANCE_ID)).getFirst();

        assertThat(finding.outcome()).isEqualTo(Outcome.IGNORED);
        assertThat(finding.detail()).contains("does not exist");
        assertThat(finding.cluster()).contains("gone");
    }

    @Test
    void autoModeCluster_isIgnored() {
        tags.with(INSTANCE_ID, karpenterTags("auto"));
        clusters.with("auto", new Look.AutoMode());

        assertThat(look(spot(INSTANCE_ID)).getFirst().outcome()).isEqualTo(Outcome.IGNORED);
    }

    @Test
    void oneClustersFailure_leavesTheOthersAlone() {
        tags.with(INSTANCE_ID, karpenterTags("shut")).with("i-2", karpenterTags("dev"));
        clusters.failing("shut", new IllegalStateException("nobody answers"));
        clusters.with("dev", cluster(State.DOWN, List.of(node("i-2")), List.of(claim("i-2"))));

        var findings = look(spot(INSTANCE_ID), spot("i-2"), spot(INSTANCE_ID));

        assertThat(findings)
                .extracting(Finding::outcome)
                .containsExactly(Outcome.FAILED, Outcome.DRAINED, Outcome.FAILED);
        assertThat(findings.getFirst().detail()).contains("nobody answers");
        assertThat(clusters.calls()).containsExactlyInAnyOrder("shut", "dev");
    }

    @Test
    void clusterThatHangs_failsAloneAndIsLetGo() throws InterruptedException {
        tags.with(INSTANCE_ID, karpenterTags("hung"))
                .with("i-2", karpenterTags("dev"))
                // Of the twelve seconds, as good as nothing is left for the looks.
                .meanwhile(() -> clock.forward(Duration.ofSeconds(11)));
        var letGo = clusters.hanging("hung");
        clusters.with("dev", cluster(State.DOWN, List.of(node("i-2")), List.of(claim("i-2"))));

        var findings = look(spot(INSTANCE_ID), spot("i-2"));

        assertThat(findings).extracting(Finding::outcome).containsExactly(Outcome.FAILED, Outcome.DRAINED);
        assertThat(findings.getFirst().detail()).contains("the cluster was not looked into", "no answer in the time");
        assertThat(letGo.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void lookThatDies_isAFailedLook() {
        tags.with(INSTANCE_ID, karpenterTags("dead")).with("i-2", karpenterTags("dev"));
        clusters.dying("dead", new StackOverflowError("too deep"));
        clusters.with("dev", cluster(State.DOWN, List.of(node("i-2")), List.of(claim("i-2"))));

        var findings = look(spot(INSTANCE_ID), spot("i-2"));

        assertThat(findings).extracting(Finding::outcome).containsExactly(Outcome.FAILED, Outcome.DRAINED);
        assertThat(findings.getFirst().detail()).contains("the attempt died", "too deep");
    }

    @Test
    void regionWhoseTagsFail_leavesTheOtherRegionAlone() {
        tags.with("i-2", karpenterTags("dev")).failingIn("eu-west-1", new IllegalStateException("throttled"));
        clusters.with("dev", cluster(State.DOWN, List.of(node("i-2")), List.of(claim("i-2"))));

        assertThat(look(spot(INSTANCE_ID).put("region", "eu-west-1"), spot("i-2")))
                .extracting(Finding::outcome)
                .containsExactly(Outcome.FAILED, Outcome.DRAINED);
    }

    @Test
    void unreadableTags_failWatchedKindsOnly() {
        tags.failing(new IllegalStateException("throttled"));

        assertThat(look(spot(INSTANCE_ID), health("i-2")))
                .extracting(Finding::outcome)
                .containsExactly(Outcome.FAILED, Outcome.RECORDED);
    }

    @Test
    void recordedKind_namesClusterAndPoolWithoutALookIntoIt() {
        tags.with(INSTANCE_ID, karpenterTags("dev"));
        var finding = look(health(INSTANCE_ID)).getFirst();

        assertThat(finding.outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(finding.cluster()).contains("dev");
        assertThat(finding.nodePool()).contains("default");
        assertThat(clusters.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "account, [Customer Account ID]",
        "account, ''",
        "account, 12345",
        "region, nowhere",
        "region, us-mars-1",
        "region, us-east-1.evil.example"
    })
    void placeThatCannotBe_isIgnoredAndNobodyIsAsked(String field, String value) {
        var finding = look(spot(INSTANCE_ID).put(field, value)).getFirst();

        assertThat(finding.outcome()).isEqualTo(Outcome.IGNORED);
        assertThat(finding.detail()).contains(field + " is \"" + value + "\"");
        assertThat(tags.calls()).isEmpty();
    }

    @Test
    void recordedKindInAPlaceThatCannotBe_isRecordedAllTheSame() {
        var finding = look(health(INSTANCE_ID).put("account", "x")).getFirst();

        assertThat(finding.outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(finding.detail()).contains("account is \"x\"");
    }

    private List<Finding> look(ObjectNode... events) {
        var warnings = List.of(events).stream()
                .map(event -> Samples.warning(event, clock.instant()))
                .toList();
        var log = Log.of(new PrintStream(OutputStream.nullOutputStream()), clock, Duty.FUNCTION);
        var acting = new Acting(Settings.of(Map.of()), KeeperCalls.NONE, clock, log);
        return new Watch(tags, clusters, acting, clock).pass(warnings);
    }
}
