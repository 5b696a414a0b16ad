package io.groundskeeper.interruption.watch;

import java.util.Optional;

/** Looks into clusters. */
public interface Clusters {

    /**
     * Takes one look at a cluster.
     *
     * @return empty if there is no such cluster
     * @throws io.groundskeeper.core.kubernetes.KubernetesUnavailableException if its API server cannot be used
     * @throws RuntimeException if AWS or the API server refuses otherwise
     */
    Optional<ClusterSnapshot> look(String region, String name);
}
