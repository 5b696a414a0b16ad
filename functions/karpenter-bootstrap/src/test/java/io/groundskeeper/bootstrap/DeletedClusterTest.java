package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.capacity.FargateProfile;
import io.groundskeeper.bootstrap.network.NetworkState;
import io.groundskeeper.bootstrap.network.SecurityGroup;
import io.groundskeeper.bootstrap.removal.Existence.Sighting;
import io.groundskeeper.bootstrap.removal.Instance;
import io.groundskeeper.bootstrap.removal.LaunchTemplate;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.interruption.Queue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** DeleteCluster, which the sample says was at 11:00. */
class DeletedClusterTest {

    private static final String DELETED = FunctionUnderTest.event("eks-delete-cluster.json");

    private final FunctionUnderTest function = new FunctionUnderTest().at("2026-11-30T11:10:00Z");
    private final FakeWorld world = function.world;

    @Test
    void bootstrappedCluster_leavesNothingOfOursNorOfKarpenters() {
        bootstrapped();
        karpenterHasWorked();
        gone();
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("DELETED");
        assertThat(outcomes(cluster))
                .containsExactly(
                        "instances UNCHANGED",
                        "launch-templates CHANGED",
                        "instance-profiles CHANGED",
                        "interruption-queue CHANGED",
                        "identity CHANGED",
                        "network CHANGED",
                        "controller-role CHANGED",
                        "node-role CHANGED");
        assertNothingIsLeft();
        assertThat(function.said())
                .last()
                .asString()
                .contains("dev was cleaned up after", "DeleteCluster by", "KarpenterNodeRole-dev-");
    }

