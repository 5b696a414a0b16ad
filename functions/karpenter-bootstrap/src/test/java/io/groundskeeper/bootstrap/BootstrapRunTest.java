package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.bootstrap.step.NoSuchClusterException;
import io.groundskeeper.bootstrap.step.RefusedException;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.aws.QuotaReachedException;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.BadSettingException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class BootstrapRunTest {

    private static final String CREATED = FunctionUnderTest.event("eks-create-cluster.json");
    private static final String COMMAND = FunctionUnderTest.event("bootstrap-command.json");
    private static final String DRY_RUN = FunctionUnderTest.event("bootstrap-dry-run.json");
    private static final Names NAMES = new Names(FakeWorld.HOME.cluster("dev"));

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;

    @Test
    void createdCluster_getsAllAndSlackHearsThatKarpenterRuns() {
        world.cluster("dev", Map.of());
        var report = function.answer(CREATED);
        assertThat(report.path("function").asString()).isEqualTo("karpenter-bootstrap");
        var cluster = report.path("clusters").path(0);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(cluster.get("reason").isNull()).isTrue();
        assertThat(outcomes(cluster))
                .containsExactly(
                        "cluster CHANGED",
                        "node-role CHANGED",
                        "controller-role CHANGED",
                        "identity CHANGED",
                        "spot-role CHANGED",
                        "network CHANGED",
                        "node-access CHANGED",
                        "interruption-queue CHANGED",
                        "cluster-access CHANGED",
                        "helm-crd CHANGED",
                        "helm-controller CHANGED",
                        "node-pool CHANGED",
                        "add-ons UNCHANGED",
                        "readiness UNCHANGED");
        assertThat(world.clusters.get("dev").marked()).isTrue();
        assertThat(world.roles.get(NAMES.nodeRole()).attached())
                .containsExactlyInAnyOrder(
                        "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",
                        "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy",
                        "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly",
                        "arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore");
        assertThat(world.roles.get(NAMES.controllerRole()).inline()).containsOnlyKeys("KarpenterControllerPolicy");
        assertThat(world.queues.get("Karpenter-dev").attributes())
                .containsEntry("MessageRetentionPeriod", "300")
                .containsEntry("SqsManagedSseEnabled", "true");
        assertThat(world.rules.values())
                .hasSize(2)
                .allSatisfy(rule -> assertThat(rule.targets())
                        .singleElement()
                        .satisfies(target -> assertThat(target.arn()).isEqualTo(NAMES.queueArn())));
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains(
                        "Karpenter runs on dev",
                        "CreateCluster",
                        "it was created by",
                        "PlatformEngineer/ada",
                        "KarpenterNodeRole-dev");
    }

    @Test
    void secondRun_changesNothingAndWritesNothing() {
        world.cluster("dev", Map.of());
        function.answer(CREATED);
        world.writes.clear();
        world.reads = 0;
        var cluster = function.cluster(CREATED);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(outcomes(cluster)).allMatch(step -> step.endsWith("UNCHANGED"));
        assertThat(world.writes).isEmpty();
        assertThat(world.reads).isPositive().isLessThanOrEqualTo(40);
        assertThat(function.said()).as("only the first run").hasSize(1);
    }

    @Test
    void dryRun_plansWhatTheRealRunDoesAndWritesNothing() {
        world.cluster("dev", Map.of());
        var planned = function.cluster(DRY_RUN);
        assertThat(planned.path("status").asString()).isEqualTo("PLANNED");
        assertThat(outcomes(planned))
                .filteredOn(step -> step.endsWith("PLANNED"))
                .hasSize(12);
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
        var done = function.cluster(COMMAND);
        assertThat(changes(done)).isEqualTo(changes(planned)).isNotEmpty();
    }

    @Test
    void dryRunBySetting_tellsSlackThePlan() {
        world.cluster("dev", Map.of("groundskeeper/dry-run", "true"));
        assertThat(function.cluster(CREATED).path("status").asString()).isEqualTo("PLANNED");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).singleElement().asString().contains("dry run");
    }

    @Test
    void cutOffAfterAnyWrite_theNextRunFinishes() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        int all = world.writes.size();
        assertThat(all).isGreaterThan(20);
        for (int cut = 0; cut < all; cut++) {
            var again = new FunctionUnderTest();
            again.world.cluster("dev", Map.of());
            again.world.cutAfter(cut);
            assertThatThrownBy(() -> again.answer(COMMAND)).hasMessageContaining("cut off");
            again.world.mend();
            assertThat(again.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
            assertThat(again.world.writes)
                    .as("each write once, cut after %d", cut)
                    .hasSize(all);
            assertThat(again.world.roles).isEqualTo(world.roles);
            assertThat(again.world.kubernetes.releases).isEqualTo(world.kubernetes.releases);
            assertThat(again.world.queues).isEqualTo(world.queues);
            assertThat(again.world.rules).isEqualTo(world.rules);
            assertThat(again.world.network).isEqualTo(world.network);
        }
    }

    @Test
    void foreignRole_isReportedAndNotTouched() {
        world.cluster("dev", Map.of());
        var name = NAMES.nodeRole();
        var role = foreignRole();
        world.roles.put(name, role);
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains(name, "not taken over", "groundskeeper/cluster=dev");
        assertThat(outcomes(cluster)).containsExactly("cluster CHANGED", "node-role FAILED");
        assertThat(world.roles).containsEntry(name, role).hasSize(1);
        assertThat(function.said()).singleElement().asString().contains("failed", "not taken over");
    }

    @Test
    void refusalInADryRunByHand_isReadInTheAnswerOnly() {
        world.cluster("dev", Map.of());
        world.queues.put("Karpenter-dev", new Queue("https://sqs/Karpenter-dev", Map.of(), Map.of()));
        var cluster = function.cluster(DRY_RUN);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(outcomes(cluster)).contains("network PLANNED").last().isEqualTo("interruption-queue FAILED");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @Test
    void foreignRole_bySingleEventThrowsSoThatItsSenderSees() {
        world.cluster("dev", Map.of());
        world.roles.put(NAMES.nodeRole(), foreignRole());
        assertThatThrownBy(() -> function.answer(CREATED))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(NAMES.nodeRole());
        assertThat(function.said()).hasSize(1);
    }

    @Test
    void foreignQueue_isReportedAndNotTouched() {
        world.cluster("dev", Map.of());
        var queue = new Queue("https://sqs/Karpenter-dev", Map.of(), Map.of("ClusterName", "dev"));
        world.queues.put("Karpenter-dev", queue);
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains("Karpenter-dev", "not taken over");
        assertThat(world.queues).containsEntry("Karpenter-dev", queue);
        assertThat(world.rules).isEmpty();
    }

    @Test
    void quotaThatIsReached_issue53_isToldAtOnce() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        function.forgetSaid();
        world.rules.clear();
        world.fail("createRule", new QuotaReachedException("events:PutRule", new IllegalStateException("300 rules")));
        assertThatThrownBy(() -> function.answer(COMMAND)).hasMessageContaining("events:PutRule");
        assertThat(function.said()).singleElement().asString().contains("quota", "300 rules");
    }

    @Test
    void missingPermission_failsNamingTheActionAndThrows() {
        world.cluster("dev", Map.of());
        world.fail(
                "createRole",
                new MissingPermissionException(
                        "iam:CreateRole", new IllegalStateException("User x is not authorized")));
        assertThatThrownBy(() -> function.answer(COMMAND))
                .isInstanceOf(MissingPermissionException.class)
                .hasMessageContaining("iam:CreateRole");
        var report = function.lines().stream()
                .filter(line -> line.path("event").asString("").equals("report"))
                .findFirst()
                .orElseThrow()
                .path("report")
                .path("clusters")
                .path(0);
        assertThat(report.path("status").asString()).isEqualTo("FAILED");
        assertThat(report.path("reason").asString()).contains("node-role", "iam:CreateRole", "User x");
        assertThat(function.said()).hasSize(1);
    }

    @Test
    void transientError_comesBackAndIsNotToldYet() {
        world.cluster("dev", Map.of());
        world.fail("findCluster", new IllegalStateException("Rate exceeded"));
        assertThatThrownBy(() -> function.answer(CREATED)).hasMessage("Rate exceeded");
        assertThat(function.said()).isEmpty();
    }

    @Test
    void queueDeletedAMomentAgo_waits() {
        world.cluster("dev", Map.of());
        world.fail("createQueue", new NotYetException("Queue was deleted", Duration.ofMinutes(1), null));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(outcomes(cluster)).last().isEqualTo("interruption-queue WAITING");
        world.mend();
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
    }

    @Test
    void absentCluster_byHandIsAnErrorThatSaysWhatToCheck() {
        assertThatThrownBy(() -> function.answer(COMMAND))
                .isInstanceOf(NoSuchClusterException.class)
                .hasMessageContainingAll("dev", "us-east-1", "123456789012", "list-clusters");
    }

    @Test
    void absentCluster_byEventWaitsOnlyWhileTheEventIsYoung() {
        assertThat(function.cluster(CREATED).path("status").asString()).isEqualTo("WAITING");
        var later = function.at("2026-11-30T10:05:00Z").cluster(CREATED);
        assertThat(later.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(later.path("reason").asString()).contains("does not exist (any more)");
        assertThat(function.said()).isEmpty();
    }

    @Test
    void badVersion_isAnErrorAndTold() {
        world.cluster("dev", Map.of("groundskeeper/karpenter-version", "1.8.0"));
        assertThatThrownBy(() -> function.answer(CREATED))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("groundskeeper/karpenter-version");
        assertThat(function.said()).hasSize(1);
        assertThat(world.writes).isEmpty();
    }

    private static List<String> outcomes(JsonNode cluster) {
        return cluster.path("steps")
                .valueStream()
                .map(step -> step.path("step").asString() + " "
                        + step.path("outcome").asString())
                .toList();
    }

    private static List<String> changes(JsonNode cluster) {
        return cluster.path("steps")
                .valueStream()
                .flatMap(step -> step.path("changes").valueStream())
                .map(JsonNode::toString)
                .toList();
    }

    private static Role foreignRole() {
        return new Role(
                "arn:aws:iam::123456789012:role/" + NAMES.nodeRole(),
                "AROA9",
                "/",
                Json.object(),
                Map.of(),
                Optional.empty(),
                Set.of(),
                Map.of());
    }
}
