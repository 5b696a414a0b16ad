package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.groundskeeper.bootstrap.KarpenterBootstrapHandler;
import io.groundskeeper.bootstrap.aws.Ec2Network;
import io.groundskeeper.bootstrap.aws.EksClusters;
import io.groundskeeper.bootstrap.aws.EventBridgeRules;
import io.groundskeeper.bootstrap.aws.IamRoles;
import io.groundskeeper.bootstrap.aws.InterruptionQueues;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterId;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Home;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.RuleState;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sts.StsClient;
import tools.jackson.databind.JsonNode;

/** The bootstrap's own adapters against an AWS over HTTP: what they write, they read back as the same. */
class BootstrapOnMotoIT {

    private static MotoProcess moto;
    private static final CallRecorder RECORDER = new CallRecorder();

    private static IamClient iam;
    private static Ec2Client ec2;
    private static SqsClient sqs;
    private static EventBridgeClient events;
    private static EksClient eks;
    private static StsClient sts;

    @BeforeAll
    static void start() throws IOException {
        var started = MotoProcess.start();
        assumeTrue(started.isPresent(), "moto_server is not installed");
        moto = started.get();
        iam = build(IamClient.builder());
        ec2 = build(Ec2Client.builder());
        sqs = build(SqsClient.builder());
        events = build(EventBridgeClient.builder());
        eks = build(EksClient.builder());
        sts = build(StsClient.builder());
    }

    @AfterAll
    static void stop() {
        if (moto != null) {
            moto.close();
        }
    }

    @Test
    void bootstrap_changesAllOnceThenNothing_andMendsWhatIsBroken() {
        var clusters = new VpcClusters("dev");
        var dryRun = run(clusters, "{\"cluster\":\"dev\",\"dryRun\":true}");
        assertThat(dryRun.path("status").asString()).isEqualTo("PLANNED");
        assertThat(RECORDER.writes()).isEmpty();

        var first = run(clusters, "{\"cluster\":\"dev\"}");
        assertThat(first.path("status").asString()).as("%s", first).isEqualTo("READY");
        assertThat(outcomes(first)).containsExactly("CHANGED", "CHANGED", "CHANGED", "CHANGED", "CHANGED", "UNCHANGED");
        assertThat(RECORDER.writes()).contains("CreateRole", "CreateQueue", "PutRule", "PutTargets", "CreateTags");

        var second = run(clusters, "{\"cluster\":\"dev\"}");
        assertThat(outcomes(second)).as("%s", second).containsOnly("UNCHANGED");
        assertThat(RECORDER.writes()).isEmpty();
        assertThat(RECORDER.count()).isLessThanOrEqualTo(40);

        breakThings();
        var third = run(clusters, "{\"cluster\":\"dev\"}");
        assertThat(third.toString())
                .contains("trust policy differed", "was disabled", "MessageRetentionPeriod", "AmazonEKS_CNI_Policy");
        assertThat(outcomes(run(clusters, "{\"cluster\":\"dev\"}"))).containsOnly("UNCHANGED");
    }

    @Test
    void nodeGroupWithItsOwnSecurityGroup_isReadThroughItsLaunchTemplate() {
        var clusters = new VpcClusters("groups");
        var own = ec2.createSecurityGroup(
                        r -> r.groupName("own").description("own").vpcId(clusters.vpcId))
                .groupId();
        var template = ec2.createLaunchTemplate(
                        r -> r.launchTemplateName("own").launchTemplateData(d -> d.securityGroupIds(own)))
                .launchTemplate();
        eks.createNodegroup(r -> r.clusterName("groups")
                .nodegroupName("system")
                .subnets(clusters.subnetIds.getFirst())
                .nodeRole("arn:aws:iam::123456789012:role/node")
                .launchTemplate(t -> t.id(template.launchTemplateId()).version("1")));
        run(clusters, "{\"cluster\":\"groups\"}");
        var tag = Filter.builder()
                .name("tag:karpenter.sh/discovery")
                .values("groups")
                .build();
        assertThat(ec2.describeSecurityGroups(r -> r.filters(tag)).securityGroups())
                .singleElement()
                .satisfies(group -> assertThat(group.groupId()).isEqualTo(own));
        assertThat(ec2.describeSubnets(r -> r.filters(tag)).subnets())
                .singleElement()
                .satisfies(subnet -> assertThat(subnet.subnetId()).isEqualTo(clusters.subnetIds.getFirst()));
    }

