package io.groundskeeper.interruption.aws;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.interruption.keeper.Karpenter;
import io.groundskeeper.interruption.keeper.KeptCluster;
import io.groundskeeper.interruption.keeper.KeptClusters;
import io.groundskeeper.interruption.kubernetes.KarpenterReader;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.ClusterStatus;

/**
 * Clusters by the EKS API, and what their own API servers say of Karpenter.
 *
 * @param eks of the function's Region
 */
public record EksKeptClusters(EksClient eks, KubernetesAccess kubernetes) implements KeptClusters {

    private static final Set<ClusterStatus> GONE = EnumSet.of(ClusterStatus.DELETING, ClusterStatus.FAILED);

    @Override
    public List<String> names() {
        return AwsCalls.call(
                "eks:ListClusters",
                () -> eks.listClustersPaginator().clusters().stream().toList());
    }

    @Override
    public Optional<KeptCluster> find(String name) {
        return described(name)
                .flatMap(cluster -> ClusterId.ofArn(cluster.arn())
                        .map(id -> new KeptCluster(id, cluster.tags(), !GONE.contains(cluster.status()))));
    }

    @Override
    public Optional<Home> home() {
        return names().stream()
                .flatMap(name -> find(name).stream())
                .map(cluster -> cluster.id())
                .map(id -> new Home(id.partition(), id.region(), id.account()))
                .findFirst();
    }

    @Override
    public Karpenter karpenter(String name) {
        try {
            return described(name)
                    .map(cluster -> kubernetes.in(ClusterEndpoint.of(cluster), KarpenterReader::read))
                    .orElseGet(Karpenter.Absent::new);
        } catch (KubernetesUnavailableException | KubernetesClientException e) {
            // Said in the report: queue and rules can be kept in order all the same.
            return new Karpenter.Unseen(e.getMessage());
        }
    }

    private Optional<Cluster> described(String name) {
        return AwsCalls.find(
                "eks:DescribeCluster",
                Set.of("ResourceNotFoundException"),
                () -> eks.describeCluster(r -> r.name(name)).cluster());
    }
}
