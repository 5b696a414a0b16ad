package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.ClusterId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Step {@code network}: tags subnets and exactly one security group for Karpenter to find. A tag holds one cluster's
 * name: what another cluster already found by it is left to that one, and {@link Selection} goes by ids.
 */
public final class NetworkStep implements Step<NetworkState, NetworkChange> {

    private final Network network;

    /** @param network of the cluster */
    public NetworkStep(Network network) {
        this.network = network;
    }

    @Override
    public String name() {
        return "network";
    }

    @Override
    public NetworkState observe(Target target) {
        return network.read(target.cluster());
    }

    @Override
    public Plan<NetworkChange> plan(Target target, NetworkState observed) {
        var subnets = SubnetChoice.of(target.cluster(), observed);
        var group = GroupChoice.of(target.cluster(), observed);
        var missing = missing(target, subnets, group);
        if (missing.isPresent()) {
            return new Plan.Refused<>(
                    "EKS names no %s for the cluster: there is nothing that nodes could use. Check aws eks describe-cluster --name %s"
                            .formatted(missing.get(), target.id().name()));
        }
        var subnetTags = observed.subnetTags();
        var groupTags = observed.groupTags();
        var plan = new Draft(target.id(), new ArrayList<>(), new ArrayList<>());
        subnets.warning().ifPresent(plan.warnings()::add);
        group.warning().ifPresent(plan.warnings()::add);
        subnets.ids().forEach(id -> plan.tag(id, subnetTags.getOrDefault(id, Map.of()), subnets.because()));
        group.id().ifPresent(id -> plan.tag(id, groupTags.getOrDefault(id, Map.of()), group.because()));
        plan.untagOthers(subnetTags, Set.copyOf(subnets.ids()));
        plan.untagOthers(groupTags, Set.of(group.id().orElseThrow()));
        return new Plan.Changes<>(plan.changes(), plan.warnings());
    }

    @Override
    public void apply(Target target, NetworkChange change) {
        switch (change) {
            case NetworkChange.Tag(var id, var tags, var because) -> network.tag(id, tags);
            case NetworkChange.Untag(var id, var tags) -> network.untag(id, tags);
        }
    }

    private static Optional<String> missing(Target target, SubnetChoice subnets, GroupChoice group) {
        if (target.cluster().vpcId().isEmpty()) {
            return Optional.of("VPC");
        }
        if (subnets.ids().isEmpty()) {
            return Optional.of("subnet");
        }
        return group.id().isEmpty() ? Optional.of("security group") : Optional.empty();
    }

    /** A plan in the making. */
    private record Draft(ClusterId cluster, List<NetworkChange> changes, List<String> warnings) {

        void tag(String id, Map<String, String> tags, String because) {
            var holder = Discovery.holder(tags);
            if (holder.isEmpty()) {
                changes.add(new NetworkChange.Tag(id, Discovery.tags(cluster), because));
            } else if (!holder.get().equals(cluster.name())) {
                warnings.add(
                        "%s is tagged %s=%s for cluster %s and is used by cluster %s too. The tag holds one name and was left: EC2NodeClass default selects it by its id"
                                .formatted(id, Discovery.KEY, holder.get(), holder.get(), cluster.name()));
            }
        }

        void untagOthers(Map<String, Map<String, String>> tagged, Set<String> chosen) {
            tagged.forEach((id, tags) -> {
                if (chosen.contains(id) || !cluster.name().equals(tags.get(Discovery.KEY))) {
                    return;
                }
                if (Discovery.placedByUs(tags, cluster)) {
                    changes.add(new NetworkChange.Untag(id, Discovery.tags(cluster)));
                } else if (id.startsWith("sg-")) {
                    warnings.add(
                            "Security group %s is tagged %s=%s by someone else. Nodes get one group: EC2NodeClass default selects that by its id. Remove the tag if it is not meant"
                                    .formatted(id, Discovery.KEY, cluster.name()));
                }
            });
        }
    }
}
