package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.controller.Capacity;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.Definition;
import io.groundskeeper.bootstrap.controller.FargateProfile;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.WantedRelease;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One cluster's inside, in which Helm's releases become what they install at once. */
final class FakeKubernetes implements ClusterContents, Capacity, Releases {

    KubernetesVersion version = KubernetesVersion.of("1.33");
    final List<Node> nodes = new ArrayList<>(List.of(node("a"), node("b")));
    final List<Workload> workloads = new ArrayList<>();
    final Map<String, Release> releases = new HashMap<>();
    final List<String> nodeGroups = new ArrayList<>();
    final List<FargateProfile> profiles = new ArrayList<>();
    boolean reachable = true;
    /** How often it was asked or told anything. */
    int calls;

    private final Consumer<String> reading;
    private final BiConsumer<String, String> writing;

    FakeKubernetes(Consumer<String> reading, BiConsumer<String, String> writing) {
        this.reading = what -> {
            calls++;
            reading.accept(what);
        };
        this.writing = (what, name) -> {
            calls++;
            writing.accept(what, name);
        };
    }

    static Node node(String name) {
        return new Node(name, Map.of("eks.amazonaws.com/nodegroup", "system"), true, Set.of());
    }

    @Override
    public KubernetesVersion version(ClusterEndpoint cluster) {
        read("version");
        return version;
    }

    @Override
    public List<Workload> workloads(ClusterEndpoint cluster) {
        read("workloads");
        return List.copyOf(workloads);
    }

    @Override
    public List<Node> nodes(ClusterEndpoint cluster) {
        read("nodes");
        return List.copyOf(nodes);
    }

    @Override
    public Optional<Release> release(ClusterEndpoint cluster, String namespace, String name) {
        read("release");
        return Optional.ofNullable(releases.get(name));
    }

    @Override
    public List<Definition> definitions(ClusterEndpoint cluster, List<String> names) {
        names.forEach(name -> read("definition"));
        return List.of();
    }

    @Override
    public List<String> nodeGroups(String cluster) {
        reading.accept("nodeGroups");
        return List.copyOf(nodeGroups);
    }

    @Override
    public List<FargateProfile> fargateProfiles(String cluster) {
        reading.accept("fargateProfiles");
        return List.copyOf(profiles);
    }

    @Override
    public void install(ClusterEndpoint cluster, WantedRelease release) {
        writing.accept("installRelease", release.name());
        deployed(release, 0);
    }

    @Override
    public void upgrade(ClusterEndpoint cluster, WantedRelease release) {
        writing.accept("upgradeRelease", release.name());
        deployed(release, releases.get(release.name()).older() + 1);
    }

    @Override
    public void forget(ClusterEndpoint cluster, String namespace, String secret) {
        writing.accept("forgetRelease", secret);
        releases.values().removeIf(release -> release.secret().equals(secret));
    }

    @Override
    public void uninstall(ClusterEndpoint cluster, String namespace, String name) {
        writing.accept("uninstallRelease", name);
        releases.remove(name);
    }

    private void deployed(WantedRelease wanted, int older) {
        releases.put(
                wanted.name(),
                new Release(
                        wanted.name(),
                        "sh.helm.release.v1.%s.v%d".formatted(wanted.name(), older + 1),
                        older,
                        "deployed",
                        wanted.version().toString(),
                        Json.tree(wanted.values()),
                        Instant.EPOCH,
                        List.of()));
    }

    private void read(String what) {
        reading.accept(what);
        if (!reachable) {
            throw new KubernetesUnavailableException(
                    KubernetesUnavailableException.Cause.UNREACHABLE, "Nobody answers", null);
        }
    }
}
