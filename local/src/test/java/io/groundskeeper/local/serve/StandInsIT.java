package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.AuthenticationMode;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.InvalidParameterException;
import software.amazon.awssdk.services.eks.model.InvalidRequestException;
import software.amazon.awssdk.services.eks.model.ResolveConflicts;
import software.amazon.awssdk.services.eks.model.ResourceInUseException;
import software.amazon.awssdk.services.eks.model.ResourceNotFoundException;
import software.amazon.awssdk.services.eks.model.UpdateStatus;
import software.amazon.awssdk.services.eks.model.UpdateType;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.model.ParameterNotFoundException;

/** The stand-ins, driven by the SDK that the functions use. */
class StandInsIT {
    private static final String IMAGE =
            "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/arm64/standard/recommended/image_id";

    private static StandIns standIns;
    private static EksClient eks;
    private static Ec2Client ec2;

    @BeforeAll
    static void start() {
        standIns = new StandIns(Map.of("AWS_REGION", "eu-west-1"));
        eks = standIns.client(EksClient.builder(), "EKS");
        ec2 = standIns.client(Ec2Client.builder(), "EC2");
    }

    @AfterAll
    static void end() {
        standIns.close();
    }

    @Test
    void cluster_becomesActiveInMotosNetwork() {
        var cluster = create("active", AuthenticationMode.API);
        assertThat(cluster.arn()).isEqualTo("arn:aws:eks:eu-west-1:123456789012:cluster/active");
        assertThat(cluster.endpoint()).startsWith("https://127.0.0.1:");
        var group = ec2.describeSecurityGroups(
                        ask -> ask.groupIds(cluster.resourcesVpcConfig().clusterSecurityGroupId()))
                .securityGroups()
                .getFirst();
        assertThat(group.vpcId()).isEqualTo(cluster.resourcesVpcConfig().vpcId());
        assertThat(group.tags())
                .contains(tag("kubernetes.io/cluster/active", "owned"), tag("aws:eks:cluster-name", "active"));
        assertThat(eks.listAccessEntries(ask -> ask.clusterName("active")).accessEntries())
                .containsExactly("arn:aws:iam::123456789012:user/moto");
        assertThat(eks.listClusters().clusters()).contains("active");
    }

