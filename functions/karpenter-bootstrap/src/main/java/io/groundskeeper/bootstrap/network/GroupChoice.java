package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The one security group of the nodes that Karpenter starts. Never several: load balancer controllers want exactly one
 * on a node, and nodes of different groups cannot reach each other.
 *
 * @param id empty only when EKS names no group for the cluster
 * @param because why this one, in words
 * @param warning what is doubtful about it
 */
record GroupChoice(Optional<String> id, String because, Optional<String> warning) {

    private static final String CLUSTERS = "the cluster's own security group";

    /** The cluster's, unless each node group names its own: then the one that they share. */
    static GroupChoice of(ClusterFacts cluster, NetworkState network) {
        var groups = network.nodeGroups();
        if (groups.isEmpty()
                || groups.stream().anyMatch(group -> group.ownGroups().isEmpty())) {
            return new GroupChoice(cluster.securityGroupId(), CLUSTERS, Optional.empty());
        }
        var shared = shared(groups.stream().map(NodeGroup::ownGroups).toList());
        if (cluster.securityGroupId().filter(shared::contains).isPresent()) {
            return new GroupChoice(cluster.securityGroupId(), CLUSTERS, Optional.empty());
        }
        if (shared.size() == 1) {
            return new GroupChoice(
                    Optional.of(shared.iterator().next()),
                    "the security group that all node groups' launch templates name",
                    Optional.empty());
        }
        return new GroupChoice(
                cluster.securityGroupId(),
                CLUSTERS,
                Optional.of(
                        "The node groups' launch templates name their own security groups and share %s: the cluster's own was taken. Check that its nodes and theirs reach each other"
                                .formatted(
                                        shared.isEmpty()
                                                ? "none"
                                                : "several (%s)".formatted(String.join(", ", shared)))));
    }

    private static Set<String> shared(List<Set<String>> all) {
        var shared = new TreeSet<>(all.getFirst());
        all.forEach(shared::retainAll);
        return shared;
    }
}
