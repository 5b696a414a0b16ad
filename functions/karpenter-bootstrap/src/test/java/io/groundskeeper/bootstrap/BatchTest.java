package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class BatchTest {

    private final FunctionUnderTest function = new FunctionUnderTest();

    @Test
    void severalEventsOfOneCluster_areOneBootstrapAndEachGetsItsVerdict() {
        function.world.cluster("dev", Map.of());
        var answer =
                function.answer(batch("2026-11-30T10:00:10Z", "eks-create-nodegroup.json", "eks-create-cluster.json"));
        assertThat(answer.toString()).isEqualTo("{\"batchItemFailures\":[]}");
        var report = report();
        assertThat(report.path("clusters").size()).isEqualTo(1);
        assertThat(report.path("clusters").path(0).path("status").asString()).isEqualTo("READY");
        assertThat(function.said()).hasSize(1);
    }

    @Test
    void failedCluster_bringsBackAllItsMessagesAndNoOther() {
        function.world.cluster("dev", Map.of());
        function.world.fail("createRole", new MissingPermissionException("iam:CreateRole", null));
        var answer = function.answer(batch(
                "2026-11-30T10:00:10Z",
                "eks-create-cluster.json",
                "eks-delete-cluster.json",
                "eks-create-nodegroup.json",
                "truncated.json"));
        assertThat(answer.path("batchItemFailures")
                        .valueStream()
                        .map(f -> f.path("itemIdentifier").asString()))
                .containsExactly("m0", "m2");
        assertThat(report().path("ignored").valueStream().map(i -> i.path("id").asString()))
                .containsExactly("m3");
    }

    @Test
    void clusterThatIsBeingCreated_comesAgainAndIsNotTouched() {
        var c = function.world.cluster("dev", Map.of());
        function.world.clusters.put(
                "dev",
                new ClusterFacts(
                        c.id(),
                        "CREATING",
                        c.tags(),
                        c.kind(),
                        false,
                        c.vpcId(),
                        c.subnetIds(),
                        c.securityGroupId(),
                        Optional.empty(),
                        new ClusterFacts.Logins("API", Optional.empty())));
        var answer = function.answer(batch("2026-11-30T10:00:10Z", "eks-create-cluster.json"));
        assertThat(answer.toString()).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"m0\"}]}");
        assertThat(report().toString()).contains("WAITING", "The cluster is CREATING");
        assertThat(function.world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"findRole, 0", "findQueue, 1"})
    void throttlingThatOutlastsTheCall_isHandedBackAndIsNoFailureInSlack(String operation, int told) {
        function.world.cluster("dev", Map.of("groundskeeper/managed", "true"));
        // As the adapters say it.
        function.world.fail(operation, new NotYetException("It is throttled", Duration.ofMinutes(1), null));
        var message = batch("2026-11-30T10:00:10Z", "eks-create-cluster.json");
        assertThat(function.answer(message).toString())
                .isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"m0\"}]}");
        assertThat(report().toString()).contains("WAITING", "It is throttled").doesNotContain("FAILED");
        // Only what was changed before is told.
        assertThat(function.said()).hasSize(told).noneMatch(text -> text.contains("failed"));

        function.world.mend();
        assertThat(function.answer(message).toString()).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(function.world.queues).isNotEmpty();
        assertThat(function.said()).hasSize(told + 1);
    }

    @Test
    void waitingFor45Minutes_isGivenUpWithAWordInSlack() {
        var answer = function.answer(batch("2026-11-30T09:15:29Z", "eks-create-cluster.json"));
        assertThat(answer.path("batchItemFailures").size()).isZero();
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains("dev given up after 45 minutes", "does not show");
    }

    private JsonNode report() {
        return function.lines().stream()
                .filter(line -> line.path("event").asString("").equals("report"))
                .findFirst()
                .orElseThrow()
                .path("report");
    }

    private static String batch(String firstReceived, String... files) {
        var millis = Instant.parse(firstReceived).toEpochMilli();
        var records = new ArrayList<Map<String, Object>>();
        for (var file : List.of(files)) {
            records.add(Map.of(
                    "messageId",
                    "m" + records.size(),
                    "receiptHandle",
                    "r",
                    "body",
                    FunctionUnderTest.event(file),
                    "eventSource",
                    "aws:sqs",
                    "eventSourceARN",
                    "not-an-arn",
                    "attributes",
                    Map.of(
                            "ApproximateReceiveCount",
                            "1",
                            "ApproximateFirstReceiveTimestamp",
                            String.valueOf(millis))));
        }
        return Json.write(Map.of("Records", records));
    }
}