    private static void breakThings() {
        var roles = iam.listRoles(r -> r.pathPrefix("/groundskeeper/")).roles();
        var node = roles.stream()
                .filter(role -> role.roleName().startsWith("KarpenterNodeRole-dev-"))
                .findFirst()
                .orElseThrow()
                .roleName();
        iam.updateAssumeRolePolicy(
                r -> r.roleName(node)
                        .policyDocument(
                                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"lambda.amazonaws.com\"},\"Action\":\"sts:AssumeRole\"}]}"));
        iam.detachRolePolicy(r -> r.roleName(node).policyArn("arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy"));
        var queue = sqs.getQueueUrl(r -> r.queueName("Karpenter-dev")).queueUrl();
        sqs.setQueueAttributes(
                r -> r.queueUrl(queue).attributes(Map.of(QueueAttributeName.MESSAGE_RETENTION_PERIOD, "600")));
        var rule = events.listRules(r -> r.namePrefix("Karpenter-dev-")).rules().getFirst();
        events.disableRule(r -> r.name(rule.name()));
        assertThat(events.describeRule(r -> r.name(rule.name())).state()).isEqualTo(RuleState.DISABLED);
    }

    private static JsonNode run(Clusters clusters, String command) {
        RECORDER.clear();
        var settings = Settings.of(Map.of("AWS_REGION", "us-east-1"));
        var clock = Clock.systemUTC();
        var log = Log.of(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), clock, "test");
        var notifier = new Notifier(new WebhookUrl(settings, secret -> ""), Optional.empty(), log);
        var parts = new FunctionParts(settings, clock, log, new AwsClients(settings), sqs, notifier);
        var world = new KarpenterBootstrapHandler.World(
                clusters,
                new IamRoles(iam),
                new Ec2Network(eks, ec2),
                new InterruptionQueues(sqs),
                new EventBridgeRules(events),
                endpoint -> Optional.empty());
        var output = new ByteArrayOutputStream();
        try {
            new KarpenterBootstrapHandler(parts, world)
                    .handleRequest(new ByteArrayInputStream(command.getBytes(StandardCharsets.UTF_8)), output, null);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Json.read(output.toString(StandardCharsets.UTF_8))
                .path("clusters")
                .path(0);
    }

    private static List<String> outcomes(JsonNode cluster) {
        return cluster.path("steps")
                .valueStream()
                .map(step -> step.path("outcome").asString())
                .toList();
    }

    private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C build(B builder) {
        return builder.region(Region.US_EAST_1)
                .endpointOverride(moto.endpoint())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(c -> c.addExecutionInterceptor(RECORDER))
                .build();
    }

    /** EKS's clusters with what moto does not say of them: network, security group, endpoint. */
    private static final class VpcClusters implements Clusters {

        private final Clusters eksClusters = new EksClusters(eks, sts, "us-east-1");
        private final String vpcId;
        private final List<String> subnetIds;
        private final String groupId;

        VpcClusters(String cluster) {
            this.vpcId = ec2.createVpc(r -> r.cidrBlock("10.0.0.0/16")).vpc().vpcId();
            this.subnetIds = List.of(subnet("10.0.1.0/24"), subnet("10.0.2.0/24"));
            this.groupId = ec2.createSecurityGroup(r -> r.groupName("eks-cluster-sg-" + cluster)
                            .description("cluster")
                            .vpcId(vpcId))
                    .groupId();
            eks.createCluster(r -> r.name(cluster)
                    .roleArn("arn:aws:iam::123456789012:role/eks")
                    .resourcesVpcConfig(v -> v.subnetIds(subnetIds)));
        }

        private String subnet(String cidr) {
            return ec2.createSubnet(r -> r.vpcId(vpcId).cidrBlock(cidr))
                    .subnet()
                    .subnetId();
        }

        @Override
        public Home home() {
            return eksClusters.home();
        }

        @Override
        public Optional<ClusterFacts> find(String name) {
            return eksClusters
                    .find(name)
                    .map(facts -> new ClusterFacts(
                            facts.id(),
                            facts.status(),
                            facts.tags(),
                            facts.kind(),
                            facts.ipv6(),
                            vpcId,
                            subnetIds,
                            Optional.of(groupId),
                            facts.endpoint()));
        }

        @Override
        public void tag(ClusterId cluster, Map<String, String> tags) {
            eksClusters.tag(cluster, tags);
        }
    }
}
