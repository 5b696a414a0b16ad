package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.groundskeeper.bootstrap.access.AccessEntry;
import io.groundskeeper.bootstrap.access.AwsAuth;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException.Cause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who gets into a cluster: nodes, ourselves, the interruption function. */
class AccessTest {

    private static final String COMMAND = "{\"cluster\":\"dev\"}";
    private static final Names NAMES = new Names(FakeWorld.HOME.cluster("dev"));
    private static final String NODE = "arn:aws:iam::123456789012:role/groundskeeper/" + NAMES.nodeRole();
    private static final String INTERRUPTION = "arn:aws:iam::123456789012:role/groundskeeper/interruption";
    private static final String NAME = "groundskeeper-interruption";

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;
    private final FakeAccess access = world.access;

    @BeforeEach
    void cluster() {
        world.cluster("dev", Map.of());
        role("own", "AROAOWN");
        role("interruption", "AROAINT");
    }

    @Test
    void nodesOurselvesAndTheInterruptionFunction_getIn() {
        function.answer(COMMAND);
        assertThat(access.entries.keySet()).containsExactlyInAnyOrder(NODE, FakeAccess.OWN, INTERRUPTION);
        assertThat(access.entries.get(NODE).type()).isEqualTo("EC2_LINUX");
        assertThat(access.entries.get(NODE).groups()).isEmpty();
        assertThat(access.entries.get(NODE).tags())
                .containsEntry(Tags.ROLE_ID, world.roles.get(NAMES.nodeRole()).uniqueId())
                .containsEntry(Tags.CLUSTER, "dev");
        assertThat(access.policies)
                .containsOnlyKeys(FakeAccess.OWN)
                .containsEntry(
                        FakeAccess.OWN, Set.of("arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"));
        assertThat(access.entries.get(INTERRUPTION).groups()).containsExactly("groundskeeper:interruption");
        assertThat(access.bindings.get(NAME).getSubjects())
                .singleElement()
                .satisfies(subject -> assertThat(subject.getName()).isEqualTo("groundskeeper:interruption"));
        assertThat(access.bindings.get(NAME).getRoleRef().getName()).isEqualTo(NAME);
    }

    @Test
    void interruptionFunction_mayDoThisAndNothingMore() {
        function.answer(COMMAND);
        assertThat(access.roles.get(NAME).getRules().stream()
                        .map(rule -> "%s %s %s".formatted(rule.getApiGroups(), rule.getResources(), rule.getVerbs())))
                .containsExactlyInAnyOrder(
                        "[] [nodes] [get, list, patch]",
                        "[] [pods] [list, delete]",
                        "[] [pods/eviction] [create]",
                        "[karpenter.sh] [nodeclaims] [list, delete]",
                        "[karpenter.sh] [nodepools] [list]",
                        "[coordination.k8s.io] [leases] [get]",
                        "[apps] [deployments] [list]");
    }

    @Test
    void entryOfWrongType_isReplaced() {
        function.answer(COMMAND);
        access.entries.put(NODE, new AccessEntry("arn:entry/x", "STANDARD", List.of("g"), Map.of()));
        mended("its type was STANDARD", "deleteEntry " + NODE, "createEntry EC2_LINUX " + NODE);
    }

    @Test
    void entryDeletedAndTheRunCutOff_isCreatedByTheNext() {
        function.answer(COMMAND);
        access.entries.remove(NODE);
        mended("EC2_LINUX", "createEntry EC2_LINUX " + NODE);
    }

    @Test
    void roleCreatedAgainUnderItsName_getsANewEntry() {
        function.answer(COMMAND);
        var r = world.roles.get(NAMES.nodeRole());
        world.roles.put(
                NAMES.nodeRole(),
                new Role(r.arn(), "AROANEW", r.path(), r.trust(), r.tags(), r.boundary(), r.attached(), r.inline()));
        mended("deleted and created again", "deleteEntry " + NODE, "createEntry EC2_LINUX " + NODE);
        assertThat(access.entries.get(NODE).tags()).containsEntry(Tags.ROLE_ID, "AROANEW");
    }

