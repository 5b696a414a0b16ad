package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.access.AwsAuth;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.removal.KarpenterKind;
import io.groundskeeper.bootstrap.removal.LaunchTemplate;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException.Cause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** {@code {"cluster":"dev","remove":true}} on a cluster that lives on. */
class RemoveCommandTest {

    private static final String REMOVE = "{\"cluster\":\"dev\",\"remove\":true}";
    private static final String PLAN = "{\"cluster\":\"dev\",\"remove\":true,\"dryRun\":true}";

    private final FunctionUnderTest function =
            new FunctionUnderTest().with("KARPENTER_CHART", "oci://public.ecr.aws/karpenter");
    private final FakeWorld world = function.world;

    @BeforeEach
    void bootstrapped() {
        world.cluster("dev", Map.of());
        assertThat(function.cluster("{\"cluster\":\"dev\"}").path("status").asString())
                .isEqualTo("READY");
        world.objects.ours(KarpenterKind.NODE_POOL, "default");
        world.objects.ours(KarpenterKind.NODE_CLASS, "default");
        world.writes.clear();
        function.forgetSaid();
    }

    @Test
    void dryRun_plansEveryStepInOrderAndWritesNothing() {
        world.objects.claim("default-a", "default");
        var cluster = function.cluster(PLAN);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("PLANNED");
        assertThat(outcomes(cluster))
                .containsExactly(
                        "intent PLANNED",
                        "cluster-access UNCHANGED",
                        "kubernetes UNCHANGED",
                        "node-pools PLANNED",
                        "node-classes PLANNED",
                        "instances UNCHANGED",
                        "helm-controller PLANNED",
                        "helm-crd PLANNED",
                        "kubernetes-access PLANNED",
                        "inside-done PLANNED",
                        "pod-identity PLANNED",
                        "access-entries PLANNED",
                        "launch-templates UNCHANGED",
                        "instance-profiles UNCHANGED",
                        "interruption-queue PLANNED",
                        "identity UNCHANGED",
                        "network PLANNED",
                        "controller-role PLANNED",
                        "node-role PLANNED",
                        "own-access PLANNED",
                        "cluster PLANNED");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @Test
    void dryRunWithNodes_plansOnToTheEndSinceKarpenterTerminatesThemFirst() {
        world.objects.claim("default-a", "default");
        world.remains.instance("i-1", "running");
        var cluster = function.cluster(PLAN);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("PLANNED");
        assertThat(cluster.path("reason").asString()).contains("1 node,", "1 instance in cluster dev now", "go first");
        assertThat(outcomes(cluster)).contains("instances UNCHANGED").endsWith("own-access PLANNED", "cluster PLANNED");
        assertThat(world.writes).isEmpty();
    }

    @Test
    void nodes_areDrainedByKarpenterBeforeAnythingElseGoes() {
        world.objects.claim("default-a", "default");
        var first = function.cluster(REMOVE);
        assertThat(first.path("status").asString()).isEqualTo("WAITING");
        assertThat(first.path("reason").asString()).contains("default-a (Drained: 1 pod blocked)");
        assertThat(world.writes).containsExactly("tagCluster dev", "deleteNodePool default");
        assertThat(tags()).containsEntry("groundskeeper/removing", "true");

        assertThat(function.cluster(REMOVE).path("status").asString()).isEqualTo("WAITING");
        assertThat(world.writes).hasSize(2);

        world.objects.work();
        var classes = function.cluster(REMOVE);
        assertThat(outcomes(classes)).endsWith("node-pools UNCHANGED", "node-classes WAITING");

        world.objects.work();
        var last = function.cluster(REMOVE);
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("DELETED");
        assertRemoved();
        assertThat(function.said()).last().asString().contains("Karpenter was removed from dev");
    }

    @Test
    void waiting_isGoneOnWithByATaskOfOurOwn() {
        world.objects.claim("default-a", "default");
        function.cluster(REMOVE);
        assertThat(world.sent).singleElement().asString().contains("dev", "task=remove", "PT30S");
        world.objects.work();
        function.answer(FunctionUnderTest.event("cluster-task-remove.json"));
        world.objects.work();
        var last = function.cluster(FunctionUnderTest.event("cluster-task-remove.json"));
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("DELETED");
        assertRemoved();
    }

    @Test
    void taskThatComesWithoutARemovalUnderWay_touchesNothing() {
        world.writes.clear();
        var cluster = function.cluster(FunctionUnderTest.event("cluster-task-remove.json"));
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("groundskeeper/removing");
        assertThat(world.writes).isEmpty();
    }

    @Test
    void anyEventOfTheCluster_goesOnWithTheRemovalInsteadOfBootstrapping() {
        function.cluster(REMOVE);
        world.objects.work();
        world.writes.clear();
        var cluster = function.cluster(FunctionUnderTest.event("eks-create-nodegroup.json"));
        assertThat(cluster.path("steps").path(3).path("step").asString()).isEqualTo("node-pools");
        assertThat(world.writes).containsExactly("deleteEC2NodeClass default");
    }

    @Test
    void bootstrapByHandMeanwhile_isRefusedWithWhatToDo() {
        function.cluster(REMOVE);
        world.writes.clear();
        var cluster = function.cluster("{\"cluster\":\"dev\"}");
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("groundskeeper/removing", "\"remove\":true");
        assertThat(world.writes).isEmpty();
    }

    @Test
    void afterwards_eventsLeaveTheClusterAloneUntilItsOwnerTagsItManage() {
        removed();
        world.writes.clear();
        assertThat(function.cluster(FunctionUnderTest.event("eks-create-nodegroup.json"))
                        .path("status")
                        .asString())
                .isEqualTo("SKIPPED");
        assertThat(function.cluster(REMOVE).path("reason").asString()).contains("nothing that we made");
        assertThat(world.writes).isEmpty();

        var facts = world.clusters.get("dev");
        world.clusters.put("dev", withTags(facts, Map.of("groundskeeper/karpenter", "manage")));
        assertThat(function.cluster(FunctionUnderTest.event("eks-tag-resource.json"))
                        .path("status")
                        .asString())
                .isEqualTo("READY");
    }

    @Test
    void controllerThatDoesNotRun_isSaidAndNothingIsForced() {
        world.objects.claim("default-a", "default");
        world.objects.controllerRuns = false;
        var cluster = function.cluster(REMOVE);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(cluster.path("reason").asString()).contains("does not run", "default-a", "never forced");
        assertThat(world.writes).containsExactly("tagCluster dev");
    }

    @Test
    void nodesOfSomeoneElsesNodePool_areNotLeftWithoutAController() {
        world.objects.theirs(KarpenterKind.NODE_POOL, "team-a");
        world.objects.claim("team-a-x", "team-a");
        var cluster = function.cluster(REMOVE);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains("team-a-x", "kubectl get nodepools,nodeclaims");
        assertThat(world.writes).containsExactly("tagCluster dev");
    }

    @Test
    void nodePoolOfSomeoneElseWithoutNodes_keepsKarpentersKindsAndIsSaid() {
        world.objects.theirs(KarpenterKind.NODE_POOL, "team-a");
        var last = removed();
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("DELETED");
        assertThat(last.path("reason").asString()).contains("Helm release karpenter-crd stays", "team-a");
        assertThat(world.kubernetes.releases).containsOnlyKeys("karpenter-crd");
        assertThat(world.objects.objects).hasSize(1);
    }

    @Test
    void copyOfOurNodePoolUnderAnotherName_isSomeoneElses() {
        var copy = world.objects.theirs(KarpenterKind.NODE_POOL, "gpu");
        copy.putObject("labels").put("groundskeeper/managed", "true");
        removed();
        assertThat(world.objects.objects).hasSize(1);
    }

    @Test
    void karpenterOfSomeoneElseInPlaceOfOurs_keepsItsProfilesAndTemplates() {
        world.kubernetes.releases.remove("karpenter");
        world.remains.templates.put("lt-1", new LaunchTemplate("lt-1", "x", FakeRemains.CREATED));
        var last = removed();
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("DELETED");
        assertThat(last.path("reason").asString()).contains("stays");
        assertThat(world.remains.templates).isNotEmpty();
    }

    @Test
    void dryRunWhereOurOwnEntryIsMissing_callsNoHealthyNodeAnOrphan() {
        world.access.entries.remove(FakeAccess.OWN);
        world.access.policies.remove(FakeAccess.OWN);
        world.kubernetes.shut = Optional.of(Cause.UNAUTHORIZED);
        world.remains.instance("i-1", "running");
        function.with("TERMINATE_ORPHANS", "true");
        var cluster = function.cluster(PLAN);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("PLANNED");
        assertThat(cluster.toString()).doesNotContain("left by Karpenter", "No NodeClaim keeps");
    }

    @Test
    void closedApi_leavesTheAwsSideUnderAKarpenterThatHasWorked() {
        world.kubernetes.shut = Optional.of(Cause.UNREACHABLE);
        world.remains.templates.put("lt-1", new LaunchTemplate("lt-1", "x", FakeRemains.CREATED));
        var cluster = function.cluster(REMOVE);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains("Nobody answers", "not taken away under it");
        assertThat(world.writes).containsExactly("tagCluster dev");
    }

    @Test
    void closedApi_letsTheAwsSideGoWhereKarpenterHasNeverWorked() {
        world.kubernetes.shut = Optional.of(Cause.UNREACHABLE);
        world.access.shut(Cause.UNREACHABLE);
        var cluster = function.cluster(REMOVE);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("DELETED");
        assertThat(cluster.path("reason").asString()).contains("has never worked here");
        assertThat(world.roles).isEmpty();
        assertThat(world.queues).isEmpty();
    }

    @Test
    void ownEntryThatWasRemovedAfterTheBootstrap_isMadeAgainAndGoesLast() {
        world.access.entries.remove(FakeAccess.OWN);
        world.access.policies.remove(FakeAccess.OWN);
        removed();
        assertThat(world.writes).contains("createEntry STANDARD " + FakeAccess.OWN);
        assertRemoved();
    }

    @Test
    void instancesWithoutANodeClaim_keepTheirRoleUntilSomeoneTerminatesThem() {
        world.remains.instance("i-1", "running");
        var last = removed();
        assertThat(last.path("status").asString()).isEqualTo("FAILED");
        assertThat(last.path("reason").asString()).contains("i-1 (m5.large", "remove again");
        assertThat(world.roles).isNotEmpty();
        assertThat(world.access.entries).as("the nodes' way in").hasSize(3);
        assertThat(world.kubernetes.releases).containsKey("karpenter");
        world.remains.instances.clear();
        assertThat(function.cluster(REMOVE).path("status").asString()).isEqualTo("DELETED");
        assertRemoved();
    }

    @Test
    void agentThatOthersNeed_staysAndIsSaid() {
        world.identity.others = 1;
        assertThat(removed().path("reason").asString()).contains("eks-pod-identity-agent stays");
        assertThat(world.identity.agent).isPresent();
        assertThat(world.identity.association).isEmpty();
    }

    @Test
    void rowsInAwsAuth_goAndEveryOtherByteStays() {
        world.clusters.computeIfPresent("dev", (name, facts) -> byConfigMap(facts));
        var others = "# ours\n- rolearn: arn:aws:iam::123456789012:role/x\n  username: x\n  groups: [a]   # odd\n";
        world.access.awsAuth = Optional.of(new AwsAuth(Optional.of(others), "1"));
        function.cluster("{\"cluster\":\"dev\"}");
        assertThat(world.access.awsAuth.orElseThrow().mapRoles().orElseThrow()).contains("KarpenterNodeRole-dev-");
        removed();
        assertThat(world.access.awsAuth.orElseThrow().mapRoles()).contains(others);
    }

    @Test
    void runCutOffAfterAnyChange_isFinishedByTheNextOnes() {
        for (int changes = 0; changes < 45; changes++) {
            var again = new RemoveCommandTest();
            again.bootstrapped();
            again.world.objects.claim("default-a", "default");
            again.world.cutAfter(changes);
            for (int look = 0; look < 4; look++) {
                again.tryToRemove();
            }
            again.world.mend();
            var last = again.removed();
            assertThat(last.path("status").asString())
                    .as("cut after %d: %s", changes, last)
                    .isIn("DELETED", "SKIPPED");
            again.assertRemoved();
        }
    }

    private void tryToRemove() {
        try {
            function.answer(REMOVE);
        } catch (IllegalStateException cut) {
            assertThat(cut).hasMessageContaining("cut off");
        }
        world.objects.work();
    }

    /** Removes until nothing is waited for any more. */
    private JsonNode removed() {
        var cluster = function.cluster(REMOVE);
        for (int look = 0; look < 5 && cluster.path("status").asString().equals("WAITING"); look++) {
            world.objects.work();
            cluster = function.cluster(REMOVE);
        }
        return cluster;
    }

    private void assertRemoved() {
        assertThat(world.objects.objects).isEmpty();
        assertThat(world.kubernetes.releases).isEmpty();
        assertThat(world.access.roles).isEmpty();
        assertThat(world.access.bindings).isEmpty();
        assertThat(world.access.entries).isEmpty();
        assertThat(world.identity.association).isEmpty();
        assertThat(world.identity.agent).isEmpty();
        assertThat(world.roles.keySet()).noneMatch(name -> name.startsWith("Karpenter"));
        assertThat(world.queues).isEmpty();
        assertThat(world.rules).isEmpty();
        assertThat(world.network.subnets())
                .allSatisfy(subnet -> assertThat(subnet.tags()).isEmpty());
        assertThat(tags()).isEqualTo(Map.of("groundskeeper/karpenter", "skip"));
    }

    private Map<String, String> tags() {
        return world.clusters.get("dev").tags();
    }

    private static ClusterFacts byConfigMap(ClusterFacts facts) {
        return new ClusterFacts(
                facts.id(),
                facts.status(),
                facts.tags(),
                facts.kind(),
                facts.ipv6(),
                facts.vpcId(),
                facts.subnetIds(),
                facts.securityGroupId(),
                facts.endpoint(),
                new ClusterFacts.Logins("CONFIG_MAP", facts.logins().issuer()));
    }

    private static ClusterFacts withTags(ClusterFacts facts, Map<String, String> tags) {
        return new ClusterFacts(
                facts.id(),
                facts.status(),
                tags,
                facts.kind(),
                facts.ipv6(),
                facts.vpcId(),
                facts.subnetIds(),
                facts.securityGroupId(),
                facts.endpoint(),
                facts.logins());
    }

    private static List<String> outcomes(JsonNode cluster) {
        return cluster.path("steps")
                .valueStream()
                .map(step -> "%s %s"
                        .formatted(
                                step.path("step").asString(),
                                step.path("outcome").asString()))
                .toList();
    }
}
