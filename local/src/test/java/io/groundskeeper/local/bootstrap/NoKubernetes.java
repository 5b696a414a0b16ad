package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.ClusterObjects;
import io.groundskeeper.bootstrap.controller.Conditioned;
import io.groundskeeper.bootstrap.controller.Definition;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Pod;
import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.WantedRelease;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.bootstrap.nodes.NodeObjects;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Clusters whose Kubernetes API nobody reaches. */
final class NoKubernetes implements ClusterContents, Releases, ClusterObjects, NodeObjects {

    @Override
    public KubernetesVersion version(ClusterEndpoint cluster) {
        throw unreachable();
    }

    @Override
    public List<Workload> workloads(ClusterEndpoint cluster) {
        throw unreachable();
    }

    @Override
    public List<Node> nodes(ClusterEndpoint cluster) {
        throw unreachable();
    }

    @Override
    public Map<String, Release> releases(ClusterEndpoint cluster, String namespace, List<String> names) {
        throw unreachable();
    }

    @Override
    public List<Definition> definitions(ClusterEndpoint cluster, List<String> names) {
        throw unreachable();
    }

    @Override
    public void install(ClusterEndpoint cluster, WantedRelease release) {
        throw unreachable();
    }

    @Override
    public void upgrade(ClusterEndpoint cluster, WantedRelease release) {
        throw unreachable();
    }

    @Override
    public void forget(ClusterEndpoint cluster, String namespace, String secret) {
        throw unreachable();
    }

    @Override
    public List<JsonNode> objects(ClusterEndpoint cluster, String namespace, String instance, List<String> kinds) {
        throw unreachable();
    }

    @Override
    public Optional<JsonNode> find(ClusterEndpoint cluster, NodeKind kind) {
        throw unreachable();
    }

    @Override
    public boolean knows(String kind) {
        return false;
    }

    @Override
    public List<String> oldWebhooks(ClusterEndpoint cluster) {
        throw unreachable();
    }

    @Override
    public List<Pod> pods(ClusterEndpoint cluster, String namespace, String instance) {
        throw unreachable();
    }

    @Override
    public Optional<Conditioned> nodePool(ClusterEndpoint cluster, String name) {
        throw unreachable();
    }

    @Override
    public Optional<Conditioned> nodeClass(ClusterEndpoint cluster, String name) {
        throw unreachable();
    }

    @Override
    public void adopt(
            ClusterEndpoint cluster, String definition, String release, String namespace, boolean dropConversion) {
        throw unreachable();
    }

    @Override
    public void restart(ClusterEndpoint cluster, String namespace, String deployment) {
        throw unreachable();
    }

    @Override
    public boolean apply(ClusterEndpoint cluster, JsonNode deployment) {
        throw unreachable();
    }

    @Override
    public void apply(ClusterEndpoint cluster, NodeKind kind, ObjectNode document) {
        throw unreachable();
    }

    @Override
    public void uninstall(ClusterEndpoint cluster, String namespace, String name) {
        throw unreachable();
    }

    private static KubernetesUnavailableException unreachable() {
        return new KubernetesUnavailableException(
                KubernetesUnavailableException.Cause.UNREACHABLE, "Nobody answers", null);
    }
}