    @Test
    void ourOwnRoleCreatedAgain_getsEntryAndPolicyAnew() {
        function.answer(COMMAND);
        role("own", "AROANEW");
        mended(
                "deleted and created again",
                "deleteEntry " + FakeAccess.OWN,
                "createEntry STANDARD " + FakeAccess.OWN,
                "associatePolicy " + FakeAccess.OWN);
    }

    @Test
    void entriesThatOthersMade_areAdoptedAndKeepWhatTheyHave() {
        access.entries.put(INTERRUPTION, new AccessEntry("arn:entry/i", "STANDARD", List.of("theirs"), Map.of()));
        function.answer(COMMAND);
        assertThat(access.entries.get(INTERRUPTION).groups()).containsExactly("theirs", "groundskeeper:interruption");
        assertThat(world.writes).doesNotContain("deleteEntry " + INTERRUPTION);
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    @Test
    void policyTakenAway_isGivenBack() {
        function.answer(COMMAND);
        access.policies.clear();
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).first().isEqualTo("associatePolicy " + FakeAccess.OWN);
    }

    @Test
    void rulesChangedByHand_areMended() {
        function.answer(COMMAND);
        access.roles.computeIfPresent(
                NAME,
                (n, role) -> new ClusterRoleBuilder(role)
                        .editFirstRule()
                        .withVerbs("*")
                        .endRule()
                        .build());
        mended("ClusterRole " + NAME, "putRole " + NAME);
        access.bindings.computeIfPresent(
                NAME,
                (n, binding) -> new ClusterRoleBindingBuilder(binding)
                        .withSubjects(List.of())
                        .build());
        mended("ClusterRoleBinding " + NAME, "putBinding " + NAME);
    }

    @Test
    void newEntryNotKnownYet_isWaitedForBriefly() {
        access.shut(Cause.UNAUTHORIZED);
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(access.entries).containsKey(FakeAccess.OWN);
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("WAITING");
        access.obstacle = Optional.empty();
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
    }

    @Test
    void unreachableApiServer_keepsNoEntryFromBeingMade() {
        access.shut(Cause.UNREACHABLE);
        function.answer(COMMAND);
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(step(cluster, "cluster-access").path("outcome").asString()).isEqualTo("SKIPPED");
        assertThat(access.entries).containsKey(INTERRUPTION);
    }

    @Test
    void removeAccess_takesOurEntryAwayAfterTheRun() {
        function.with("REMOVE_ACCESS", "true");
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(step(cluster, "remove-access").path("outcome").asString()).isEqualTo("CHANGED");
        assertThat(access.entries.keySet()).containsExactlyInAnyOrder(NODE, INTERRUPTION);
        assertThat(access.roles).containsKey(NAME);
    }

    @Test
    void removeAccess_leavesAnEntryThatOthersMade() {
        function.with("REMOVE_ACCESS", "true");
        access.entries.put(FakeAccess.OWN, new AccessEntry("arn:entry/o", "STANDARD", List.of(), Map.of()));
        function.answer(COMMAND);
        assertThat(access.entries).containsKey(FakeAccess.OWN);
    }

    @Test
    void withoutFunctionRoleArn_theRoleIsAskedForItsPath() {
        function.with("FUNCTION_ROLE_ARN", "");
        function.answer(COMMAND);
        assertThat(access.entries).containsKey(FakeAccess.OWN);
    }

    @Test
    void someonesOwnCredentials_getNoEntryFromUs() {
        access.caller = "arn:aws:sts::123456789012:user/ada";
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(access.entries.keySet()).noneMatch(arn -> arn.contains("ada"));

        access.shut(Cause.UNAUTHORIZED);
        var shut = function.cluster(COMMAND);
        assertThat(shut.path("status").asString()).as("nothing is waited for").isEqualTo("READY");
        assertThat(step(shut, "cluster-access").path("outcome").asString()).isEqualTo("SKIPPED");
    }

