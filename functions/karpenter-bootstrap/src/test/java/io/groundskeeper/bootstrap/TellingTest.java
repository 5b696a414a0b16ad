package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an engineer on call reads in Slack: what happened, to which cluster, because of whom, and what to do. */
class TellingTest {

    private static final String PLACE = "Cluster `dev` in `us-east-1` of account `123456789012`";

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "eks-create-cluster.json; dev given up; because of CreateCluster: it was created by; {\"cluster\":\"dev\"}",
                "cluster-task-reconcile.json; dev given up; because of the schedule; {\"cluster\":\"dev\"}",
                "cluster-task-remove.json; dev given up; because of its removal; {\"cluster\":\"dev\",\"remove\":true}",
                "cluster-task-clean-up.json; dev given up; because of what it left; {\"reconcile\":true}",
                "eks-delete-cluster.json; dev given up; because of DeleteCluster by; {\"reconcile\":true}"
            })
    void givenUp_saysOfWhatAndHowToGoOn(String event, String title, String because, String command) {
        function.answer(lateBatch(event));
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains(title, PLACE, because, Json.write(command).replaceAll("^\"|\"$", ""));
    }

    @Test
    void roundThatIsGivenUp_namesNoClusterAndGoesOnForAll() {
        function.answer(lateBatch("scheduled.json"));
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains("a round over all clusters given up", "All clusters in `us-east-1`", "reconcile")
                .doesNotContain("unknown");
    }

    @Test
    void missingPermission_isTriedAgainAndSaysSo() {
        world.cluster("dev", Map.of());
        world.fail("createRole", new MissingPermissionException("iam:CreateRole", null));
        function.answer(batch("2026-11-30T10:00:20Z", "eks-create-cluster.json", 1));
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains("setting up dev failed", PLACE, "iam:CreateRole", "tried again with growing pauses");
    }

    @Test
    void skippedInside_saysWhatGoesOn() {
        world.cluster("dev", Map.of());
        world.kubernetes.version = KubernetesVersion.of("1.37");
        function.answer(FunctionUnderTest.event("eks-create-cluster.json"));
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains("it does not run there yet", "the schedule or the next event of the cluster goes on");
    }

    @Test
    void dryRunByAnEvent_saysThatNothingWasChanged() {
        world.cluster("dev", Map.of("groundskeeper/dry-run", "true"));
        function.answer(FunctionUnderTest.event("eks-create-cluster.json"));
        assertThat(function.said()).singleElement().asString().contains("(dry run)", "nothing was changed");
        assertThat(world.writes).isEmpty();
    }

    /** Handed out again and again, for hours. */
    private static String lateBatch(String event) {
        return batch("2026-11-30T04:00:00Z", event, 3);
    }

    private static String batch(String firstReceived, String event, int receives) {
        var attributes = Map.of(
                "ApproximateReceiveCount",
                String.valueOf(receives),
                "ApproximateFirstReceiveTimestamp",
                String.valueOf(Instant.parse(firstReceived).toEpochMilli()));
        return Json.write(Map.of(
                "Records",
                List.of(Map.of(
                        "messageId",
                        "m0",
                        "receiptHandle",
                        "r",
                        "body",
                        FunctionUnderTest.event(event),
                        "eventSource",
                        "aws:sqs",
                        "eventSourceARN",
                        "not-an-arn",
                        "attributes",
                        attributes))));
    }
}
