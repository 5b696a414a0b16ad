package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.groundskeeper.bootstrap.KarpenterBootstrapHandler;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import tools.jackson.databind.JsonNode;

/** The whole way of a cluster with Helm and the Kubernetes API for real: to READY, kept there, and mended. */
@Timeout(180)
class WholeBootstrapIT {

    /** As many runs as a cluster may need until all that they make is ready. */
    private static final int RUNS = 30;

    private static final Duration BETWEEN_RUNS = Duration.ofMillis(300);
    /** Reading calls that a run may make which finds nothing to do, of AWS and Kubernetes together. */
    private static final int MOST_READS = 40;

    private static BootstrapWorld world;

    @BeforeAll
    static void start() {
        world = new BootstrapWorld(Duration.ZERO);
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void clusterWithNodeGroup_becomesReadyThenWritesNothing_andIsMendedWhereverItIsBroken() {
        world.cluster("whole", "API_AND_CONFIG_MAP", world.admin());
        world.nodeGroup("whole", "system");
        var function = world.reaching(Map.of());
        untilReady(function, "whole");
        assertNothingToDo(function, "whole");
        assertNothingToDo(world.reaching(Map.of()), "whole");

        breakSixThings();
        var mended = String.join("\n", untilReady(function, "whole"));
        assertThat(mended)
                .contains(
                        "\"CREATE\",\"resource\":\""
                                + world.role("KarpenterControllerRole-whole-").arn(),
                        "was disabled",
                        "karpenter.sh/discovery",
                        "Policy",
                        "replicas",
                        "NodePool");
        assertNothingToDo(function, "whole");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void functionThatIsKilledAgainAndAgain_isFinishedByTheNextRuns(int writes) {
        var cluster = "killed" + writes;
        world.cluster(cluster, "API_AND_CONFIG_MAP", world.admin());
        world.nodeGroup(cluster, "system");
        int killed = 0;
        for (boolean alive = false; !alive; ) {
            world.recorder().killAfter(writes);
            var report = killable(world.reaching(Map.of()), cluster);
            boolean dead = world.recorder().isKilled();
            world.recorder().revive();
            killed += dead ? 1 : 0;
            assertThat(killed).as("%s", report).isLessThan(80);
            alive = !dead;
        }
        // Each write of a whole way, of which there are some 26, was once the last.
        assertThat(killed).isGreaterThanOrEqualTo(24 / writes);
        var function = world.reaching(Map.of());
        untilReady(function, cluster);
        assertNothingToDo(function, cluster);
    }

    @RepeatedTest(4)
    void twoFunctionsAtOnce_installEachReleaseOnceAndNeitherFails(RepetitionInfo turn) {
        var cluster = "both" + turn.getCurrentRepetition();
        world.cluster(cluster, "API_AND_CONFIG_MAP", world.admin());
        world.nodeGroup(cluster, "system");
        if (turn.getCurrentRepetition() > 1) {
            // So that they meet at Helm, and not before.
            world.run(cluster, false);
        }
        var one = world.reaching(Map.of());
        var another = world.reaching(Map.of());
        for (int run = 0; run < 3; run++) {
            assertThat(world.runAtOnce(one, another, cluster))
                    .extracting(report -> report.path("status").asString())
                    .isSubsetOf("READY", "WAITING");
        }
        untilReady(one, cluster);
        assertNothingToDo(another, cluster);
        List<Secret> revisions = inside(
                cluster,
                client -> client.secrets()
                        .inNamespace("kube-system")
                        .withLabel("owner", "helm")
                        .list()
                        .getItems());
        assertThat(revisions)
                .extracting(secret -> secret.getMetadata().getLabels())
                .extracting(labels -> labels.get("name") + " " + labels.get("version") + " " + labels.get("status"))
                .containsExactlyInAnyOrder("karpenter 1 deployed", "karpenter-crd 1 deployed");
    }

    private static String killable(KarpenterBootstrapHandler function, String cluster) {
        try {
            return run(function, cluster).toString();
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void breakSixThings() {
        deleteRole(world.role("KarpenterControllerRole-whole-").roleName());
        var rule = world.events()
                .listRules(r -> r.namePrefix("Karpenter-whole-"))
                .rules()
                .getFirst();
        world.events().disableRule(r -> r.name(rule.name()));
        world.ec2()
                .deleteTags(r -> r.resources(world.subnets().getFirst())
                        .tags(Tag.builder().key("karpenter.sh/discovery").build()));
        var queue = world.sqs().getQueueUrl(r -> r.queueName("Karpenter-whole")).queueUrl();
        world.sqs().setQueueAttributes(r -> r.queueUrl(queue).attributes(Map.of(QueueAttributeName.POLICY, "")));
        inside(
                "whole",
                client -> client.apps()
                        .deployments()
                        .inNamespace("kube-system")
                        .withName("karpenter")
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"replicas\":0}}"));
        inside(
                "whole",
                client -> client.genericKubernetesResources("karpenter.sh/v1", "NodePool")
                        .withName("default")
                        .delete());
    }

    private static void deleteRole(String name) {
        var iam = world.iam();
        iam.listRolePolicies(r -> r.roleName(name))
                .policyNames()
                .forEach(policy -> iam.deleteRolePolicy(r -> r.roleName(name).policyName(policy)));
        iam.deleteRole(r -> r.roleName(name));
    }

    /** Runs it until it is ready; each run's report of its cluster. */
    private static List<String> untilReady(KarpenterBootstrapHandler function, String cluster) {
        var reports = new ArrayList<String>();
        for (int run = 0; run < RUNS; run++) {
            var report = run(function, cluster);
            reports.add(report.toString());
            var status = report.path("status").asString();
            if (status.equals("READY")) {
                return reports;
            }
            assertThat(status).as("%s", report).isEqualTo("WAITING");
            LockSupport.parkNanos(BETWEEN_RUNS.toNanos());
        }
        throw new AssertionError(String.join("\n", reports));
    }

    private static void assertNothingToDo(KarpenterBootstrapHandler function, String cluster) {
        var report = run(function, cluster);
        assertThat(report.path("status").asString()).as("%s", report).isEqualTo("READY");
        assertThat(world.recorder().writes()).as("%s", report).isEqualTo(List.of());
        assertThat(world.recorder().calls()).hasSizeLessThanOrEqualTo(MOST_READS);
    }

    private static JsonNode run(KarpenterBootstrapHandler function, String cluster) {
        return world.answer(function, "{\"cluster\":\"%s\"}".formatted(cluster));
    }

    private static <T> T inside(String cluster, Function<KubernetesClient, T> work) {
        return world.inside(ClusterEndpoint.of(world.describe(cluster)), work);
    }
}
