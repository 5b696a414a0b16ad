package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The subnets that Karpenter starts nodes in.
 *
 * @param because why these, in words
 * @param warning what is doubtful about them
 */
record SubnetChoice(List<String> ids, String because, Optional<String> warning) {

    /** The node groups', else the Fargate profiles', else the cluster's private ones, else all of the cluster's. */
    static SubnetChoice of(ClusterFacts cluster, NetworkState network) {
        var ofNodeGroups = distinct(network.nodeGroups().stream().flatMap(group -> group.subnetIds().stream()));
        if (!ofNodeGroups.isEmpty()) {
            return new SubnetChoice(ofNodeGroups, "subnet of a node group", Optional.empty());
        }
        var ofFargate = distinct(network.fargateSubnets().stream());
        if (!ofFargate.isEmpty()) {
            return new SubnetChoice(ofFargate, "subnet of a Fargate profile", Optional.empty());
        }
        var ofPrivate =
                distinct(cluster.subnetIds().stream().filter(id -> RouteTable.isPrivate(id, network.routeTables())));
        if (!ofPrivate.isEmpty()) {
            return new SubnetChoice(ofPrivate, "private subnet of the cluster", Optional.empty());
        }
        return new SubnetChoice(
                distinct(cluster.subnetIds().stream()),
                "subnet of the cluster",
                Optional.of(
                        "None of the cluster's subnets is private, and it has neither node groups nor Fargate profiles: all its subnets were taken. Nodes in a public subnet join only if it gives them public addresses (MapPublicIpOnLaunch)"));
    }

    private static List<String> distinct(Stream<String> ids) {
        return ids.distinct().sorted().toList();
    }
}
