package io.groundskeeper.interruption.aws;

import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.interruption.digest.NodePool;
import io.groundskeeper.interruption.digest.NodePools;
import io.groundskeeper.interruption.kubernetes.NodePoolReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.ClusterStatus;

/**
 * The NodePools of clusters that carry our mark and run.
 *
 * @param eks of the function's Region
 */
public record EksNodePools(EksClient eks, KubernetesAccess kubernetes) implements NodePools {

    @Override
    public List<String> clusters() {
        return AwsCalls.call(
                "eks:ListClusters",
                () -> eks.listClustersPaginator().clusters().stream().toList());
    }

    @Override
    public Optional<List<NodePool>> of(String cluster) {
        return AwsCalls.find(
                        "eks:DescribeCluster",
                        Set.of("ResourceNotFoundException"),
                        () -> eks.describeCluster(r -> r.name(cluster)).cluster())
                .filter(EksNodePools::isLookedInto)
                .map(found -> kubernetes.in(ClusterEndpoint.of(found), NodePoolReader::read));
    }

    private static boolean isLookedInto(Cluster cluster) {
        var runs = cluster.status() == ClusterStatus.ACTIVE || cluster.status() == ClusterStatus.UPDATING;
        return runs
                && Tags.MARK_VALUE.equals(cluster.tags().get(Tags.MARK))
                && !Tags.SKIP.equals(cluster.tags().get(Tags.WISH))
                && !cluster.tags().containsKey(Tags.REMOVING);
    }
}