    @Test
    void secondEvent_findsNothingWritesNothingAndTellsNobody() {
        bootstrapped();
        gone();
        function.answer(DELETED);
        int told = function.said().size();
        world.writes.clear();
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("nothing that we made");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).hasSize(told);
    }

    @Test
    void clusterThatWeNeverTouched_isSkippedSilentlyWhateverItsOwnKarpenterLeft() {
        karpenterHasWorked();
        world.remains.instance("i-1", "running");
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @Test
    void clusterOfThatNameCreatedAfterwards_isNotTouched() {
        bootstrapped();
        world.remains.sightings.put("dev", new Sighting("ACTIVE", Instant.parse("2026-11-30T11:00:01Z")));
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("created at 2026-11-30T11:00:01Z");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @Test
    void clusterThatIsDeleting_isWaitedForAndNotTouched() {
        bootstrapped();
        world.remains.sightings.put("dev", new Sighting("DELETING", FakeRemains.CREATED));
        assertThat(function.cluster(DELETED).path("status").asString()).isEqualTo("WAITING");
        assertThat(world.writes).isEmpty();
    }

    @Test
    void strangersClusterThatIsDeleting_isNotWaitedFor() {
        world.remains.sightings.put("dev", new Sighting("DELETING", FakeRemains.CREATED));
        assertThat(function.cluster(DELETED).path("status").asString()).isEqualTo("SKIPPED");
    }

    @Test
    void clusterWhoseDeletionDidNotHappen_keepsAllAndItsOwnersAreTold() {
        bootstrapped();
        world.remains.sightings.put("dev", new Sighting("ACTIVE", FakeRemains.CREATED));
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).singleElement().asString().contains("was to be deleted", "ACTIVE");
    }

    @Test
    void eventThatIsAMomentOld_waitsForEksToShowTheDeletion() {
        bootstrapped();
        world.remains.sightings.put("dev", new Sighting("ACTIVE", FakeRemains.CREATED));
        function.at("2026-11-30T11:00:20Z");
        assertThat(function.cluster(DELETED).path("status").asString()).isEqualTo("WAITING");
    }

    @Test
    void orphanedInstances_areListedWithTypeZoneAndAgeAndNotTerminated() {
        bootstrapped();
        gone();
        world.remains.instance("i-1", "running");
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("DELETED");
        assertThat(cluster.path("reason").asString())
                .contains("i-1 (m5.large in us-east-1a, running, 3 h old)", "TERMINATE_ORPHANS is false");
        assertThat(world.writes).noneMatch(write -> write.startsWith("terminate"));
        assertThat(function.said()).last().asString().contains("i-1 (m5.large");
        assertThat(world.roles).isEmpty();
    }

    @Test
    void orphanedInstances_areTerminatedWhenAllowedAndRolesGoAfterThem() {
        bootstrapped();
        gone();
        world.remains.instance("i-1", "running");
        world.remains.instance("i-2", "stopped");
        function.with("TERMINATE_ORPHANS", "true");
        var first = function.cluster(DELETED);
        assertThat(first.path("status").asString()).isEqualTo("WAITING");
        assertThat(outcomes(first)).containsExactly("instances WAITING");
        assertThat(world.writes).containsExactly("terminate i-1", "terminate i-2");
        assertThat(function.said()).last().asString().contains("terminated, it was left by Karpenter: m5.large");

        assertThat(function.cluster(DELETED).path("reason").asString()).contains("shutting down");
        assertThat(world.roles).hasSize(2);

        world.remains.instance("i-1", "terminated");
        world.remains.instance("i-2", "terminated");
        assertThat(function.cluster(DELETED).path("status").asString()).isEqualTo("DELETED");
        assertNothingIsLeft();
    }

    @Test
    void instanceThatIsYoungerThanTheDeletion_isKarpentersLastAndGoesToo() {
        bootstrapped();
        gone();
        world.remains.instances.put(
                "i-9", new Instance("i-9", "m5.large", "us-east-1a", "running", Instant.parse("2026-11-30T11:05:00Z")));
        function.with("TERMINATE_ORPHANS", "true");
        assertThat(function.cluster(DELETED).path("status").asString()).isEqualTo("WAITING");
        assertThat(world.writes).contains("terminate i-9");
    }

    @Test
    void dryRun_plansAllAndWritesNothing() {
        bootstrapped();
        karpenterHasWorked();
        gone();
        world.remains.instance("i-1", "running");
        function.with("DRY_RUN", "true").with("TERMINATE_ORPHANS", "true");
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("PLANNED");
        assertThat(outcomes(cluster)).hasSize(8).allMatch(step -> step.endsWith(" PLANNED"));
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).last().asString().contains("dry run");
    }

    @Test
    void roleAndQueueOfSomeoneElse_areLeftAndSaid() {
        bootstrapped();
        gone();
        var name = roleName("KarpenterControllerRole-");
        var role = world.roles.get(name);
        world.roles.put(
                name,
                new Role(
                        role.arn(),
                        role.uniqueId(),
                        role.path(),
                        role.trust(),
                        Map.of("groundskeeper/cluster", "dev"),
                        role.boundary(),
                        role.attached(),
                        role.inline()));
        world.queues.computeIfPresent(
                "Karpenter-dev", (n, queue) -> new Queue(queue.url(), queue.attributes(), Map.of()));
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("DELETED");
        assertThat(cluster.path("reason").asString())
                .contains("Role " + role.arn() + " is left", "Queue arn:aws:sqs:us-east-1:123456789012:Karpenter-dev");
        assertThat(world.roles).containsOnlyKeys(name);
        assertThat(world.roles.get(name).inline()).isNotEmpty();
        assertThat(world.queues).hasSize(1);
        assertThat(world.rules).isEmpty();
    }

    @Test
    void roleOfAnotherPath_isLeftAndSaid() {
        bootstrapped();
        gone();
        function.with("ROLE_PATH", "/elsewhere/");
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("reason").asString()).contains("its path is not /elsewhere/");
        assertThat(world.roles).hasSize(2);
    }

    @Test
    void nodeRoleInAProfileThatKarpenterDidNotMake_isLeftAndSaid() {
        bootstrapped();
        gone();
        world.remains.profile("someones", roleName("KarpenterNodeRole-"), Map.of());
        var cluster = function.cluster(DELETED);
        assertThat(cluster.path("status").asString()).isEqualTo("DELETED");
        assertThat(cluster.path("reason").asString()).contains("instance profile someones");
        assertThat(world.remains.profiles).containsKey("someones");
        assertThat(world.roles).hasSize(1);
    }

    @Test
    void discoveryTagThatAnotherClusterTookOver_staysWithThatOne() {
        bootstrapped();
        gone();
        var group = world.network.groups().getFirst();
        world.network = new NetworkState(
                List.of(),
                List.of(),
                world.network.subnets(),
                List.of(new SecurityGroup(
                        group.id(), Map.of("karpenter.sh/discovery", "other", "groundskeeper/discovery", "other"))),
                List.of());
        function.answer(DELETED);
        assertThat(world.network.groups().getFirst().tags()).containsEntry("karpenter.sh/discovery", "other");
        assertThat(world.network.subnets())
                .allSatisfy(subnet -> assertThat(subnet.tags()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25})
    void runCutOffAfterAnyChange_isFinishedByTheNext(int changes) {
        bootstrapped();
        karpenterHasWorked();
        gone();
        world.cutAfter(changes);
        try {
            function.answer(DELETED);
        } catch (IllegalStateException cut) {
            assertThat(cut).hasMessageContaining("cut off");
        }
        world.mend();
        function.answer(DELETED);
        assertNothingIsLeft();
    }

    @Test
    void missingPermission_isNamedAndComesBack() {
        bootstrapped();
        gone();
        world.fail("deleteQueue", new MissingPermissionException("sqs:DeleteQueue", null));
        assertThatThrownBy(() -> function.answer(DELETED)).hasMessageContaining("sqs:DeleteQueue");
        assertThat(function.said()).last().asString().contains("sqs:DeleteQueue");
    }

    @Test
    void lostEvent_isMadeUpForByTheCleanUpTask() {
        bootstrapped();
        gone();
        var cluster = function.cluster(
                FunctionUnderTest.event("cluster-task-clean-up.json").replace("\"gone\"", "\"dev\""));
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("DELETED");
        assertNothingIsLeft();
    }

    private void bootstrapped() {
        world.kubernetes.profiles.add(
                new FargateProfile("p", true, List.of(new FargateProfile.Selector("kube-system", Map.of()))));
        world.cluster("dev", Map.of());
        assertThat(function.cluster("{\"cluster\":\"dev\"}").path("status").asString())
                .isEqualTo("READY");
        world.writes.clear();
        function.forgetSaid();
    }

    private void karpenterHasWorked() {
        world.remains.templates.put("lt-1", new LaunchTemplate("lt-1", "karpenter.k8s.aws/1", FakeRemains.CREATED));
        var role = world.roles.keySet().stream()
                .filter(name -> name.startsWith("KarpenterNodeRole-"))
                .findFirst()
                .orElse("KarpenterNodeRole-none");
        world.remains.karpentersProfile("dev_123", role);
    }

    private void gone() {
        world.clusters.remove("dev");
        world.remains.sightings.remove("dev");
    }

    private String roleName(String prefix) {
        return world.roles.keySet().stream()
                .filter(name -> name.startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }

    private void assertNothingIsLeft() {
        assertThat(world.roles).isEmpty();
        assertThat(world.queues).isEmpty();
        assertThat(world.rules).isEmpty();
        assertThat(world.identity.providers).isEmpty();
        assertThat(world.remains.profiles).isEmpty();
        assertThat(world.remains.templates).isEmpty();
        assertThat(world.network.subnets())
                .allSatisfy(subnet -> assertThat(subnet.tags()).isEmpty());
        assertThat(world.network.groups())
                .allSatisfy(group -> assertThat(group.tags()).isEmpty());
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
