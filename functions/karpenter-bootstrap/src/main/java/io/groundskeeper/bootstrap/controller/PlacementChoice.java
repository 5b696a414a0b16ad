package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.capacity.Capacity;
import io.groundskeeper.bootstrap.capacity.FargateProfile;
import java.util.List;

/** Decides where Karpenter's controller runs, or what is missing for it. */
public sealed interface PlacementChoice {

    /**
     * What is looked at.
     *
     * @param capacity decides between Fargate and nodes, as it does for the controller's identity
     * @param nodes those that Karpenter does not keep
     * @param nodeGroups looked for only where no node is of use
     * @param roleArn of the controller, for Fargate
     */
    record Given(Capacity capacity, List<Node> nodes, List<String> nodeGroups, String roleArn, int replicasNow) {

        public Given {
            nodes = List.copyOf(nodes);
            nodeGroups = List.copyOf(nodeGroups);
        }
    }

    /** There. */
    record Place(Placement placement) implements PlacementChoice {}

    /** Something to run it on is to come. */
    record Later(String reason) implements PlacementChoice {}

    /** Nowhere, until someone adds something. */
    record Nowhere(String reason) implements PlacementChoice {}

    /** Decides it. */
    static PlacementChoice of(Given given) {
        if (given.capacity().onFargate()) {
            return onFargate(given);
        }
        var usable = given.nodes().stream().filter(Node::takesController).toList();
        if (usable.isEmpty()) {
            return without(given);
        }
        var managed = usable.stream().filter(Node::isManaged).toList();
        int count = managed.isEmpty() ? usable.size() : managed.size();
        // Two are kept when a node goes: a second replica that is pending does less harm than a rollout.
        int replicas = count > 1 || given.replicasNow() > 1 ? 2 : 1;
        return new Place(new Placement.OnNodes(replicas, !managed.isEmpty()));
    }

    private static PlacementChoice onFargate(Given given) {
        var profiles = given.capacity().fargateProfiles().stream()
                .filter(FargateProfile::takesController)
                .toList();
        // A pod that was created before stays where the scheduler put it, or nowhere.
        return profiles.stream().anyMatch(FargateProfile::active)
                ? new Place(new Placement.OnFargate(2, given.roleArn()))
                : new Later("Karpenter's controller waits for Fargate profile %s to be ACTIVE"
                        .formatted(profiles.getFirst().name()));
    }

    private static PlacementChoice without(Given given) {
        var fixed = given.nodes().stream().filter(Node::isStatic).toList();
        if (!fixed.isEmpty()) {
            return new Later(
                    "Karpenter's controller finds no node: none of %s is ready, Linux, uncordoned and without taints other than CriticalAddonsOnly"
                            .formatted(String.join(
                                    ", ",
                                    fixed.stream().map(Node::name).limit(5).toList())));
        }
        if (!given.nodeGroups().isEmpty()) {
            return new Later(
                    "Karpenter's controller waits for a node of %s".formatted(String.join(", ", given.nodeGroups())));
        }
        if (given.capacity().hasFargate()) {
            return new Nowhere(
                    "No Fargate profile takes Karpenter's controller: add one with private subnets, namespace kube-system and label app.kubernetes.io/name=karpenter");
        }
        return new Nowhere(
                "The cluster has nothing to run Karpenter's controller on: it is installed when a node group or a Fargate profile is added");
    }
}