    @Test
    void configMapCluster_isSkippedWithEverythingThatHelps() {
        configMapOnly(Map.of());
        access.shut(Cause.UNAUTHORIZED);
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(step(cluster, "node-access").path("outcome").asString()).isEqualTo("SKIPPED");
        assertThat(step(cluster, "cluster-access").path("outcome").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString())
                .contains(
                        """
                            - rolearn: arn:aws:iam::123456789012:role/NODE
                              username: system:node:{{EC2PrivateDNSName}}
                              groups:
                              - system:bootstrappers
                              - system:nodes
                        """.replace("NODE", NAMES.nodeRole()),
                        """
                            - rolearn: arn:aws:iam::123456789012:role/own
                              username: groundskeeper
                              groups:
                              - system:masters
                        """,
                        "accessConfig.authenticationMode=API_AND_CONFIG_MAP",
                        "groundskeeper/switch-authentication-mode=true",
                        "SWITCH_AUTHENTICATION_MODE=true");
        assertThat(access.entries).isEmpty();
    }

    @Test
    void configMapThatWeMayWrite_getsItsRowsAndKeepsEveryOtherByte() {
        configMapOnly(Map.of());
        var theirs = "# theirs\n- rolearn: arn:aws:iam::123456789012:role/admin # ann\n  groups: [system:masters]\n";
        access.awsAuth = Optional.of(new AwsAuth(Optional.of(theirs), "1"));
        function.answer(COMMAND);
        assertThat(access.awsAuth.orElseThrow().mapRoles().orElseThrow())
                .startsWith(theirs)
                .contains("role/" + NAMES.nodeRole(), "role/interruption", "- groundskeeper:interruption");
        assertThat(access.roles).containsKey(NAME);
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    @Test
    void configMapThatIsAbsent_isCreated() {
        configMapOnly(Map.of());
        assertThat(step(function.cluster(COMMAND), "node-access")
                        .at("/changes/0/action")
                        .asString())
                .isEqualTo("CREATE");
        assertThat(access.awsAuth).isPresent();
    }

    @Test
    void configMapThatCannotBeRead_isLeftForAPerson() {
        configMapOnly(Map.of());
        access.awsAuth = Optional.of(new AwsAuth(Optional.of("- ["), "1"));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains("left as it is", NAMES.nodeRole());
    }

    @Test
    void switchThatIsAskedFor_isMadeAndWaitedFor() {
        configMapOnly(Map.of("groundskeeper/switch-authentication-mode", "true"));
        access.shut(Cause.UNAUTHORIZED);
        var planned = function.cluster("{\"cluster\":\"dev\",\"dryRun\":true}");
        assertThat(planned.toString()).contains("cannot be undone");
        assertThat(world.writes).isEmpty();
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(world.writes).contains("switchMode dev");
        assertThat(step(cluster, "cluster-access").at("/changes/0/detail").asString())
                .contains("CONFIG_MAP becomes API_AND_CONFIG_MAP");
    }

    private void mended(String detail, String... writes) {
        world.writes.clear();
        assertThat(function.answer(COMMAND).toString()).contains(detail);
        assertThat(world.writes).containsExactly(writes);
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    private static JsonNode step(JsonNode cluster, String name) {
        return cluster.path("steps")
                .valueStream()
                .filter(step -> step.path("step").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void role(String name, String uniqueId) {
        world.roles.put(
                name,
                new Role(
                        "arn:aws:iam::123456789012:role/groundskeeper/" + name,
                        uniqueId,
                        "/groundskeeper/",
                        Json.object(),
                        Map.of(),
                        Optional.empty(),
                        Set.of(),
                        Map.of()));
    }

    private void configMapOnly(Map<String, String> tags) {
        var c = world.clusters.get("dev");
        world.clusters.put(
                "dev",
                new ClusterFacts(
                        c.id(),
                        c.status(),
                        tags,
                        c.kind(),
                        c.ipv6(),
                        c.vpcId(),
                        c.subnetIds(),
                        c.securityGroupId(),
                        c.endpoint(),
                        new ClusterFacts.Logins("CONFIG_MAP", Optional.empty())));
    }
}
