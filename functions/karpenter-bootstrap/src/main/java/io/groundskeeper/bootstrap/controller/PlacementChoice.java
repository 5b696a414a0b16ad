package io.groundskeeper.bootstrap.controller;

import java.util.List;

/** Decides where Karpenter's controller runs, or what is missing for it. */
public sealed interface PlacementChoice {

    /** What is looked at. */
    record Given(
            String namespace,
            List<Node> nodes,
            List<String> nodeGroups,
            List<FargateProfile> fargateProfiles,
            String roleArn,
            int replicasNow) {

        public Given {
            nodes = List.copyOf(nodes);
            nodeGroups = List.copyOf(nodeGroups);
            fargateProfiles = List.copyOf(fargateProfiles);
        }
    }

    /** There. */
    record Place(Placement placement) implements PlacementChoice {}

    /** Nodes are to come. */
    record Later(String reason) implements PlacementChoice {}

    /** Nowhere, until someone adds something. */
    record Nowhere(String reason) implements PlacementChoice {}

    /** Decides it. */
    static PlacementChoice of(Given given) {
        var usable = given.nodes().stream().filter(Node::takesController).toList();
        if (!usable.isEmpty()) {
            var managed = usable.stream().filter(Node::isManaged).toList();
            int count = managed.isEmpty() ? usable.size() : managed.size();
            // Two are kept when a node goes: a second replica that is pending does less harm than a rollout.
            int replicas = count > 1 || given.replicasNow() > 1 ? 2 : 1;
            return new Place(new Placement.OnNodes(replicas, !managed.isEmpty()));
        }
        if (given.fargateProfiles().stream().anyMatch(profile -> profile.takesController(given.namespace()))) {
            return new Place(new Placement.OnFargate(2, given.roleArn()));
        }
        return without(given);
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
        if (!given.fargateProfiles().isEmpty()) {
            return new Nowhere(
                    "No Fargate profile takes Karpenter's controller: add one with private subnets, namespace %s and label app.kubernetes.io/name=karpenter"
                            .formatted(given.namespace()));
        }
        return new Nowhere(
                "The cluster has nothing to run Karpenter's controller on: it is installed when a node group or a Fargate profile is added");
    }
}
