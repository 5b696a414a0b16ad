package io.groundskeeper.bootstrap.network;

import java.util.List;

/**
 * The network of a cluster as it is.
 *
 * @param nodeGroups the cluster's
 * @param fargateSubnets those of its Fargate profiles
 * @param subnets of the cluster's VPC
 * @param groups the security groups of the cluster's VPC
 * @param routeTables of the cluster's VPC; may be left out where node groups or Fargate profiles name subnets
 */
public record NetworkState(
        List<NodeGroup> nodeGroups,
        List<String> fargateSubnets,
        List<Subnet> subnets,
        List<SecurityGroup> groups,
        List<RouteTable> routeTables) {

    public NetworkState {
        nodeGroups = List.copyOf(nodeGroups);
        fargateSubnets = List.copyOf(fargateSubnets);
        subnets = List.copyOf(subnets);
        groups = List.copyOf(groups);
        routeTables = List.copyOf(routeTables);
    }
}
