package io.groundskeeper.bootstrap.network;

import java.util.List;
import java.util.Set;

/**
 * A route table.
 *
 * @param main whether subnets without one of their own use it
 * @param subnetIds those that use it explicitly
 * @param toInternet whether its default route leads to an internet gateway, which makes a subnet public
 */
public record RouteTable(boolean main, Set<String> subnetIds, boolean toInternet) {

    public RouteTable {
        subnetIds = Set.copyOf(subnetIds);
    }

    /** Whether a subnet is private, by its own route table or else the main one. */
    static boolean isPrivate(String subnetId, List<RouteTable> tables) {
        return tables.stream()
                .filter(table -> table.subnetIds().contains(subnetId))
                .findFirst()
                .or(() -> tables.stream().filter(RouteTable::main).findFirst())
                .map(table -> !table.toInternet())
                .orElse(false);
    }
}
