package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Optional;

/**
 * What is in clusters, by their Kubernetes API. Each method makes one call for each thing that it is asked for.
 *
 * <p>All throw {@link KubernetesUnavailableException} where the API cannot be used.
 */
public interface ClusterContents {

    /** The API server's own version. */
    KubernetesVersion version(ClusterEndpoint cluster);

    /** The Deployments of all namespaces. */
    List<Workload> workloads(ClusterEndpoint cluster);

    /** The nodes that Karpenter does not keep. */
    List<Node> nodes(ClusterEndpoint cluster);

    /** The newest revision of a Helm release. */
    Optional<Release> release(ClusterEndpoint cluster, String namespace, String name);

    /** Those CustomResourceDefinitions of the named that are there. */
    List<Definition> definitions(ClusterEndpoint cluster, List<String> names);
}
