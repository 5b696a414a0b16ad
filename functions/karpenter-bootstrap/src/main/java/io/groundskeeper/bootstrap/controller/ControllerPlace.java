package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.Capacity;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.List;
import java.util.Optional;

/**
 * Looks where Karpenter's controller can run.
 *
 * @param capacities what EKS gives clusters
 * @param roles of the account, for the controller's on Fargate
 */
public record ControllerPlace(ClusterContents contents, Capacities capacities, Roles roles) {

    /** Decides it for a cluster. Node groups are asked for only where nothing else is of use. */
    public PlacementChoice choose(Target target, ClusterEndpoint endpoint, Optional<Release> release) {
        var cluster = target.id().name();
        int replicas =
                release.map(found -> found.values().path("replicas").asInt(0)).orElse(0);
        var capacity = Capacity.of(capacities, cluster);
        if (capacity.onFargate()) {
            return PlacementChoice.of(
                    new PlacementChoice.Given(capacity, List.of(), List.of(), roleArn(target), replicas));
        }
        var nodes = contents.nodes(endpoint);
        var groups =
                nodes.stream().anyMatch(Node::takesController) ? List.<String>of() : capacities.nodeGroups(cluster);
        return PlacementChoice.of(new PlacementChoice.Given(capacity, nodes, groups, "", replicas));
    }

    private String roleArn(Target target) {
        var names = target.names();
        return roles.id(names.controllerRole())
                .map(RoleId::arn)
                .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.controllerRole()));
    }
}
