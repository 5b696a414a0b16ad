package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.eventbridge.model.RuleState;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import tools.jackson.databind.JsonNode;

/** Every step of the AWS side by the real SDK against an AWS over HTTP: what is written is read back as the same. */
class BootstrapOnStandInsIT {

    private static final String RBAC = "groundskeeper-interruption";

    private static BootstrapWorld world;

    @BeforeAll
    static void start() {
        world = new BootstrapWorld(Duration.ofMillis(300));
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void bootstrap_changesAllOnceThenNothing_andMendsWhatIsBroken() {
        world.cluster("dev", "API_AND_CONFIG_MAP", world.admin());
        world.nodeGroup("dev", "base");
        assertThat(world.run("dev", true).path("status").asString()).isEqualTo("PLANNED");
        assertThat(world.recorder().writes()).isEmpty();

        var first = world.run("dev", false);
        assertThat(first.path("status").asString()).as("%s", first).isEqualTo("SKIPPED");
        assertThat(steps(first))
                // Once for the account: another cluster may have been first.
                .filteredOn(step -> !step.startsWith("spot-role"))
                .containsExactly(
                        "cluster CHANGED",
                        "node-role CHANGED",
                        "controller-role CHANGED",
                        "identity CHANGED",
                        "network CHANGED",
                        "node-access CHANGED",
                        "interruption-queue CHANGED",
                        "cluster-access CHANGED",
                        "helm-crd SKIPPED",
                        "helm-controller SKIPPED",
                        "node-pool SKIPPED",
                        "add-ons UNCHANGED",
                        "readiness SKIPPED");

        world.awaitAgent("dev");
        assertNothingToDo("dev");
        // Of forty in all, at least fourteen are left for Kubernetes.
        assertThat(world.recorder().calls()).hasSizeLessThanOrEqualTo(26);

        breakThings();
        var third = world.run("dev", false);
        assertThat(third.toString())
                .contains(
                        "trust policy differed",
                        "was disabled",
                        "MessageRetentionPeriod=300",
                        "AmazonEKS_CNI_Policy",
                        "its type was STANDARD",
                        "role was ",
                        "ClusterRole groundskeeper-interruption");
        assertNothingToDo("dev");
    }

    @Test
    void nodeGroupWithItsOwnSecurityGroup_isReadThroughItsLaunchTemplate() {
        world.cluster("groups", "API", world.admin());
        var own = world.ec2()
                .createSecurityGroup(r -> r.groupName("own").description("own").vpcId(world.vpc("groups")))
                .groupId();
        var template = world.ec2()
                .createLaunchTemplate(r -> r.launchTemplateName("own").launchTemplateData(d -> d.securityGroupIds(own)))
                .launchTemplate();
        world.eks()
                .createNodegroup(r -> r.clusterName("groups")
                        .nodegroupName("system")
                        .subnets(world.subnets().getFirst())
                        .nodeRole(world.plainRole("nodes-groups"))
                        .launchTemplate(t -> t.id(template.launchTemplateId()).version("1")));
        world.run("groups", false);
        var tag = Filter.builder()
                .name("tag:groundskeeper/discovery")
                .values("groups")
                .build();
        assertThat(world.ec2().describeSecurityGroups(r -> r.filters(tag)).securityGroups())
                .singleElement()
                .satisfies(group -> assertThat(group.groupId()).isEqualTo(own));
    }

    @Test
    void fargateOnlyCluster_getsAnIdentityProviderThatItsRoleTrusts() {
        world.cluster("fargate", "API", world.admin());
        world.fargateProfile("fargate", "all");
        var first = world.run("fargate", false);
        assertThat(steps(first)).as("%s", first).contains("identity CHANGED");
        var issuer = world.describe("fargate").identity().oidc().issuer().replace("https://", "");
        var arn = "arn:aws:iam::123456789012:oidc-provider/" + issuer;
        assertThat(world.iam()
                        .getOpenIDConnectProvider(r -> r.openIDConnectProviderArn(arn))
                        .clientIDList())
                .containsExactly("sts.amazonaws.com");
        assertThat(world.trustOf("KarpenterControllerRole-fargate-")).contains(issuer + ":sub", arn);
        assertNothingToDo("fargate");
    }

    @Test
    void clusterOfSomeoneElseByConfigMap_isSkippedAndSwitchedWhenAsked() {
        world.cluster("mapped", "CONFIG_MAP", world.admin());
        var skipped = world.run("mapped", false);
        assertThat(steps(skipped)).contains("node-access SKIPPED", "cluster-access SKIPPED");
        assertThat(skipped.path("reason").asString()).contains("kubectl -n kube-system edit configmap aws-auth");

        world.eks()
                .tagResource(r -> r.resourceArn(world.describe("mapped").arn())
                        .tags(Map.of("groundskeeper/switch-authentication-mode", "true")));
        // An agent that is not there yet would be waited for first.
        world.awaitAgent("mapped");
        var switched = world.run("mapped", false);
        assertThat(switched.path("status").asString()).isEqualTo("WAITING");
        assertThat(steps(switched)).as("%s", switched).contains("cluster-access WAITING");
        world.awaitActive("mapped");
        var last = world.run("mapped", false);
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("SKIPPED");
        assertThat(steps(last)).contains("node-access CHANGED", "cluster-access CHANGED");
        world.awaitAgent("mapped");
        assertNothingToDo("mapped");
    }

    @Test
    void clusterOfOursByConfigMap_getsItsRows() {
        world.cluster("ours", "CONFIG_MAP", world.function());
        var first = world.run("ours", false);
        assertThat(steps(first)).as("%s", first).contains("node-access CHANGED", "cluster-access CHANGED");
        var rows = world.inside(
                ClusterEndpoint.of(world.describe("ours")),
                client -> client.configMaps()
                        .inNamespace("kube-system")
                        .withName("aws-auth")
                        .get()
                        .getData()
                        .get("mapRoles"));
        assertThat(rows).contains("role/KarpenterNodeRole-ours-", "role/groundskeeper-interruption-queue-us-east-1");
        world.awaitAgent("ours");
        assertNothingToDo("ours");
    }

    private static void assertNothingToDo(String cluster) {
        var again = world.run(cluster, false);
        assertThat(again.path("status").asString()).as("%s", again).isEqualTo("SKIPPED");
        assertThat(steps(again).subList(0, 9)).as("%s", again).allMatch(step -> step.endsWith(" UNCHANGED"));
        assertThat(world.recorder().writes()).isEmpty();
    }

    private static void breakThings() {
        var iam = world.iam();
        var node = world.role("KarpenterNodeRole-dev-");
        iam.updateAssumeRolePolicy(
                r -> r.roleName(node.roleName())
                        .policyDocument(
                                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"lambda.amazonaws.com\"},\"Action\":\"sts:AssumeRole\"}]}"));
        iam.detachRolePolicy(
                r -> r.roleName(node.roleName()).policyArn("arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"));
        var sqs = world.sqs();
        var queue = sqs.getQueueUrl(r -> r.queueName("Karpenter-dev")).queueUrl();
        sqs.setQueueAttributes(
                r -> r.queueUrl(queue).attributes(Map.of(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "600")));
        var events = world.events();
        var rule = events.listRules(r -> r.namePrefix("Karpenter-dev-")).rules().getFirst();
        events.disableRule(r -> r.name(rule.name()));
        assertThat(events.describeRule(r -> r.name(rule.name())).state()).isEqualTo(RuleState.DISABLED);
        var eks = world.eks();
        eks.deleteAccessEntry(r -> r.clusterName("dev").principalArn(node.arn()));
        eks.createAccessEntry(r -> r.clusterName("dev").principalArn(node.arn()));
        var association = eks.listPodIdentityAssociations(r -> r.clusterName("dev"))
                .associations()
                .getFirst();
        eks.updatePodIdentityAssociation(r ->
                r.clusterName("dev").associationId(association.associationId()).roleArn(node.arn()));
        world.inside(
                ClusterEndpoint.of(world.describe("dev")),
                client -> client.rbac().clusterRoles().withName(RBAC).edit(role -> {
                    role.getRules().removeFirst();
                    return role;
                }));
    }

    private static List<String> steps(JsonNode cluster) {
        var steps = new ArrayList<String>();
        cluster.path("steps")
                .forEach(step -> steps.add("%s %s"
                        .formatted(
                                step.path("step").asString(),
                                step.path("outcome").asString())));
        return steps;
    }
}
