package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.claim;
import static io.groundskeeper.interruption.watch.Samples.cluster;
import static io.groundskeeper.interruption.watch.Samples.deleted;
import static io.groundskeeper.interruption.watch.Samples.event;
import static io.groundskeeper.interruption.watch.Samples.karpenterTags;
import static io.groundskeeper.interruption.watch.Samples.node;
import static io.groundskeeper.interruption.watch.Samples.spot;
import static io.groundskeeper.interruption.watch.Samples.stateChange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole function, from its input to its answer, its log and Slack. */
class InterruptionQueueHandlerTest {

    private final FakeTags tags = new FakeTags().with(INSTANCE_ID, karpenterTags("dev"));
    private final FakeClusters clusters = new FakeClusters();
    private final TestClock clock = new TestClock(T.plusSeconds(5));
    private final TestParts parts = new TestParts(tags, clusters, clock, Map.of());

    @Test
    void singleWarning_isAnsweredWithTheWholeReport() {
        clusters.with("dev", idle());

        assertThat(parts.call(spot(INSTANCE_ID))).isEqualTo(Json.read("""
                {"function":"interruption-queue","warnings":[{"instanceId":"i-0a1b2c3d4e5f60001",
                 "kind":"SPOT_INTERRUPTION","cluster":"dev","node":"node-i-0a1b2c3d4e5f60001","nodePool":"default",
                 "outcome":"WAITING","secondsLeft":115,
                 "detail":"Karpenter has not acted yet (as the lease shows); it has until 25 s after the warning","pods":null}],"ignored":[]}"""));
        assertThat(parts.slack()).isEmpty();
        assertThat(parts.log()).doesNotContain("\"Warnings\":1");
    }

    @Test
    void absentValues_areNull() {
        var warning = parts.call(stateChange("i-9", "stopped")).at("/warnings/0");

        assertThat(warning.path("outcome").stringValue()).isEqualTo("FOREIGN");
        assertThat(Stream.of("cluster", "node", "nodePool", "secondsLeft")
                        .allMatch(
                                name -> warning.has(name) && warning.path(name).isNull()))
                .isTrue();
    }

    @Test
    void queuedWarningWithoutTags_comesAgainInFiveSecondsUntilItIsForeign() {
        var batch = batch(message("m1", spot("i-9").toString()));

        assertThat(parts.call(batch).path("batchItemFailures")).hasSize(1);
        assertThat(parts.hidden()).isEqualTo(Map.of("handle-m1", 5));
        clock.forward(Duration.ofSeconds(20));

        assertThat(parts.call(batch).path("batchItemFailures").isEmpty()).isTrue();
        assertThat(parts.slack()).isEmpty();
    }

    @Test
    void batch_isAnsweredWithFailuresOnlyAndComesAgainInFiveSeconds() {
        clusters.with("dev", idle());
        var answer = parts.call(batch(message("m1", spot(INSTANCE_ID).toString())));

        assertThat(answer).isEqualTo(Json.read("{\"batchItemFailures\":[{\"itemIdentifier\":\"m1\"}]}"));
        assertThat(parts.hidden()).isEqualTo(Map.of("handle-m1", 5));
        assertThat(parts.lines("report")
                        .getFirst()
                        .at("/report/warnings/0/outcome")
                        .stringValue())
                .isEqualTo("WAITING");
    }

