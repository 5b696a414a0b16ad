package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What is in clusters, by their Kubernetes API.
 *
 * <p>All throw {@link KubernetesUnavailableException} where the API cannot be used.
 */
public interface ClusterContents {

    /** The API server's own version. One call. */
    KubernetesVersion version(ClusterEndpoint cluster);

    /** The Deployments of all namespaces. One call. */
    List<Workload> workloads(ClusterEndpoint cluster);

    /** The nodes that Karpenter does not keep. One call. */
    List<Node> nodes(ClusterEndpoint cluster);

    /** The newest revision of a Helm release. One call. */
    default Optional<Release> release(ClusterEndpoint cluster, String namespace, String name) {
        return Optional.ofNullable(releases(cluster, namespace, List.of(name)).get(name));
    }

    /** The newest revisions of Helm releases by their names, of those that are there. One call. */
    Map<String, Release> releases(ClusterEndpoint cluster, String namespace, List<String> names);

    /** Those CustomResourceDefinitions of the named that are there. One call, and one for each that Helm does not keep. */
    List<Definition> definitions(ClusterEndpoint cluster, List<String> names);

    /**
     * What is there of an instance of a chart ({@code app.kubernetes.io/instance}). One call for each kind.
     *
     * @param namespace of those kinds that a chart puts into the release's own namespace
     * @param kinds those that are asked for; of those not known here nothing is found
     */
    List<JsonNode> objects(ClusterEndpoint cluster, String namespace, String instance, List<String> kinds);

    /** Whether {@link #objects} knows a kind. */
    boolean knows(String kind);

    /** The names of admission webhooks of old releases of Karpenter that were left behind. Two calls. */
    List<String> oldWebhooks(ClusterEndpoint cluster);

    /** The pods of an instance of a chart. One call. */
    List<Pod> pods(ClusterEndpoint cluster, String namespace, String instance);

    /** A NodePool; empty also where there is no such kind. One call. */
    Optional<Conditioned> nodePool(ClusterEndpoint cluster, String name);

    /** An EC2NodeClass; empty also where there is no such kind. One call. */
    Optional<Conditioned> nodeClass(ClusterEndpoint cluster, String name);
}
