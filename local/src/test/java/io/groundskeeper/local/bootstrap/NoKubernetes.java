package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.Definition;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.WantedRelease;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Optional;

/** Clusters whose Kubernetes API nobody reaches. */
final class NoKubernetes implements ClusterContents, Releases {

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
    public Optional<Release> release(ClusterEndpoint cluster, String namespace, String name) {
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
    public void uninstall(ClusterEndpoint cluster, String namespace, String name) {
        throw unreachable();
    }

    private static KubernetesUnavailableException unreachable() {
        return new KubernetesUnavailableException(
                KubernetesUnavailableException.Cause.UNREACHABLE, "Nobody answers", null);
    }
}
