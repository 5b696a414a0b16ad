package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.access.Caller;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterFacts.Kind;
import io.groundskeeper.bootstrap.cluster.ClusterFacts.Logins;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.ClusterStatus;
import software.amazon.awssdk.services.eks.model.IpFamily;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.GetCallerIdentityResponse;

/** Clusters by the EKS API, and who asks it. The account is asked of STS once and kept. Safe for use by several threads. */
public final class EksClusters implements Clusters, Caller {

    private final EksClient eks;
    private final StsClient sts;
    private final String region;
    private volatile GetCallerIdentityResponse caller;

    /** @param region of both clients */
    public EksClusters(EksClient eks, StsClient sts, String region) {
        this.eks = eks;
        this.sts = sts;
        this.region = region;
    }

    @Override
    public Home home() {
        return new Home(identity().arn().split(":", 3)[1], region, identity().account());
    }

    @Override
    public String arn() {
        return identity().arn();
    }

    @Override
    public String userId() {
        return identity().userId();
    }

    private GetCallerIdentityResponse identity() {
        if (caller == null) {
            caller = AwsCalls.call("sts:GetCallerIdentity", sts::getCallerIdentity);
        }
        return caller;
    }

    @Override
    public Optional<ClusterFacts> find(String name) {
        return AwsCalls.find(
                        "eks:DescribeCluster",
                        Set.of("ResourceNotFoundException"),
                        () -> eks.describeCluster(r -> r.name(name)).cluster())
                .map(this::facts);
    }

    @Override
    public SortedSet<String> names() {
        return AwsCalls.call(
                "eks:ListClusters",
                () -> eks.listClustersPaginator().clusters().stream().collect(Collectors.toCollection(TreeSet::new)));
    }

    @Override
    public void tag(ClusterId cluster, Map<String, String> tags) {
        AwsCalls.call(
                "eks:TagResource",
                () -> eks.tagResource(r -> r.resourceArn(cluster.arn()).tags(tags)));
    }

    @Override
    public void untag(ClusterId cluster, Set<String> keys) {
        AwsCalls.call(
                "eks:UntagResource",
                () -> eks.untagResource(r -> r.resourceArn(cluster.arn()).tagKeys(keys)));
    }

    private ClusterFacts facts(Cluster cluster) {
        var vpc = Optional.ofNullable(cluster.resourcesVpcConfig());
        return new ClusterFacts(
                ClusterId.ofArn(cluster.arn()).orElseGet(() -> home().cluster(cluster.name())),
                String.valueOf(cluster.statusAsString()),
                cluster.tags(),
                kind(cluster),
                cluster.kubernetesNetworkConfig() != null
                        && cluster.kubernetesNetworkConfig().ipFamily() == IpFamily.IPV6,
                vpc.map(v -> v.vpcId()).orElse(""),
                vpc.map(v -> v.subnetIds()).orElse(List.of()),
                vpc.map(v -> v.clusterSecurityGroupId()).filter(id -> !id.isBlank()),
                hasEndpoint(cluster) ? Optional.of(ClusterEndpoint.of(cluster)) : Optional.empty(),
                logins(cluster),
                Optional.ofNullable(cluster.version())
                        .filter(version -> !version.isBlank() && cluster.status() == ClusterStatus.ACTIVE)
                        .map(KubernetesVersion::of));
    }

    private static Logins logins(Cluster cluster) {
        return new Logins(
                Optional.ofNullable(cluster.accessConfig())
                        .map(access -> access.authenticationModeAsString())
                        // The mode of clusters that are older than the setting.
                        .orElse("CONFIG_MAP"),
                Optional.ofNullable(cluster.identity())
                        .map(identity -> identity.oidc())
                        .map(oidc -> oidc.issuer()));
    }

    private static boolean hasEndpoint(Cluster cluster) {
        return cluster.endpoint() != null
                && cluster.certificateAuthority() != null
                && cluster.certificateAuthority().data() != null;
    }

    private static Kind kind(Cluster cluster) {
        if (cluster.connectorConfig() != null) {
            return Kind.CONNECTED;
        }
        if (cluster.outpostConfig() != null) {
            return Kind.OUTPOST;
        }
        return cluster.computeConfig() != null
                        && Boolean.TRUE.equals(cluster.computeConfig().enabled())
                ? Kind.AUTO_MODE
                : Kind.STANDARD;
    }
}
