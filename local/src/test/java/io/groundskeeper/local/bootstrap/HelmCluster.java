package io.groundskeeper.local.bootstrap;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.groundskeeper.bootstrap.addon.AddOnsStep;
import io.groundskeeper.bootstrap.addon.Addon;
import io.groundskeeper.bootstrap.addon.Addons;
import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.FargateProfile;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.ControllerPlace;
import io.groundskeeper.bootstrap.controller.ControllerStep;
import io.groundskeeper.bootstrap.controller.CrdStep;
import io.groundskeeper.bootstrap.controller.RememberedCluster;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.helm.ApiObjects;
import io.groundskeeper.bootstrap.helm.HelmReleases;
import io.groundskeeper.bootstrap.helm.RegistryLogin;
import io.groundskeeper.bootstrap.readiness.ReadinessStep;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.registry.Chart;
import io.groundskeeper.local.registry.ChartRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cluster, and the bootstrap's steps inside it with Helm itself. Its Kubernetes API is a stand-in that takes every EKS
 * token, or the API server of KUBECONFIG where that is set. That one must be nobody's: no node, no Karpenter. What is made
 * there is taken away again, and kinds of Karpenter's that were there before are put back.
 */
final class HelmCluster implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final String KIND = "CustomResourceDefinition";
    private static final String KINDS_API = "apiextensions.k8s.io/v1";
    private static final String NAMESPACE = "kube-system";

    /** On nodes that a test made, so that those of one that was killed can be told from somebody's. */
    private static final String TEST = "groundskeeper/test";

    private final Optional<String> kubeconfig =
            Optional.ofNullable(System.getenv("KUBECONFIG")).filter(path -> !path.isBlank());
    private final Optional<KubernetesApi> api;
    private final ChartRegistry own = ChartRegistry.start(Chart.all());
    private final KubernetesAccess access;
    private final HelmReleases helm;
    private final List<JsonNode> kindsBefore;
    private final List<String> nodes = new ArrayList<>();
    final Map<String, Addon> addons = new HashMap<>();
    final List<FargateProfile> fargateProfiles = new ArrayList<>();
    private Optional<String> charts = Optional.empty();
    private Map<String, String> tags = Map.of();
    private Clock clock = Clock.systemUTC();

    HelmCluster() {
        api = kubeconfig.isPresent()
                ? Optional.empty()
                : Optional.of(KubernetesApi.start(
                        "dev",
                        "1.33",
                        token -> new Caller("bootstrap", List.of(), token.startsWith("k8s-aws-v1."), false)));
        var environment = new HashMap<>(Map.of("AWS_REGION", "eu-west-1"));
        kubeconfig.ifPresent(path -> environment.put("KUBECONFIG", path));
        var settings = Settings.of(environment);
        var aws = new AwsClients(
                settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        access = new KubernetesAccess(aws, settings, Clock.systemUTC());
        helm = new HelmReleases(access, new RegistryLogin(new AwsJsonClient(aws, settings, AwsJsonClient.Service.ECR)));
        if (api.isEmpty()) {
            takeOver();
        }
        kindsBefore = kinds();
        removeKinds();
    }

    private void takeOver() {
        var there = list("v1", "Node");
        if (there.stream()
                .anyMatch(node -> !node.path("metadata").path("labels").has(TEST))) {
            throw new IllegalStateException(
                    "The cluster of KUBECONFIG has nodes: it may be somebody's. Take an empty one");
        }
        if (!there.isEmpty()) {
            there.forEach(node -> nodes.add(node.at("/metadata/name").asString()));
            tidy();
            nodes.clear();
        }
    }

    /** The stand-in's own controllers; none where the API server is a real one. */
    Optional<KubernetesApi> standIn() {
        return api;
    }

    KubernetesAccess access() {
        return access;
    }

    HelmReleases helm() {
        return helm;
    }

    /** Takes the project's own charts, of which there are more versions than one. */
    void ownCharts() {
        chartsFrom(own.charts().toString());
    }

    /** Takes the charts from elsewhere. */
    void chartsFrom(String place) {
        charts = Optional.of(place);
    }

    /** The cluster's tags. */
    void tags(Map<String, String> these) {
        tags = these;
    }

    void later(Duration by) {
        clock = Clock.offset(clock, by);
    }

    /** A ready node of a managed node group. */
    void node(String name) {
        nodes.add(name);
        put("""
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{"kubernetes.io/os":"linux",
                "eks.amazonaws.com/nodegroup":"system","%s":"true"}},
                "status":{"conditions":[{"type":"Ready","status":"True"}]}}""".formatted(name, TEST));
        // A real API server taints a node that nobody has looked at.
        in(client -> client.nodes()
                .withName(name)
                .edit(node -> new NodeBuilder(node)
                        .editOrNewSpec()
                        .withTaints()
                        .endSpec()
                        .build()));
    }

    /** Step helm-crd. */
    StepResult definitions(String version, boolean dryRun) {
        return run(new CrdStep(remembered(), remembered(), remembered(), clock), version, dryRun);
    }

    /** Step helm-controller. */
    StepResult controller(String version, boolean dryRun) {
        var cluster = remembered();
        return run(new ControllerStep(cluster, place(cluster), cluster, cluster, clock), version, dryRun);
    }

    /** Step add-ons. */
    StepResult addOns(String version) {
        var cluster = remembered();
        return run(new AddOnsStep(cluster, cluster, new KnownAddons(), clock), version, false);
    }

    /** Step readiness. */
    StepResult readiness(String version) {
        var cluster = remembered();
        var identities = new NoIdentities();
        return run(new ReadinessStep(cluster, cluster, place(cluster), identities, identities, clock), version, false);
    }

    private RememberedCluster remembered() {
        return new RememberedCluster(new ApiContents(access), helm, new ApiObjects(access, clock));
    }

    private ControllerPlace place(RememberedCluster cluster) {
        return new ControllerPlace(cluster, new KnownCapacities(), new NoRoles());
    }

    private StepResult run(Step<?, ?> step, String version, boolean dryRun) {
        return StepRunner.run(step, target(version), dryRun);
    }

    /** One object as the API server gives it. */
    Optional<JsonNode> get(String apiVersion, String kind, String name) {
        return Optional.ofNullable(
                        in(client -> resource(client, apiVersion, kind, name).get()))
                .map(HelmCluster::json);
    }

    /** All objects of a kind. */
    List<JsonNode> list(String apiVersion, String kind) {
        return in(client ->
                client.genericKubernetesResources(apiVersion, kind).inAnyNamespace().list().getItems().stream()
                        .map(HelmCluster::json)
                        .toList());
    }

    /** Creates or replaces an object, its status too. */
    void put(String object) {
        var wanted = resource(object);
        var apiVersion = wanted.getApiVersion();
        var name = wanted.getMetadata().getName();
        in(client -> {
            var there = resource(client, apiVersion, wanted.getKind(), name);
            wanted.getMetadata().setResourceVersion(null);
            if (there.get() == null) {
                client.resource(wanted).create();
            } else {
                client.resource(wanted).update();
            }
            if (wanted.get("status") != null && !wanted.getKind().equals("Secret")) {
                client.resource(wanted).updateStatus();
            }
            return name;
        });
    }

    void delete(String apiVersion, String kind, String name) {
        in(client -> resource(client, apiVersion, kind, name)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete());
        await(() -> get(apiVersion, kind, name).isEmpty());
    }

    /** A CustomResourceDefinition that can be put again. */
    ObjectNode kind(String name) {
        var kind = (ObjectNode) get(KINDS_API, KIND, name).orElseThrow();
        kind.remove("status");
        return kind;
    }

    /** The Deployment of the controller. */
    ObjectNode deployment() {
        return (ObjectNode) get("apps/v1", "Deployment", "karpenter").orElseThrow();
    }

    /** As many of the controller's pods become ready; a real API server has nobody who would do it. */
    void ready(int pods) {
        if (api.isPresent() && pods > 0) {
            await(() -> deployment().path("status").path("readyReplicas").asInt(0) > 0);
            return;
        }
        status(pods);
    }

    /** Whether the API server is a stand-in, whose controllers play what a cluster's do. */
    boolean isPlayed() {
        return api.isPresent();
    }

    private void status(int pods) {
        var deployment = deployment();
        var wanted = deployment.path("spec").path("replicas").asInt(1);
        deployment
                .putObject("status")
                .put(
                        "observedGeneration",
                        deployment.path("metadata").path("generation").asLong())
                .put("replicas", wanted)
                .put("updatedReplicas", wanted)
                .put("readyReplicas", pods)
                .put("unavailableReplicas", wanted - pods);
        in(client -> client.resource(resource(Json.write(deployment))).updateStatus());
    }

    <T> T in(Function<KubernetesClient, T> work) {
        return access.in(endpoint(), work);
    }

    @Override
    public void close() {
        if (api.isEmpty()) {
            tidy();
            removeKinds();
            kindsBefore.forEach(kind ->
                    in(client -> client.resource(resource(Json.write(kind))).create()));
        }
        own.close();
        api.ifPresent(KubernetesApi::close);
    }

    private void tidy() {
        Stream.of("ServiceAccount", "Service").forEach(kind -> sweep("v1", kind));
        Stream.of("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")
                .forEach(kind -> sweep("rbac.authorization.k8s.io/v1", kind));
        sweep("policy/v1", "PodDisruptionBudget");
        sweep("apps/v1", "Deployment");
        list("v1", "Secret").stream()
                .filter(secret ->
                        secret.at("/metadata/labels/owner").asString("").equals("helm"))
                .forEach(this::remove);
        nodes.forEach(name -> delete("v1", "Node", name));
    }

    private void sweep(String apiVersion, String kind) {
        list(apiVersion, kind).stream()
                .filter(object -> object.path("metadata")
                        .path("labels")
                        .path("app.kubernetes.io/instance")
                        .asString("")
                        .equals("karpenter"))
                .forEach(this::remove);
    }

    private void remove(JsonNode object) {
        in(client -> client.resource(resource(Json.write(object))).delete());
    }

    private List<JsonNode> kinds() {
        return list(KINDS_API, KIND).stream()
                .filter(kind -> kind.at("/spec/group").asString("").contains("karpenter")
                        || kind.at("/spec/group").asString("").equals("autoscaling.x-k8s.io"))
                .map(HelmCluster::plain)
                .toList();
    }

    private void removeKinds() {
        kinds().forEach(kind ->
                delete(KINDS_API, KIND, kind.at("/metadata/name").asString()));
    }

    /** Without what the API server sets. */
    private static JsonNode plain(JsonNode object) {
        var copy = (ObjectNode) object.deepCopy();
        copy.remove("status");
        ((ObjectNode) copy.path("metadata"))
                .remove(List.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields"));
        return copy;
    }

    private static Resource<GenericKubernetesResource> resource(
            KubernetesClient client, String apiVersion, String kind, String name) {
        var all = client.genericKubernetesResources(apiVersion, kind);
        return kind.startsWith("Cluster")
                        || kind.equals("Node")
                        || kind.equals(KIND)
                        || apiVersion.contains("karpenter")
                ? all.withName(name)
                : all.inNamespace(NAMESPACE).withName(name);
    }

    private static GenericKubernetesResource resource(String json) {
        return Serialization.unmarshal(json, GenericKubernetesResource.class);
    }

    private static JsonNode json(GenericKubernetesResource resource) {
        return Json.read(Serialization.asJson(resource));
    }

    static void await(BooleanSupplier reached) {
        for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); !reached.getAsBoolean(); ) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Waited in vain for " + LONGEST_WAIT);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    ClusterEndpoint endpoint() {
        return api.map(there -> {
                    var ca = Base64.getEncoder()
                            .encodeToString(there.caCertificatePem().getBytes(StandardCharsets.UTF_8));
                    return new ClusterEndpoint("dev", there.endpoint().toString(), ca, true, List.of());
                })
                .orElseGet(() -> new ClusterEndpoint("dev", "https://localhost:1", "", true, List.of()));
    }

    /** The cluster with the project's own charts, those of KARPENTER_CHART, or those of another place. */
    Target target(String version) {
        var facts = new ClusterFacts(
                new ClusterId("aws", "eu-west-1", "123456789012", "dev"),
                "ACTIVE",
                tags,
                ClusterFacts.Kind.STANDARD,
                false,
                "vpc-1",
                List.of(),
                Optional.empty(),
                Optional.of(endpoint()),
                new ClusterFacts.Logins("API", Optional.empty()));
        var place = charts.or(() -> Optional.ofNullable(System.getenv("KARPENTER_CHART")))
                .orElseGet(() -> own.charts().toString());
        var settings = Settings.of(Map.of("KARPENTER_CHART", place, "KARPENTER_VERSION", version));
        return new Target(facts, ClusterSettings.of(settings, tags));
    }

    private final class KnownCapacities implements Capacities {
        @Override
        public List<String> nodeGroups(String cluster) {
            return List.of();
        }

        @Override
        public List<FargateProfile> fargateProfiles(String cluster) {
            return List.copyOf(fargateProfiles);
        }
    }

    private final class KnownAddons implements Addons {
        @Override
        public Optional<Addon> find(String cluster, String name) {
            return Optional.ofNullable(addons.get(name));
        }

        @Override
        public void configure(String cluster, String name, String configuration) {
            addons.put(name, new Addon(name, "ACTIVE", configuration));
        }
    }
}
