package io.groundskeeper.bootstrap.network;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The network of a cluster as it is.
 *
 * @param nodeGroups the cluster's
 * @param fargateSubnets those of its Fargate profiles; may be left out where node groups name subnets
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

    /** The tags of each subnet, by its id. */
    Map<String, Map<String, String>> subnetTags() {
        return byId(subnets, Subnet::id, Subnet::tags);
    }

    /** The tags of each security group, by its id. */
    Map<String, Map<String, String>> groupTags() {
        return byId(groups, SecurityGroup::id, SecurityGroup::tags);
    }

    private static <T> Map<String, Map<String, String>> byId(
            List<T> all, Function<T, String> id, Function<T, Map<String, String>> tags) {
        return all.stream().collect(Collectors.toMap(id, tags, (first, second) -> first, TreeMap::new));
    }
}
