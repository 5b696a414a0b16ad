package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.RuleTarget;
import io.groundskeeper.core.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What someone broke by hand is mended by the next run, and the report says what it was. */
class DriftTest {

    private static final String COMMAND = "{\"cluster\":\"dev\"}";
    private static final Names NAMES = new Names(FakeWorld.HOME.cluster("dev"));

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;

    @BeforeEach
    void bootstrapped() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        world.writes.clear();
    }

    @Test
    void trust_isMended() {
        var r = role(NAMES.controllerRole());
        put(
                NAMES.controllerRole(),
                new Role(
                        r.arn(),
                        r.uniqueId(),
                        r.path(),
                        Json.object(),
                        r.tags(),
                        r.boundary(),
                        r.attached(),
                        r.inline()));
        mended("trustRole " + NAMES.controllerRole(), "trust policy differed");
    }

    @Test
    void lowerVersion_leavesTheRunningControllerItsPermissions() {
        function.with("KARPENTER_VERSION", "1.10.0");
        var answer = function.answer(COMMAND).toString();
        assertThat(world.writes).isEmpty();
        assertThat(answer).contains("keeps the permissions of Karpenter 1.12");
    }

    @Test
    void boundary_isSetWhereItIsAskedForOnly() {
        function.with("PERMISSIONS_BOUNDARY_ARN", "arn:aws:iam::123456789012:policy/Edge");
        var answer = function.answer(COMMAND).toString();
        assertThat(world.writes)
                .containsExactly("boundRole " + NAMES.nodeRole(), "boundRole " + NAMES.controllerRole());
        assertThat(answer).contains("permissions boundary becomes arn:aws:iam::123456789012:policy/Edge");
        function.with("PERMISSIONS_BOUNDARY_ARN", "");
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).as("a boundary is never lifted").isEmpty();
    }

    @Test
    void managedPolicy_isAttachedAgain() {
        var r = role(NAMES.nodeRole());
        put(
                NAMES.nodeRole(),
                new Role(r.arn(), r.uniqueId(), r.path(), r.trust(), r.tags(), r.boundary(), Set.of(), r.inline()));
        function.answer(COMMAND);
        assertThat(world.writes).hasSize(4).allMatch(write -> write.startsWith("attachPolicy "));
    }

    @Test
    void inlinePolicy_isReplacedNamingTheStatement() {
        var r = role(NAMES.controllerRole());
        var inline = new HashMap<>(r.inline());
        var policy = "KarpenterControllerPolicy";
        var broken = inline.get(policy).toString().replace("iam:PassRole", "iam:GetRole");
        inline.put(policy, Json.read(broken));
        put(
                NAMES.controllerRole(),
                new Role(r.arn(), r.uniqueId(), r.path(), r.trust(), r.tags(), r.boundary(), r.attached(), inline));
        mended("putPolicy " + policy, "differed in statements AllowPassingInstanceRole\"");
    }

    @Test
    void policiesOfAnEarlierVersion_goBeforeTheOneThatReplacesThemIsPut() {
        var r = role(NAMES.controllerRole());
        var theirs = Json.object();
        var older = Map.<String, JsonNode>of(
                "KarpenterControllerNodeLifecyclePolicy", theirs,
                "KarpenterControllerZonalShiftPolicy", theirs,
                "somebodys-own", theirs);
        put(
                NAMES.controllerRole(),
                new Role(r.arn(), r.uniqueId(), r.path(), r.trust(), r.tags(), r.boundary(), r.attached(), older));
        function.answer(COMMAND);
        assertThat(world.writes)
                .containsExactly(
                        "dropPolicy KarpenterControllerNodeLifecyclePolicy",
                        "dropPolicy KarpenterControllerZonalShiftPolicy",
                        "putPolicy KarpenterControllerPolicy");
        assertThat(role(NAMES.controllerRole()).inline())
                .containsOnlyKeys("KarpenterControllerPolicy", "somebodys-own");
    }

    @Test
    void deletedRole_isCreatedAgain() {
        world.roles.remove(NAMES.nodeRole());
        function.answer(COMMAND);
        // Its access entry too: the old one is dead.
        assertThat(world.writes).hasSize(7).first().isEqualTo("createRole " + NAMES.nodeRole());
    }

    @Test
    void roleWithAnOlderPath_staysAndIsPassedByItsRealArn() {
        function.with("ROLE_PATH", "/other/");
        var cluster = function.cluster(COMMAND);
        assertThat(world.writes).isEmpty();
        assertThat(cluster.path("reason").asString()).contains("keeps its path /groundskeeper/");
    }

    @Test
    void queueAttributes_areMended() {
        queue(Map.of("MessageRetentionPeriod", "345600", "DelaySeconds", "15", "Policy", "no JSON"));
        mended("setQueue https://sqs/Karpenter-dev", "MessageRetentionPeriod");
        assertThat(world.queues.get("Karpenter-dev").attributes())
                .containsEntry("DelaySeconds", "0")
                .containsEntry("SqsManagedSseEnabled", "true");
    }

    @Test
    void queueWithAKeyOfItsOwners_keepsIt() {
        queue(Map.of("KmsMasterKeyId", "alias/ours", "SqsManagedSseEnabled", "false"));
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    @Test
    void queueWithTheAwsManagedKey_losesItSinceEventBridgeCannotUseIt() {
        queue(Map.of("KmsMasterKeyId", "alias/aws/sqs", "SqsManagedSseEnabled", "false"));
        function.answer(COMMAND);
        assertThat(world.queues.get("Karpenter-dev").attributes())
                .containsEntry("KmsMasterKeyId", "")
                .containsEntry("SqsManagedSseEnabled", "true");
    }

    @Test
    void disabledRule_isEnabled() {
        var rule = world.rules.get(NAMES.ec2Rule());
        rule(new Rule(rule.arn(), rule.pattern(), false, rule.targets(), rule.tags()));
        mended("updateRule " + NAMES.ec2Rule(), "was disabled");
    }

    @Test
    void narrowedPattern_isMended() {
        var rule = world.rules.get(NAMES.ec2Rule());
        rule(new Rule(
                rule.arn(),
                Json.read("{\"source\":[\"aws.ec2\"],\"detail-type\":[\"x\"]}"),
                true,
                rule.targets(),
                rule.tags()));
        mended("updateRule " + NAMES.ec2Rule(), "pattern was");
    }

    @Test
    void alteredTarget_isReplacedAndOthersAreLeft() {
        var rule = world.rules.get(NAMES.ec2Rule());
        var other = new RuleTarget("Audit", "arn:aws:sqs:us-east-1:123456789012:audit", true);
        var altered = new RuleTarget("KarpenterInterruptionQueueTarget", NAMES.queueArn(), false);
        rule(new Rule(rule.arn(), rule.pattern(), true, List.of(other, altered), rule.tags()));
        mended("putTarget " + NAMES.ec2Rule(), "UPDATE");
        assertThat(world.rules.get(NAMES.ec2Rule()).targets()).contains(other).hasSize(2);
    }

    @Test
    void ipv6Cluster_getsTheCniPolicyThatAwsHasNot() {
        var c = world.clusters.get("dev");
        world.clusters.put(
                "dev",
                new ClusterFacts(
                        c.id(),
                        c.status(),
                        c.tags(),
                        c.kind(),
                        true,
                        c.vpcId(),
                        c.subnetIds(),
                        c.securityGroupId(),
                        c.endpoint(),
                        c.logins()));
        // Nodes reach their metadata by IPv6 too.
        mended(List.of("putPolicy AmazonEKS_CNI_IPv6_Policy", "applyNodeObject EC2NodeClass"), "AssignIpv6Addresses");
    }

    private void mended(String write, String detail) {
        mended(List.of(write), detail);
    }

    private void mended(List<String> writes, String detail) {
        assertThat(function.answer(COMMAND).toString()).contains(detail);
        assertThat(world.writes).containsExactlyElementsOf(writes);
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    private void queue(Map<String, String> attributes) {
        var queue = world.queues.get("Karpenter-dev");
        var all = new HashMap<>(queue.attributes());
        all.putAll(attributes);
        world.queues.put("Karpenter-dev", new Queue(queue.url(), all, queue.tags()));
    }

    private void rule(Rule rule) {
        world.rules.put(NAMES.ec2Rule(), rule);
    }

    private Role role(String name) {
        return Optional.ofNullable(world.roles.get(name)).orElseThrow();
    }

    private void put(String name, Role role) {
        world.roles.put(name, role);
    }
}
