package io.groundskeeper.bootstrap.network;

import java.util.List;
import java.util.Set;

/**
 * A managed node group.
 *
 * @param ownGroups the security groups that its launch template names; empty for one that names none, whose nodes get
 *     the cluster's
 */
public record NodeGroup(String name, List<String> subnetIds, Set<String> ownGroups) {

    public NodeGroup {
        subnetIds = List.copyOf(subnetIds);
        ownGroups = Set.copyOf(ownGroups);
    }
}
