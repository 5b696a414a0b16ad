package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.addon.Addon;
import io.groundskeeper.bootstrap.addon.Addons;
import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.FargateProfile;
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
import tools.jackson.databind.JsonNode;

/** One cluster's inside and its add-ons, in which Helm's releases run at once, and Karpenter's objects are ready. */
final class FakeKubernetes implements ClusterContents, Capacities, Releases, ClusterObjects, Addons {

    KubernetesVersion version = KubernetesVersion.of("1.33");
    final List<Node> nodes = new ArrayList<>(List.of(node("a"), node("b")));
    final List<Workload> workloads = new ArrayList<>();
    final Map<String, Release> releases = new HashMap<>();
    final List<String> nodeGroups = new ArrayList<>();
    final List<FargateProfile> profiles = new ArrayList<>();
    final List<Definition> definitions = new ArrayList<>();
    final List<String> oldWebhooks = new ArrayList<>();
    final List<Pod> pods = new ArrayList<>();
    final Map<String, Addon> addons = new HashMap<>();
    Optional<Conditioned> nodePool = Optional.of(ready("NodePool"));
    Optional<Conditioned> nodeClass = Optional.of(ready("EC2NodeClass"));
    /** How many of the controller's pods become ready. */
    int readyPods = 1;
    /** Why nobody gets in; empty when everybody does. */
    Optional<KubernetesUnavailableException.Cause> shut = Optional.empty();
    /** How often its Kubernetes API was asked anything. */
    int calls;

    private final Consumer<String> reading;
    private final BiConsumer<String, String> writing;

    FakeKubernetes(Consumer<String> reading, BiConsumer<String, String> writing) {
        this.reading = reading;
        this.writing = writing;
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
    public Map<String, Release> releases(ClusterEndpoint cluster, String namespace, List<String> names) {
        read("releases");
        var found = new HashMap<>(releases);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public List<Definition> definitions(ClusterEndpoint cluster, List<String> names) {
        read("definitions");
        return definitions.stream()
                .filter(definition -> names.contains(definition.name()))
                .toList();
    }

    @Override
    public List<JsonNode> objects(ClusterEndpoint cluster, String namespace, String instance, List<String> kinds) {
        kinds.forEach(kind -> read("objects"));
        return List.of();
    }

    @Override
    public boolean knows(String kind) {
        return true;
    }

    @Override
    public List<String> oldWebhooks(ClusterEndpoint cluster) {
        read("oldWebhooks");
        return List.copyOf(oldWebhooks);
    }

    @Override
    public List<Pod> pods(ClusterEndpoint cluster, String namespace, String instance) {
        read("pods");
        return List.copyOf(pods);
    }

    @Override
    public Optional<Conditioned> nodePool(ClusterEndpoint cluster, String name) {
        read("nodePool");
        return nodePool;
    }

    @Override
    public Optional<Conditioned> nodeClass(ClusterEndpoint cluster, String name) {
        read("nodeClass");
        return nodeClass;
    }

    @Override
    public void adopt(
            ClusterEndpoint cluster, String definition, String release, String namespace, boolean dropConversion) {
        writing.accept("adopt", definition);
        definitions.replaceAll(there -> there.name().equals(definition)
                ? new Definition(
                        definition,
                        Map.of("app.kubernetes.io/managed-by", "Helm"),
                        Map.of("meta.helm.sh/release-name", release, "meta.helm.sh/release-namespace", namespace),
                        there.storedVersions(),
                        there.convertedByWebhook() && !dropConversion)
                : there);
    }

    @Override
    public void restart(ClusterEndpoint cluster, String namespace, String deployment) {
        writing.accept("restart", deployment);
        workloads.replaceAll(there -> there.is(namespace, deployment) ? deployment("2026-11-30T10:00:30Z") : there);
    }

    @Override
    public boolean apply(ClusterEndpoint cluster, JsonNode deployment) {
        writing.accept(
                "applyDeployment", deployment.path("metadata").path("name").asString());
        return true;
    }

    @Override
    public Optional<Addon> find(String cluster, String name) {
        reading.accept("addon");
        return Optional.ofNullable(addons.get(name));
    }

    @Override
    public void configure(String cluster, String name, String configuration) {
        writing.accept("configureAddon", name);
        addons.put(name, new Addon(name, "UPDATING", configuration));
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
        if (wanted.name().equals("karpenter")) {
            workloads.removeIf(workload -> workload.is("kube-system", "karpenter"));
            workloads.add(deployment(""));
        }
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

    /** Something of Karpenter's that is ready. */
    static Conditioned ready(String kind) {
        return conditioned(kind, "{\"type\":\"Ready\",\"status\":\"True\"}");
    }

    static Conditioned conditioned(String kind, String conditions) {
        return new Conditioned(Json.read("""
                {"kind":"%s","metadata":{"name":"default","generation":1},"spec":{"template":{"spec":{"nodeClassRef":
                {"name":"default"}}}},"status":{"conditions":[%s]}}""".formatted(kind, conditions)));
    }

    private Workload deployment(String restartedAt) {
        return new Workload(Json.read("""
                {"kind":"Deployment","metadata":{"name":"karpenter","namespace":"kube-system","generation":1,
                "labels":{"groundskeeper/managed":"true"},"annotations":{"meta.helm.sh/release-name":"karpenter",
                "meta.helm.sh/release-namespace":"kube-system"}},
                "spec":{"replicas":2,"template":{"metadata":{"annotations":{"kubectl.kubernetes.io/restartedAt":"%s"}},
                "spec":{"containers":[{"image":"public.ecr.aws/karpenter/controller:1"}]}}},
                "status":{"observedGeneration":1,"replicas":2,"updatedReplicas":2,"readyReplicas":%d}}""".formatted(restartedAt, readyPods)));
    }

    private void read(String what) {
        calls++;
        reading.accept(what);
        if (shut.isPresent()) {
            throw new KubernetesUnavailableException(shut.get(), "Nobody answers", null);
        }
    }
}
