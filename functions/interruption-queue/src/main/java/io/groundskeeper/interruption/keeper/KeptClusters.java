package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.cluster.Home;
import java.util.List;
import java.util.Optional;

/** The EKS clusters of the function's account and Region. */
public interface KeptClusters {

    /** The names of all of them, ours or not. */
    List<String> names();

    /** One cluster; empty if there is none of that name. */
    Optional<KeptCluster> find(String name);

    /** The account and Region, as the clusters' ARNs say; empty if there is no cluster. */
    Optional<Home> home();

    /** What runs of Karpenter in a cluster. Never throws for a cluster that does not let us in. */
    Karpenter karpenter(String name);
}
