package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.kubernetes.ApiNodeObjects;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.network.NetworkState;
import io.groundskeeper.bootstrap.network.SecurityGroup;
import io.groundskeeper.bootstrap.network.Subnet;
import io.groundskeeper.bootstrap.nodes.ImageRelease;
import io.groundskeeper.bootstrap.nodes.MachineImages;
import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.bootstrap.nodes.NodeObjects;
import io.groundskeeper.bootstrap.nodes.NodePoolStep;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An API server with Karpenter's kinds, and step node-pool on it. What it makes in a cluster of KUBECONFIG is taken away
 * at the end; a cluster that has such objects already is not touched.
 */
final class NodePoolCluster implements AutoCloseable, Network, MachineImages, NodeObjects {

    private static final Duration SETTLED = Duration.ofSeconds(30);

    private final Optional<KubernetesApi> standIn;
    private final KubernetesAccess access;
    private final NodeObjects objects;
    private final List<HasMetadata> ownKinds = new ArrayList<>();
    private final TreeSet<String> published = new TreeSet<>(List.of("v20261101"));
    private Map<String, String> subnetTags = Map.of();
    private Runnable beforeApply = () -> {};

    private NodePoolCluster(Optional<KubernetesApi> standIn, Settings settings) {
        this.standIn = standIn;
        var aws = new AwsClients(
                settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        access = new KubernetesAccess(aws, settings, Clock.systemUTC());
        objects = new ApiNodeObjects(access);
    }

    /** @param environment with KUBECONFIG, or else the stand-in is started */
    static NodePoolCluster start(Map<String, String> environment) {
        var kubeconfig = environment.getOrDefault("KUBECONFIG", "");
        var settings = Settings.of(Map.of("AWS_REGION", "eu-west-1", "KUBECONFIG", kubeconfig));
        var cluster = new NodePoolCluster(
                kubeconfig.isEmpty()
                        ? Optional.of(KubernetesApi.start(
                                "dev",
                                "1.34",
                                token -> new Caller("bootstrap", List.of(), token.startsWith("k8s-aws-v1."), false)))
                        : Optional.empty(),
                settings);
        cluster.defineKinds();
        for (var kind : NodeKind.values()) {
            assumeThat(cluster.find(kind))
                    .as("the cluster has no %s of its own", kind.kind())
                    .isEmpty();
        }
        return cluster;
    }

    private void defineKinds() {
        try (var kinds = NodePoolCluster.class.getResourceAsStream("/charts/karpenter-crd/templates/kinds.yaml")) {
            in(client -> {
                for (var kind : client.load(kinds).items()) {
                    var resource = client.resource(kind);
                    // Deleted by the test before, it goes once its objects did.
                    await(resource, found -> found == null || !found.isMarkedForDeletion());
                    if (resource.get() == null) {
                        resource.create();
                        ownKinds.add(kind);
                        await(resource, found -> found != null && isEstablished(found));
                    }
                }
                return ownKinds;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // A real API server says False for a moment before it serves a kind.
    private static boolean isEstablished(HasMetadata kind) {
        return ((CustomResourceDefinition) kind)
                .getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }

    private static void await(Resource<HasMetadata> resource, Predicate<HasMetadata> reached) {
        resource.waitUntilCondition(reached, SETTLED.toSeconds(), TimeUnit.SECONDS);
    }

    StepResult run(Map<String, String> settings) {
        return run(settings, false);
    }

    StepResult run(Map<String, String> settings, boolean dryRun) {
        return run(settings, false, dryRun);
    }

    /** With the newest image. */
    StepResult refresh(boolean dryRun) {
        return run(Map.of(), true, dryRun);
    }

    private StepResult run(Map<String, String> settings, boolean refresh, boolean dryRun) {
        var facts = new ClusterFacts(
                new ClusterId("aws", "eu-west-1", "123456789012", "dev"),
                "ACTIVE",
                Map.of(),
                ClusterFacts.Kind.STANDARD,
                false,
                "vpc-1",
                List.of("subnet-1", "subnet-2"),
                Optional.of("sg-1"),
                Optional.of(endpoint()),
                new ClusterFacts.Logins("API", Optional.empty()));
        var environment = new HashMap<>(settings);
        environment.put("KARPENTER_CHART", "oci://public.ecr.aws/karpenter");
        var target = new Target(facts, ClusterSettings.of(Settings.of(environment), Map.of()), refresh);
        var step = new NodePoolStep(new ApiContents(access), this, this, this, Clock.systemUTC());
        return StepRunner.run(step, target, dryRun);
    }

    /** From now on a subnet is another cluster's too. */
    void selectById() {
        subnetTags = Map.of("karpenter.sh/discovery", "prod");
    }

    void publish(String release) {
        published.add(release);
    }

    void withdraw(String release) {
        published.remove(release);
    }

    /** Does something once, right before the next object is applied. */
    void beforeApply(Runnable once) {
        beforeApply = once;
    }

    JsonNode get(NodeKind kind) {
        return find(kind).orElseThrow();
    }

    Optional<JsonNode> find(NodeKind kind) {
        return find(endpoint(), kind);
    }

    /** Changes an object as someone else. */
    void patch(NodeKind kind, String manager, String mergePatch) {
        var context = new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager(manager)
                .build();
        in(client -> resource(client, kind).patch(context, mergePatch));
    }

    /** A NodePool that someone else made. */
    void createOtherPool(String manager) {
        in(client -> client.genericKubernetesResources(context(NodeKind.NODE_POOL))
                .resource(client.getKubernetesSerialization().unmarshal("""
                        {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"default"},
                        "spec":{"template":{"spec":{"nodeClassRef":{"group":"karpenter.k8s.aws","kind":"EC2NodeClass","name":"default"},
                        "requirements":[{"key":"kubernetes.io/os","operator":"In","values":["linux"]}],"expireAfter":"720h"}},
                        "disruption":{"consolidateAfter":"1m","consolidationPolicy":"WhenEmptyOrUnderutilized"}}}""", GenericKubernetesResource.class))
                .fieldManager(manager)
                .serverSideApply());
    }

    void delete(NodeKind kind) {
        in(client -> resource(client, kind).delete());
    }

    @Override
    public Optional<JsonNode> find(ClusterEndpoint endpoint, NodeKind kind) {
        return objects.find(endpoint, kind);
    }

    @Override
    public void apply(ClusterEndpoint endpoint, NodeKind kind, ObjectNode document) {
        beforeApply.run();
        beforeApply = () -> {};
        objects.apply(endpoint, kind, document);
    }

    @Override
    public NetworkState read(ClusterFacts facts) {
        return new NetworkState(
                List.of(),
                List.of("subnet-1", "subnet-2"),
                List.of(new Subnet("subnet-1", subnetTags), new Subnet("subnet-2", Map.of())),
                List.of(new SecurityGroup("sg-1", Map.of())),
                List.of());
    }

    @Override
    public void tag(String resourceId, Map<String, String> tags) {
        throw new AssertionError("step node-pool tags nothing");
    }

    @Override
    public void untag(String resourceId, Map<String, String> tags) {
        throw new AssertionError("step node-pool tags nothing");
    }

    @Override
    public Optional<ImageRelease> recommended(KubernetesVersion kubernetes, Architecture architecture) {
        return Optional.of(new ImageRelease(published.last()));
    }

    @Override
    public boolean isPublished(KubernetesVersion kubernetes, Architecture architecture, ImageRelease release) {
        return published.contains(release.version());
    }

    private ClusterEndpoint endpoint() {
        return standIn.map(api -> new ClusterEndpoint(
                        "dev",
                        api.endpoint().toString(),
                        Base64.getEncoder()
                                .encodeToString(api.caCertificatePem().getBytes(StandardCharsets.UTF_8)),
                        true,
                        List.of()))
                .orElseGet(() -> new ClusterEndpoint("dev", "https://kubeconfig.invalid", "", true, List.of()));
    }

    private <T> T in(Function<KubernetesClient, T> work) {
        return access.in(endpoint(), work);
    }

    private static Resource<GenericKubernetesResource> resource(KubernetesClient client, NodeKind kind) {
        return client.genericKubernetesResources(context(kind)).withName(NodeKind.NAME);
    }

    private static ResourceDefinitionContext context(NodeKind kind) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(kind.group())
                .withVersion(kind.version())
                .withKind(kind.kind())
                .withPlural(kind.plural())
                .withNamespaced(false)
                .build();
    }

    @Override
    public void close() {
        if (standIn.isPresent()) {
            standIn.get().close();
            return;
        }
        for (var kind : NodeKind.values()) {
            find(kind).ifPresent(left -> {
                patch(kind, "test", "{\"metadata\":{\"finalizers\":null}}");
                delete(kind);
            });
        }
        in(client -> {
            client.resourceList(ownKinds).delete();
            ownKinds.forEach(kind -> await(client.resource(kind), Objects::isNull));
            return ownKinds;
        });
    }
}
