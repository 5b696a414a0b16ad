package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.task.Task;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.task.TaskMessage;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final Map<String, String> MARKED = Map.of("groundskeeper/managed", "true");
    private static final String SCHEDULED = FunctionUnderTest.event("scheduled.json");
    private static final String TASK = FunctionUnderTest.event("cluster-task-reconcile.json");

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;

    @Test
    void schedule_sendsATaskForEachMarkedClusterAndTouchesNone() {
        world.cluster("a", MARKED);
        world.cluster("b", Map.of());
        world.cluster("c", MARKED);
        assertThat(function.answer(SCHEDULED).toString())
                .isEqualTo("{\"function\":\"karpenter-bootstrap\",\"clusters\":[],\"ignored\":[]}");
        assertThat(world.sent)
                .containsExactly(
                        new TaskMessage("a", Task.RECONCILE.text(), Duration.ZERO),
                        new TaskMessage("c", Task.RECONCILE.text(), Duration.ZERO));
        assertThat(world.writes).isEmpty();
        assertThat(function.lines())
                .anySatisfy(line ->
                        assertThat(line.path("ClustersScheduled").asInt()).isEqualTo(2));
    }

    @Test
    void reconcileByHand_doesTheSame() {
        world.cluster("a", MARKED);
        assertThat(function.answer("{\"reconcile\":true}").path("clusters").size())
                .isZero();
        assertThat(world.sent).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"reconcile\":false}", "{\"reconcile\":\"true\"}", "{\"reconcile\":true,\"cluster\":\"dev\"}"})
    void reconcileOtherwise_saysWhatIsAccepted(String command) {
        assertThatThrownBy(() -> function.answer(command))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("{\"reconcile\":true}", "{\"cluster\":\"dev\",\"dryRun\":true}");
    }

    @Test
    void clusterThatIsGoneAndLeftSomething_isCleanedUpAfter() {
        world.cluster("a", MARKED);
        world.leftovers.addAll(List.of("a", "gone"));
        function.answer(SCHEDULED);
        assertThat(world.sent).contains(new TaskMessage("gone", Task.CLEAN_UP.text(), Duration.ZERO));
        assertThat(world.sent)
                .noneMatch(task -> task.cluster().equals("a") && task.task().equals(Task.CLEAN_UP.text()));
    }

    @Test
    void leftoversThatCannotBeRead_keepNoClusterFromItsTurn() {
        world.cluster("a", MARKED);
        world.fail("leftovers", new MissingPermissionException("iam:ListRoles", null));
        function.answer(SCHEDULED);
        assertThat(world.sent).hasSize(1);
        assertThat(function.lines())
                .anySatisfy(line -> assertThat(line.path("error").asString("")).contains("iam:ListRoles"));
    }

    @Test
    void clusterThatCannotBeRead_getsItsTaskAllTheSame() {
        world.cluster("a", MARKED);
        world.cluster("b", MARKED);
        world.fail("findCluster a", new IllegalStateException("throttled"));
        function.answer(SCHEDULED);
        assertThat(world.sent).extracting(TaskMessage::cluster).containsExactly("a", "b");
    }

    @Test
    void clustersThatCannotBeListed_bringTheScheduleBack() {
        world.fail("listClusters", new MissingPermissionException("eks:ListClusters", null));
        assertThatThrownBy(() -> function.answer(SCHEDULED)).hasMessageContaining("eks:ListClusters");
    }

    @Test
    void manyClusters_areSpreadOverMinutesAndNeverBeyondWhatSqsTakes() {
        for (int i = 0; i < 1000; i++) {
            world.cluster("c" + i, MARKED);
        }
        function.answer(SCHEDULED);
        var last = world.sent.stream().map(TaskMessage::delay).max(Comparator.naturalOrder());
        assertThat(world.sent).hasSize(1000);
        assertThat(last.orElseThrow()).isBetween(Duration.ofMinutes(14), TaskMessage.LONGEST_DELAY);
        assertThat(world.sent.stream().filter(task -> task.delay().isZero())).hasSize(10);
    }

    @Test
    void thirtyClusters_areNotHeldBackLongerThanNeeded() {
        for (int i = 0; i < 30; i++) {
            world.cluster("c" + i, MARKED);
        }
        function.answer(SCHEDULED);
        assertThat(world.sent.stream().map(TaskMessage::delay).max(Comparator.naturalOrder()))
                .contains(Duration.ofSeconds(40));
    }

    @Test
    void withoutAQueueOfItsOwn_eachClusterIsLookedAtAtOnceAndOnesFailureHidesNoOther() {
        world.tasks = Optional.empty();
        world.cluster("a", Map.of("groundskeeper/managed", "true", "groundskeeper/dry-run", "perhaps"));
        world.cluster("b", MARKED);
        var report = function.answer("{\"reconcile\":true}");
        assertThat(report.path("clusters")
                        .valueStream()
                        .map(cluster -> cluster.path("cluster").asString() + " "
                                + cluster.path("status").asString()))
                .containsExactly("a FAILED", "b READY");
        assertThat(function.lines())
                .anySatisfy(line -> assertThat(line.path("why").asString("")).contains("BOOTSTRAP_QUEUE_URL"));
        assertThatThrownBy(() -> function.answer(SCHEDULED)).hasMessageContaining("perhaps");
    }

    @Test
    void taskOfAnUnmarkedCluster_leavesItAlone() {
        world.cluster("dev", Map.of());
        assertThat(function.cluster(TASK).path("status").asString()).isEqualTo("SKIPPED");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @Test
    void taskOfAClusterInOrder_writesNothingAndTellsNobody() {
        world.cluster("dev", Map.of());
        function.cluster("{\"cluster\":\"dev\"}");
        world.writes.clear();
        var told = function.said().size();
        assertThat(function.cluster(TASK).path("status").asString()).isEqualTo("READY");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).hasSize(told);
    }

    @Test
    void taskOfABrokenCluster_mendsItAndSaysWhat() {
        world.cluster("dev", Map.of());
        function.cluster("{\"cluster\":\"dev\"}");
        world.queues.clear();
        function.cluster(TASK);
        assertThat(function.said().getLast())
                .contains("Karpenter: dev was mended", "the schedule", "*interruption-queue*");
    }

    @Test
    void removeAccess_scheduleMendsTheAwsSideAndStaysOutside() {
        function.with("REMOVE_ACCESS", "true");
        world.cluster("dev", Map.of());
        function.cluster("{\"cluster\":\"dev\"}");
        world.writes.clear();
        world.queues.clear();
        var cluster = function.cluster(TASK);
        assertThat(world.writes).containsExactly("createQueue Karpenter-dev");
        assertThat(cluster.path("reason").asString()).contains("AWS side only");
        assertThat(cluster.path("steps")
                        .valueStream()
                        .filter(step -> step.path("step").asString().equals("cluster-access"))
                        .map(step -> step.path("outcome").asString()))
                .containsExactly("SKIPPED");
        assertThat(function.said().getLast()).contains("dev was mended", "AWS side only");

        world.writes.clear();
        function.cluster("{\"cluster\":\"dev\"}");
        assertThat(world.writes).as("other triggers go all the way").contains("createEntry STANDARD " + FakeAccess.OWN);
    }

    @Test
    void taskOfAnotherAccount_isIgnored() {
        world.cluster("dev", MARKED);
        var report = function.answer(TASK.replace("123456789012", "999999999999"));
        assertThat(report.path("clusters").size()).isZero();
        assertThat(report.path("ignored").path(0).path("reason").asString()).contains("999999999999");
    }
}