    @Test
    void errors_areTheSdksOwnExceptions() {
        create("errors", AuthenticationMode.CONFIG_MAP);
        assertThatThrownBy(() -> eks.describeCluster(ask -> ask.name("none")))
                .isInstanceOf(ResourceNotFoundException.class)
                .hasMessageContaining("No cluster found for name: none.");
        assertThatThrownBy(() -> create("errors", AuthenticationMode.API)).isInstanceOf(ResourceInUseException.class);
        assertThatThrownBy(() -> eks.listAccessEntries(ask -> ask.clusterName("errors")))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> eks.createCluster(ask -> ask.name("x")
                        .roleArn("arn:aws:iam::123456789012:role/eks")
                        .resourcesVpcConfig(network -> network.subnetIds("subnet-0", "subnet-1"))))
                .isInstanceOf(InvalidParameterException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    void nodeGroup_needsARoleThatMotoKnows() {
        create("groups", AuthenticationMode.API_AND_CONFIG_MAP);
        var iam = standIns.client(IamClient.builder(), "IAM");
        assertThatThrownBy(() -> createNodegroup("arn:aws:iam::123456789012:role/nodes"))
                .isInstanceOf(InvalidParameterException.class);
        String role = iam.createRole(
                        ask -> ask.roleName("nodes").path("/a/").assumeRolePolicyDocument("{\"Statement\":[]}"))
                .role()
                .arn();
        createNodegroup(role);
        eks.waiter()
                .waitUntilNodegroupActive(
                        ask -> ask.clusterName("groups").nodegroupName("ng"),
                        wait -> wait.waitTimeout(Duration.ofSeconds(20))
                                .backoffStrategyV2(attempt -> Duration.ofMillis(100)));
        var entry = eks.describeAccessEntry(ask -> ask.clusterName("groups").principalArn(role))
                .accessEntry();
        assertThat(entry.type()).isEqualTo("EC2_LINUX");
        assertThat(entry.username()).isEqualTo("system:node:{{EC2PrivateDNSName}}");
    }

    @Test
    void addonAndNodeGroup_areUpdatedByTheSdk() {
        create("updated", AuthenticationMode.API);
        String role = standIns.client(IamClient.builder(), "IAM")
                .createRole(ask -> ask.roleName("updated").assumeRolePolicyDocument("{\"Statement\":[]}"))
                .role()
                .arn();
        var version = eks.describeAddonVersions(ask -> ask.addonName("coredns").kubernetesVersion("1.34"))
                .addons()
                .getFirst()
                .addonVersions()
                .getFirst();
        assertThat(eks.describeAddonConfiguration(
                                ask -> ask.addonName("coredns").addonVersion(version.addonVersion()))
                        .configurationSchema())
                .contains("affinity");
        eks.createAddon(ask -> ask.clusterName("updated").addonName("coredns"));
        assertThatThrownBy(
                        () -> eks.updateAddon(ask -> ask.clusterName("updated").addonName("coredns")))
                .isInstanceOf(ResourceInUseException.class);
        eks.waiter().waitUntilAddonActive(ask -> ask.clusterName("updated").addonName("coredns"), StandInsIT::patience);
        assertThatThrownBy(() -> eks.updateAddon(
                        ask -> ask.clusterName("updated").addonName("coredns").configurationValues("{\"replicas\":2}")))
                .isInstanceOf(InvalidParameterException.class);
        var update = eks.updateAddon(ask -> ask.clusterName("updated")
                        .addonName("coredns")
                        .resolveConflicts(ResolveConflicts.PRESERVE)
                        .configurationValues("{\"replicaCount\":2}"))
                .update();
        assertThat(update.type()).isEqualTo(UpdateType.ADDON_UPDATE);
        eks.waiter().waitUntilAddonActive(ask -> ask.clusterName("updated").addonName("coredns"), StandInsIT::patience);
        assertThat(eks.describeUpdate(
                                ask -> ask.name("updated").addonName("coredns").updateId(update.id()))
                        .update()
                        .status())
                .isEqualTo(UpdateStatus.SUCCESSFUL);
        assertThat(eks.describeAddon(ask -> ask.clusterName("updated").addonName("coredns"))
                        .addon()
                        .configurationValues())
                .isEqualTo("{\"replicaCount\":2}");

        eks.createNodegroup(ask ->
                ask.clusterName("updated").nodegroupName("ng").nodeRole(role).subnets(subnets()));
        eks.waiter()
                .waitUntilNodegroupActive(ask -> ask.clusterName("updated").nodegroupName("ng"), StandInsIT::patience);
        var own =
                Filter.builder().name("tag:eks:cluster-name").values("updated").build();
        assertThat(ec2.describeInstances(ask -> ask.filters(own)).reservations())
                .hasSize(2);
        var nodes = standIns.services.eks().kubernetes("updated").orElseThrow().objects();
        assertThat(nodes.list("v1", "Node")).hasSize(2);
    }

    @Test
    void instanceProfiles_areListedByPath() {
        var iam = standIns.client(IamClient.builder(), "IAM");
        iam.createRole(ask -> ask.roleName("profiled").assumeRolePolicyDocument("{\"Statement\":[]}"));
        iam.createInstanceProfile(ask -> ask.instanceProfileName("one").path("/karpenter/us-east-1/one/"));
        iam.createInstanceProfile(ask -> ask.instanceProfileName("two").path("/karpenter/us-east-1/two/"));
        iam.addRoleToInstanceProfile(ask -> ask.instanceProfileName("two").roleName("profiled"));
        var listed = iam.listInstanceProfiles(ask -> ask.pathPrefix("/karpenter/us-east-1/two/"))
                .instanceProfiles();
        assertThat(listed).singleElement().satisfies(profile -> {
            assertThat(profile.instanceProfileName()).isEqualTo("two");
            assertThat(profile.roles()).hasSize(1);
        });
        assertThat(iam.listInstanceProfiles(ask -> ask.pathPrefix("/none/")).instanceProfiles())
                .isEmpty();
    }

    private static void patience(WaiterOverrideConfiguration.Builder wait) {
        wait.waitTimeout(Duration.ofSeconds(20)).backoffStrategyV2(attempt -> Duration.ofMillis(100));
    }

    @Test
    void tags_areListedForEachPart() {
        String arn = create("tags", AuthenticationMode.API).arn();
        eks.tagResource(ask -> ask.resourceArn(arn).tags(Map.of("a", "1", "b", "2")));
        eks.untagResource(ask -> ask.resourceArn(arn).tagKeys("a"));
        assertThat(eks.listTagsForResource(ask -> ask.resourceArn(arn)).tags()).isEqualTo(Map.of("b", "2"));
    }

    @Test
    void imageParameter_namesAnImageOfMoto() {
        var ssm = standIns.client(SsmClient.builder(), "SSM");
        String id = ssm.getParameter(ask -> ask.name(IMAGE)).parameter().value();
        assertThat(ec2.describeImages(ask -> ask.imageIds(id)).images())
                .extracting(Image::name)
                .containsExactly("amazon-eks-node-al2023-arm64-standard-1.34-v20261101");
        ssm.putParameter(put -> put.name("own").value("v").type("String"));
        var several = ssm.getParameters(ask -> ask.names(IMAGE, "own", "/aws/service/eks/none"));
        assertThat(several.parameters()).hasSize(2);
        assertThat(several.invalidParameters()).containsExactly("/aws/service/eks/none");
        assertThatThrownBy(() -> ssm.getParameter(ask -> ask.name("/aws/service/eks/none")))
                .isInstanceOf(ParameterNotFoundException.class);
    }

    private static Cluster create(String name, AuthenticationMode mode) {
        eks.createCluster(ask -> ask.name(name)
                .roleArn("arn:aws:iam::123456789012:role/eks")
                .resourcesVpcConfig(network -> network.subnetIds(subnets()))
                .accessConfig(access -> access.authenticationMode(mode)));
        return eks.waiter()
                .waitUntilClusterActive(
                        ask -> ask.name(name),
                        wait -> wait.waitTimeout(Duration.ofSeconds(20))
                                .backoffStrategyV2(attempt -> Duration.ofMillis(100)))
                .matched()
                .response()
                .orElseThrow()
                .cluster();
    }

    private static void createNodegroup(String role) {
        eks.createNodegroup(ask -> ask.clusterName("groups")
                .nodegroupName("ng")
                .nodeRole(role)
                .subnets(subnets())
                .instanceTypes("m7g.large"));
    }

    private static List<String> subnets() {
        return ec2.describeSubnets().subnets().stream()
                .map(Subnet::subnetId)
                .limit(2)
                .toList();
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }
}
