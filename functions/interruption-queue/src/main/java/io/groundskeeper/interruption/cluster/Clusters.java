package io.groundskeeper.interruption.cluster;

/** Looks into clusters. */
public interface Clusters {

    /**
     * Takes one look at a cluster.
     *
     * @throws io.groundskeeper.core.kubernetes.KubernetesUnavailableException if its API server cannot be used
     * @throws RuntimeException if AWS or the API server refuses otherwise
     */
    Look look(String region, String name);
}
