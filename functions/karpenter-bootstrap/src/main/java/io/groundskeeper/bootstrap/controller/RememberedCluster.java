package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A cluster's inside for the length of one run: what was read is not read again until something was written. That nobody
 * answers is remembered too, since each try takes seconds.
 */
public final class RememberedCluster implements ClusterContents, Releases, ClusterObjects {

    // Both are always asked for.
    private static final List<String> RELEASES = List.of(Karpenter.CRD_RELEASE, Karpenter.RELEASE);

    private final ClusterContents contents;
    private final Releases releases;
    private final ClusterObjects objects;
    private final Map<List<Object>, Object> seen = new HashMap<>();
    private final Map<String, Conditioned> seenReady = new HashMap<>();
    private KubernetesUnavailableException unreachable;

    /** Remembers what these find, and forgets it when these write. */
    public RememberedCluster(ClusterContents contents, Releases releases, ClusterObjects objects) {
        this.contents = contents;
        this.releases = releases;
        this.objects = objects;
    }

    /** To be called when the cluster was changed in another way. */
    public void forget() {
        seen.clear();
        seenReady.clear();
    }

    /** Takes note of an object that was just read in another way: one that is ready is not asked for again. */
    public void saw(JsonNode object) {
        var conditioned = new Conditioned(object);
        if (conditioned.isReady()) {
            seenReady.put(conditioned.described(), conditioned);
        }
    }

    @Override
    public KubernetesVersion version(ClusterEndpoint cluster) {
        return once(List.of("version", cluster), () -> contents.version(cluster));
    }

    @Override
    public List<Workload> workloads(ClusterEndpoint cluster) {
        return once(List.of("workloads", cluster), () -> contents.workloads(cluster));
    }

    @Override
    public List<Node> nodes(ClusterEndpoint cluster) {
        return once(List.of("nodes", cluster), () -> contents.nodes(cluster));
    }

    @Override
    public Map<String, Release> releases(ClusterEndpoint cluster, String namespace, List<String> names) {
        var asked = RELEASES.containsAll(names) ? RELEASES : names;
        return once(List.of("releases", cluster, namespace, asked), () -> contents.releases(cluster, namespace, asked));
    }

    @Override
    public List<Definition> definitions(ClusterEndpoint cluster, List<String> names) {
        return once(List.of("definitions", cluster, names), () -> contents.definitions(cluster, names));
    }

    @Override
    public List<JsonNode> objects(ClusterEndpoint cluster, String namespace, String instance, List<String> kinds) {
        return once(
                List.of("objects", cluster, namespace, instance, kinds),
                () -> contents.objects(cluster, namespace, instance, kinds));
    }

    @Override
    public boolean knows(String kind) {
        return contents.knows(kind);
    }

    @Override
    public List<String> oldWebhooks(ClusterEndpoint cluster) {
        return once(List.of("oldWebhooks", cluster), () -> contents.oldWebhooks(cluster));
    }

    @Override
    public List<Pod> pods(ClusterEndpoint cluster, String namespace, String instance) {
        return asked(() -> contents.pods(cluster, namespace, instance));
    }

    @Override
    public Optional<Conditioned> nodePool(ClusterEndpoint cluster, String name) {
        // Its own controller changes it all the time: what was not ready may be so now.
        return Optional.ofNullable(seenReady.get("NodePool " + name))
                .or(() -> asked(() -> contents.nodePool(cluster, name)));
    }

    @Override
    public Optional<Conditioned> nodeClass(ClusterEndpoint cluster, String name) {
        return Optional.ofNullable(seenReady.get("EC2NodeClass " + name))
                .or(() -> asked(() -> contents.nodeClass(cluster, name)));
    }

    @Override
    public void install(ClusterEndpoint cluster, WantedRelease release) {
        forget();
        releases.install(cluster, release);
    }

    @Override
    public void upgrade(ClusterEndpoint cluster, WantedRelease release) {
        forget();
        releases.upgrade(cluster, release);
    }

    @Override
    public void forget(ClusterEndpoint cluster, String namespace, String secret) {
        forget();
        releases.forget(cluster, namespace, secret);
    }

    @Override
    public void uninstall(ClusterEndpoint cluster, String namespace, String name) {
        forget();
        releases.uninstall(cluster, namespace, name);
    }

    @Override
    public void adopt(
            ClusterEndpoint cluster, String definition, String release, String namespace, boolean dropConversion) {
        forget();
        objects.adopt(cluster, definition, release, namespace, dropConversion);
    }

    @Override
    public void restart(ClusterEndpoint cluster, String namespace, String deployment) {
        forget();
        objects.restart(cluster, namespace, deployment);
    }

    @Override
    public boolean apply(ClusterEndpoint cluster, JsonNode deployment) {
        forget();
        return objects.apply(cluster, deployment);
    }

    // The same key is always asked for the same type.
    @SuppressWarnings("unchecked")
    private <T> T once(List<Object> key, Supplier<T> read) {
        if (!seen.containsKey(key)) {
            seen.put(key, asked(read));
        }
        return (T) seen.get(key);
    }

    private <T> T asked(Supplier<T> read) {
        if (unreachable != null) {
            throw unreachable;
        }
        try {
            return read.get();
        } catch (KubernetesUnavailableException e) {
            if (e.reason() == KubernetesUnavailableException.Cause.UNREACHABLE) {
                unreachable = e;
            }
            throw e;
        }
    }
}
