package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.FargateProfileSelector;
import software.amazon.awssdk.services.iam.IamClient;
import tools.jackson.databind.JsonNode;

/** Karpenter of the stand-ins judges by what there is in moto. */
@Timeout(120)
class KarpenterReadyIT {
    private StandIns standIns;
    private Ec2Client ec2;
    private EksClient eks;
    private KubernetesApi api;
    private String clusterGroup;

    @BeforeEach
    void start() throws InterruptedException {
        standIns = new StandIns(Map.of("AWS_REGION", "eu-west-1"));
        ec2 = standIns.client(Ec2Client.builder(), "EC2");
        eks = standIns.client(EksClient.builder(), "EKS");
        eks.createCluster(ask -> ask.name("c")
                .version("1.34")
                .roleArn("arn:aws:iam::123456789012:role/eks")
                .resourcesVpcConfig(network -> network.subnetIds(subnets())));
        waitUntil(() -> eks.describeCluster(ask -> ask.name("c"))
                .cluster()
                .statusAsString()
                .equals("ACTIVE"));
        clusterGroup = eks.describeCluster(ask -> ask.name("c"))
                .cluster()
                .resourcesVpcConfig()
                .clusterSecurityGroupId();
        api = standIns.services.eks().kubernetes("c").orElseThrow();
    }

    @AfterEach
    void end() {
        standIns.close();
    }

    @Test
    void nodeClass_isReadyOnceAllThatItNamesExists() throws InterruptedException {
        api.karpenter(KarpenterState.ALIVE);
        put("""
                {"apiVersion":"karpenter.k8s.aws/v1","kind":"EC2NodeClass","metadata":{"name":"default"},"spec":{
                 "role":"nodes","amiSelectorTerms":[{"alias":"al2023@v20261101"}],
                 "subnetSelectorTerms":[{"tags":{"karpenter.sh/discovery":"c"}}],
                 "securityGroupSelectorTerms":[{"id":"%s"}]}}
                """.formatted(clusterGroup));

        waitUntil(() -> condition("Ready")
                .path("message")
                .asString("")
                .equals("InstanceProfileReady=False, SubnetsReady=False, ValidationSucceeded=False"));
        ec2.createTags(tag -> tag.resources(subnets())
                .tags(Tag.builder().key("karpenter.sh/discovery").value("c").build()));
        standIns.client(IamClient.builder(), "IAM")
                .createRole(role -> role.roleName("nodes").assumeRolePolicyDocument("{\"Statement\":[]}"));

        waitUntil(() -> condition("Ready").path("status").asString("").equals("True"));
        assertThat(nodeClass().at("/status/amis")).hasSize(2);
        assertThat(nodeClass().at("/status/subnets")).hasSize(2);
        var iam = standIns.client(IamClient.builder(), "IAM");
        String name = nodeClass().at("/status/instanceProfile").asString();
        var profile =
                iam.getInstanceProfile(ask -> ask.instanceProfileName(name)).instanceProfile();
        assertThat(profile.path())
                .isEqualTo("/karpenter/eu-west-1/c/"
                        + nodeClass().at("/metadata/uid").asString() + "/");
        assertThat(profile.roles())
                .singleElement()
                .satisfies(role -> assertThat(role.roleName()).isEqualTo("nodes"));
        assertThat(profile.tags().toString()).contains("kubernetes.io/cluster/c", "eks:eks-cluster-name", "eu-west-1");

        put("""
                {"apiVersion":"karpenter.k8s.aws/v1","kind":"EC2NodeClass","metadata":{"name":"default","finalizers":
                 ["karpenter.k8s.aws/termination"],"deletionTimestamp":"2026-11-30T10:00:00Z"},"spec":{
                 "role":"nodes","amiSelectorTerms":[{"alias":"al2023@v20261101"}],
                 "subnetSelectorTerms":[{"id":"subnet-1"}],"securityGroupSelectorTerms":[{"id":"%s"}]}}
                """.formatted(clusterGroup));
        waitUntil(() -> api.objects()
                .get("karpenter.k8s.aws/v1", "EC2NodeClass", "", "default")
                .isEmpty());
        assertThat(iam.listInstanceProfiles().instanceProfiles()).isEmpty();
    }

    @Test
    void fargateProfile_runsKarpenterWithoutNodes() throws InterruptedException {
        String role = standIns.client(IamClient.builder(), "IAM")
                .createRole(ask -> ask.roleName("pods").assumeRolePolicyDocument("{\"Statement\":[]}"))
                .role()
                .arn();
        put("""
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"karpenter","namespace":"kube-system"},
                 "spec":{"replicas":2,"selector":{"matchLabels":{"app":"karpenter"}},"template":{"metadata":{"labels":
                 {"app":"karpenter"}},"spec":{"containers":[{"name":"c","image":"x/karpenter/controller:1.14.1"}]}}}}
                """);
        assertThat(api.karpenter()).isEqualTo(KarpenterState.DOWN);

        eks.createFargateProfile(ask -> ask.clusterName("c")
                .fargateProfileName("karpenter")
                .podExecutionRoleArn(role)
                .subnets(subnets())
                .selectors(FargateProfileSelector.builder()
                        .namespace("kube-*")
                        .labels(Map.of("app", "karpenter"))
                        .build()));

        waitUntil(() -> api.karpenter() == KarpenterState.ALIVE);
    }

    private void put(String json) {
        api.objects().put(Json.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    private JsonNode nodeClass() {
        return api.objects()
                .get("karpenter.k8s.aws/v1", "EC2NodeClass", "", "default")
                .orElseThrow();
    }

    private JsonNode condition(String type) {
        return nodeClass()
                .at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString("").equals(type))
                .findFirst()
                .orElseGet(Json::object);
    }

    private List<String> subnets() {
        return ec2.describeSubnets().subnets().stream()
                .map(Subnet::subnetId)
                .sorted()
                .limit(2)
                .toList();
    }

    private static void waitUntil(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            Thread.sleep(100);
        }
    }
}