    @Test
    void idleKarpenter_isToldOnceItsTimeIsUp() {
        clusters.with("dev", idle());
        var batch = batch(message("m1", spot(INSTANCE_ID).toString()));
        parts.call(batch);
        clock.forward(Duration.ofSeconds(20));
        var answer = parts.call(batch);

        assertThat(answer.path("batchItemFailures").isEmpty()).isTrue();
        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().toString())
                .contains(
                        "Interrupted nodes of dev: 1 NodeClaim deleted",
                        INSTANCE_ID,
                        "95 s left",
                        "node-" + INSTANCE_ID,
                        "NodePool `default`",
                        "has not acted",
                        "NodeClaim claim-" + INSTANCE_ID + " was deleted")
                .doesNotContain("kubectl");
        assertThat(parts.log()).contains("\"Outcome\":\"NODECLAIM_DELETED\"", "\"Kind\":\"SPOT_INTERRUPTION\"");
    }

    @Test
    void tenWarningsOfOneCluster_areOneMessage() {
        var nodes = new ArrayList<ClusterSnapshot.Node>();
        var claims = new ArrayList<ClusterSnapshot.Claim>();
        var messages = new ArrayList<ObjectNode>();
        for (int i = 0; i < 10; i++) {
            var id = "i-0a1b2c3d4e5f6000" + i;
            tags.with(id, karpenterTags("dev"));
            nodes.add(node(id));
            claims.add(i < 4 ? deleted(claim(id), T.plusSeconds(1)) : claim(id));
            messages.add(message("m" + i, spot(id).toString()));
        }
        messages.add(message("bad", "{\"source\":"));
        clusters.with("dev", cluster(State.ALIVE, nodes, claims));
        clock.forward(Duration.ofSeconds(20));

        assertThat(parts.call(batch(messages.toArray(ObjectNode[]::new)))
                        .path("batchItemFailures")
                        .isEmpty())
                .isTrue();
        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().path("text").stringValue())
                .isEqualTo("Interrupted nodes of dev: 4 handled by Karpenter, 6 NodeClaim deleted");
        assertThat(parts.lines("unreadable-message")).hasSize(1);
        assertThat(parts.log()).contains("SecondsToKarpenter");
    }

    @Test
    void scaleDown_isSilent() {
        clusters.with(
                "dev",
                cluster(
                        State.ALIVE,
                        List.of(node(INSTANCE_ID)),
                        List.of(deleted(claim(INSTANCE_ID), T.minusSeconds(60)))));
        var report = parts.call(stateChange(INSTANCE_ID, "shutting-down"));

        assertThat(report.at("/warnings/0/outcome").stringValue()).isEqualTo("HANDLED_BY_KARPENTER");
        assertThat(parts.slack()).isEmpty();
    }

    @Test
    void selfManagedGroupsScaleIn_isSilent() {
        clusters.with("dev", cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of()));

        assertThat(parts.call(stateChange(INSTANCE_ID, "shutting-down"))
                        .at("/warnings/0/outcome")
                        .stringValue())
                .isEqualTo("RECORDED");
        assertThat(parts.slack()).isEmpty();
    }

    @Test
    void warningAndItsStateChangesInOneBatch_areToldOnce() {
        clusters.with("dev", cluster(State.DOWN, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
        parts.call(batch(
                message("m1", stateChange(INSTANCE_ID, "shutting-down").toString()),
                message("m2", spot(INSTANCE_ID).toString()),
                message("m3", stateChange(INSTANCE_ID, "terminated").toString())));

        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().path("text").stringValue())
                .isEqualTo("Interrupted nodes of dev: 1 drained by us");
        assertThat(parts.slack().getFirst().toString())
                .contains("spot interruption")
                .doesNotContain("state change");
    }

    @Test
    void stateChangesOfOneInstance_areToldOnce() {
        clusters.with("dev", cluster(State.DOWN, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
        parts.call(batch(
                message("m1", stateChange(INSTANCE_ID, "shutting-down").toString()),
                message("m2", stateChange(INSTANCE_ID, "terminated").toString())));

        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().toString())
                .contains("Interrupted nodes of dev: 1 NodeClaim deleted")
                .doesNotContain("kubectl");
    }

    @Test
    void lateWarning_isTold() {
        clusters.with("dev", idle());
        clock.forward(Duration.ofSeconds(200));
        var report = parts.call(spot(INSTANCE_ID));

        assertThat(report.at("/warnings/0/outcome").stringValue()).isEqualTo("LATE");
        assertThat(report.at("/warnings/0/secondsLeft").asInt(-1)).isZero();
        assertThat(parts.slack()).hasSize(1);
    }

    @Test
    void clusterThatCannotBeLookedInto_isTriedEveryFiveSecondsAndToldOnce() {
        clusters.failing("dev", new IllegalStateException("The Kubernetes endpoint https://x refused (403)"));
        var batch = batch(message("m1", spot(INSTANCE_ID).toString()));
        parts.call(batch);

        assertThat(parts.hidden()).isEqualTo(Map.of("handle-m1", 5));
        assertThat(parts.slack()).isEmpty();

        clock.forward(Duration.ofSeconds(110));
        var answer = parts.call(batch);

        assertThat(answer.path("batchItemFailures").isEmpty()).isTrue();
        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().toString()).contains("could not be checked", "refused (403)");
        assertThat(parts.lines("report")
                        .getLast()
                        .at("/report/warnings/0/outcome")
                        .stringValue())
                .isEqualTo("FAILED");
    }

    @ParameterizedTest
    @CsvSource({"299, 1, 5", "3600, 1, 60", "3600, 2, 120", "3600, 20, 900", "420, 20, 120"})
    void failedLookAtAWarningWhoseEndIsFar_backsOff(long secondsLeft, int receiveCount, int hidden) {
        clusters.failing("dev", new IllegalStateException("refused"));
        var end = clock.instant().plusSeconds(secondsLeft).toString();
        var detail = Json.object().put("instance-id", INSTANCE_ID).put("instance-termination-time", end);
        var warning = event("aws.ec2", "EC2 Capacity Reservation Instance Interruption Warning", detail);
        var message = message("m1", warning.toString());
        ((ObjectNode) message.path("attributes")).put("ApproximateReceiveCount", String.valueOf(receiveCount));
        parts.call(batch(message));

        assertThat(parts.hidden()).isEqualTo(Map.of("handle-m1", hidden));
    }

    @Test
    void singleEventWhoseClusterCannotBeLookedInto_throws() {
        clusters.failing("dev", new IllegalStateException("The Kubernetes endpoint https://x refused (403)"));

        assertThatThrownBy(() -> parts.call(spot(INSTANCE_ID))).hasMessageContaining("refused (403)");
        assertThat(parts.slack()).isEmpty();
    }

    @Test
    void throttledTags_areTriedAgain() {
        tags.failing(new IllegalStateException("Rate exceeded"));

        assertThat(parts.call(batch(message("m1", spot(INSTANCE_ID).toString())))
                        .path("batchItemFailures"))
                .hasSize(1);
        assertThat(parts.hidden()).isEqualTo(Map.of("handle-m1", 5));
    }

    @Test
    void hostileNames_pingNobody() {
        tags.with(INSTANCE_ID, karpenterTags("dev"));
        clusters.with(
                "dev",
                cluster(
                        State.DOWN,
                        List.of(Samples.node("n`<!here>", INSTANCE_ID, Map.of(), Optional.empty())),
                        List.of()));
        parts.call(spot(INSTANCE_ID));
        var message = parts.slack().getFirst();

        assertThat(message.at("/blocks/1/text/text").stringValue())
                .contains("here")
                .doesNotContain("<!");
        assertThat(message.path("text").stringValue()).doesNotContain("<!");
    }

    @Test
    void command_isRefusedWithTheShapesThatAreAccepted() {
        assertThatThrownBy(() -> parts.call("{\"cluster\":\"dev\"}"))
                .hasMessageContaining("interruption-queue accepts an EventBridge event");
    }

    @Test
    void samplesClock_goesOnInItsQueue() {
        var sample = new TestParts(tags, clusters, clock, Map.of("GROUNDSKEEPER_NOW", "event"));
        clusters.with("dev", idle());
        clock.forward(Duration.ofDays(1000));
        var batch = batch(message("m1", spot(INSTANCE_ID).toString(), clock.instant()));

        assertThat(sample.call(batch).path("batchItemFailures")).hasSize(1);
        clock.forward(Duration.ofSeconds(30));
        assertThat(sample.call(batch).path("batchItemFailures")).isEmpty();
        assertThat(sample.slack().getFirst().toString()).contains("1 NodeClaim deleted", "90 s left");
    }

    @ParameterizedTest
    @ValueSource(strings = {"account", "region"})
    void placeThatTheEventLeavesOut_isThatOfItsQueue(String field) {
        clusters.with("dev", idle());
        var event = spot(INSTANCE_ID);
        event.remove(field);

        parts.call(batch(message("m1", event.toString())));

        assertThat(tags.places()).containsExactly("123456789012 us-east-1");
        assertThat(parts.lines("report")
                        .getFirst()
                        .at("/report/warnings/0/cluster")
                        .stringValue())
                .isEqualTo("dev");
    }

    @Test
    void accountThatASingleEventLeavesOut_isThatOfItsResourcesElseTheFunctions() {
        clusters.with("dev", idle());
        var event = spot(INSTANCE_ID);
        event.remove("account");
        parts.runsAs("arn:aws:lambda:us-east-1:777788889999:function:warnings").call(event);
        event.putArray("resources").add("arn:aws:ec2:us-east-1:444455556666:instance/" + INSTANCE_ID);
        parts.call(event);

        assertThat(tags.places()).containsExactly("777788889999 us-east-1", "444455556666 us-east-1");
    }

    @Test
    void accountThatNobodyKnows_isSaid() {
        var event = spot(INSTANCE_ID);
        event.remove("account");
        var warning = parts.call(event).at("/warnings/0");

        assertThat(warning.path("outcome").stringValue()).isEqualTo("IGNORED");
        assertThat(warning.path("detail").stringValue()).contains("the event's account is \"\"");
        assertThat(tags.places()).isEmpty();
    }

    @Test
    void drillBesideAWarning_isAnsweredAndTheWarningGoesOn() {
        clusters.with("dev", idle());
        clock.forward(Duration.ofSeconds(11));
        var drill = event(
                "groundskeeper.interruption-queue",
                "Interruption Drill",
                Json.object()
                        .put("cluster", "dev")
                        .put("instance-id", INSTANCE_ID)
                        .put("sent", T.toString()));
        var answer = parts.call(batch(
                message("m1", drill.toString()), message("m2", spot(INSTANCE_ID).toString())));

        assertThat(answer).isEqualTo(Json.read("{\"batchItemFailures\":[{\"itemIdentifier\":\"m2\"}]}"));
        var report = parts.lines("report").getFirst().path("report");
        assertThat(report.at("/drills/0/outcome").stringValue()).isEqualTo("DRILL");
        assertThat(report.at("/drills/0/legs/totalMs").longValue()).isEqualTo(16_000);
        assertThat(report.at("/warnings/0/outcome").stringValue()).isEqualTo("WAITING");
        assertThat(parts.slack()).hasSize(1);
        assertThat(parts.slack().getFirst().toString()).contains("Interruption drill of dev");
    }

    @Test
    void drillWithoutWhatItMustHave_isListed() {
        var drill = event("groundskeeper.interruption-queue", "Interruption Drill", Json.object());
        parts.call(batch(message("m1", drill.toString())));

        assertThat(parts.lines("report")
                        .getFirst()
                        .at("/report/ignored/0/reason")
                        .stringValue())
                .contains("detail.sent");
    }

    private static ClusterSnapshot idle() {
        return cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID)));
    }

    private static JsonNode batch(ObjectNode... messages) {
        return Json.tree(Map.of("Records", List.of(messages)));
    }

    private static ObjectNode message(String id, String body) {
        return message(id, body, T);
    }

    private static ObjectNode message(String id, String body, Instant sent) {
        var message = Json.object()
                .put("messageId", id)
                .put("receiptHandle", "handle-" + id)
                .put("body", body)
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:warnings");
        message.putObject("attributes")
                .put("ApproximateReceiveCount", "1")
                .put("SentTimestamp", String.valueOf(sent.toEpochMilli()))
                .put("ApproximateFirstReceiveTimestamp", String.valueOf(sent.toEpochMilli()));
        return message;
    }
}
