package io.groundskeeper.interruption.digest;

import java.util.List;
import java.util.Optional;

/** The NodePools of clusters. Safe for use by several threads. */
public interface NodePools {

    /** The names of all clusters of this account and Region. */
    List<String> clusters();

    /**
     * The NodePools of a cluster.
     *
     * @return empty if it is none of ours, or is not running
     * @throws RuntimeException if it cannot be looked into
     */
    Optional<List<NodePool>> of(String cluster);
}
