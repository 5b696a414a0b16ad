package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * By what Karpenter finds its subnets and its security group. By the discovery tag where that leads to the right ones
 * and no others, else by their ids: a tag holds one cluster's name, and what others tagged is not ours to untag.
 */
public record Selection(Terms subnets, Terms group) {

    /** How things are found. */
    public sealed interface Terms {

        /** All that carry this tag. */
        record ByTag(String key, String value) implements Terms {}

        /** Just these. */
        record ById(List<String> ids) implements Terms {
            public ById {
                ids = List.copyOf(ids);
            }
        }
    }

    /** What fits a cluster's network; empty where EKS names no VPC, subnet or security group for it. */
    public static Optional<Selection> of(ClusterFacts cluster, NetworkState network) {
        var subnets = SubnetChoice.of(cluster, network).ids();
        var group = GroupChoice.of(cluster, network).id();
        if (cluster.vpcId().isEmpty() || subnets.isEmpty() || group.isEmpty()) {
            return Optional.empty();
        }
        var byTag = new Terms.ByTag(Discovery.KEY, cluster.name());
        return Optional.of(new Selection(
                allOurs(cluster, network, subnets) ? byTag : new Terms.ById(subnets),
                onlyOne(cluster, network, group.get()) ? byTag : new Terms.ById(List.of(group.get()))));
    }

    private static boolean allOurs(ClusterFacts cluster, NetworkState network, List<String> chosen) {
        var tags = network.subnetTags();
        return chosen.stream().allMatch(id -> carries(cluster, tags.getOrDefault(id, Map.of())));
    }

    private static boolean onlyOne(ClusterFacts cluster, NetworkState network, String chosen) {
        var tags = network.groupTags();
        return carries(cluster, tags.getOrDefault(chosen, Map.of()))
                && tags.entrySet().stream()
                        .filter(other -> !other.getKey().equals(chosen))
                        .noneMatch(other -> staysTagged(cluster, other.getValue()));
    }

    /** Whether it is tagged for the cluster, or step network may tag it. */
    private static boolean carries(ClusterFacts cluster, Map<String, String> tags) {
        return Discovery.holder(tags)
                .filter(holder -> !holder.equals(cluster.name()))
                .isEmpty();
    }

    private static boolean staysTagged(ClusterFacts cluster, Map<String, String> tags) {
        return cluster.name().equals(tags.get(Discovery.KEY)) && !Discovery.placedByUs(tags, cluster.id());
    }
}
