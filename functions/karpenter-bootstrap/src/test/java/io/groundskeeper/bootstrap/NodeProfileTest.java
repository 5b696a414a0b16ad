package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.bootstrap.role.InstanceProfile;
import io.groundskeeper.core.cluster.Names;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** In an isolated VPC Karpenter reaches no IAM, so that the nodes' instance profile is made for it. */
class NodeProfileTest {

    private static final String COMMAND = FunctionUnderTest.event("bootstrap-command.json");
    private static final String REMOVE = "{\"cluster\":\"dev\",\"remove\":true}";
    private static final Names NAMES = new Names(FakeWorld.HOME.cluster("dev"));
    private static final String PROFILE = NAMES.nodeProfile();

    private final FunctionUnderTest function = new FunctionUnderTest().with("ISOLATED_VPC", "true");
    private final FakeWorld world = function.world;

    @BeforeEach
    void cluster() {
        world.cluster("dev", Map.of());
    }

    @Test
    void newCluster_getsAProfileWithTheNodesRoleWhichItsNodeClassNames() {
        var plan = function.cluster("{\"cluster\":\"dev\",\"dryRun\":true}");
        assertThat(step(plan, "node-role").toString()).contains("instance-profile/groundskeeper/" + PROFILE);
        assertThat(world.writes).isEmpty();
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
        var profile = world.remains.profiles.get(PROFILE);
        assertThat(profile.roles()).containsExactly(NAMES.nodeRole());
        assertThat(profile.tags())
                .isEqualTo(Map.of("groundskeeper/cluster", "dev", "groundskeeper/region", "us-east-1"));
        var spec = world.nodes.objects.get(NodeKind.EC2_NODE_CLASS).path("spec");
        assertThat(spec.path("instanceProfile").asString()).isEqualTo(PROFILE);
        assertThat(spec.has("role")).isFalse();
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    @Test
    void profileThatWasGiven_isTakenAndNoneIsMade() {
        function.with("NODE_INSTANCE_PROFILE", "nodes").answer(COMMAND);
        assertThat(world.remains.profiles).isEmpty();
    }

    @Test
    void vpcThatIsNotIsolated_costsNoReadOfProfiles() {
        world.fail("findProfile", new IllegalStateException("nobody needs it"));
        assertThat(function.with("ISOLATED_VPC", "false")
                        .cluster(COMMAND)
                        .path("status")
                        .asString())
                .isEqualTo("READY");
    }

    @Test
    void deletedProfile_isMadeAgainAndReported() {
        function.answer(COMMAND);
        world.remains.profiles.clear();
        assertThat(step(function.cluster(COMMAND), "node-role").toString()).contains(PROFILE, "CREATE");
        assertThat(world.remains.profiles.get(PROFILE).roles()).containsExactly(NAMES.nodeRole());
    }

    @Test
    void otherRoleInOurProfile_isReplaced() {
        function.answer(COMMAND);
        var made = world.remains.profiles.get(PROFILE);
        world.remains.profile(PROFILE, "admin", made.tags());
        assertThat(step(function.cluster(COMMAND), "node-role").toString())
                .contains("role admin is taken out", "role " + NAMES.nodeRole() + " is put in");
        assertThat(world.remains.profiles.get(PROFILE).roles()).containsExactly(NAMES.nodeRole());
    }

    @Test
    void profileOfThatNameThatSomeoneElseMade_isNotTakenOver() {
        world.remains.profile(PROFILE, "admin", Map.of());
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains(PROFILE, "not taken over");
        assertThat(world.writes).noneMatch(write -> write.contains(PROFILE));
    }

    @Test
    void removal_takesTheProfileAwayBeforeItsRole() {
        function.answer(COMMAND);
        for (int run = 0; run < 5; run++) {
            function.answer(REMOVE);
        }
        assertThat(world.remains.profiles).isEmpty();
        assertThat(world.roles).doesNotContainKey(NAMES.nodeRole());
    }

    @Test
    void deletedClusterWhoseRunWasCutOffBeforeTheRoleWasPutIn_leavesNoProfile() {
        function.answer(COMMAND);
        var made = world.remains.profiles.get(PROFILE);
        world.remains.profiles.put(PROFILE, new InstanceProfile(PROFILE, made.arn(), List.of(), made.tags()));
        world.clusters.clear();
        function.at("2026-11-30T11:10:00Z").answer(FunctionUnderTest.event("eks-delete-cluster.json"));
        assertThat(world.remains.profiles).isEmpty();
        assertThat(world.roles).isEmpty();
    }

    @Test
    void removal_leavesAProfileOfOurNameThatSomeoneElseMadeWithItsRole() {
        function.answer(COMMAND);
        world.remains.profile(PROFILE, NAMES.nodeRole(), Map.of());
        for (int run = 0; run < 5; run++) {
            function.answer(REMOVE);
        }
        assertThat(world.remains.profiles).containsKey(PROFILE);
        assertThat(world.roles).containsKey(NAMES.nodeRole());
    }

    private static JsonNode step(JsonNode cluster, String step) {
        return cluster.path("steps")
                .valueStream()
                .filter(one -> one.path("step").asString().equals(step))
                .findFirst()
                .orElseThrow();
    }
}
