package io.groundskeeper.bootstrap.helm;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.Conditioned;
import io.groundskeeper.bootstrap.controller.Definition;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Pod;
import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads clusters by plain GETs, which is what each call of {@link ClusterContents} is counted in.
 *
 * @param access to clusters
 */
public record ApiContents(KubernetesAccess access) implements ClusterContents {

    private static final Set<String> KEEPS_OFF = Set.of("NoSchedule", "NoExecute");
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String METADATA_ONLY =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
    // As Karpenter's charts named them before 1.1; those of a release have its name in front.
    private static final Pattern OLD_WEBHOOK =
            Pattern.compile("(defaulting|validation)\\.webhook\\.(config\\.)?karpenter\\.(sh|k8s\\.aws)");
    private static final Map<String, String> KINDS = Map.of(
            "ServiceAccount", "/api/v1/namespaces/%s/serviceaccounts",
            "Service", "/api/v1/namespaces/%s/services",
            "PodDisruptionBudget", "/apis/policy/v1/namespaces/%s/poddisruptionbudgets",
            "ClusterRole", "/apis/rbac.authorization.k8s.io/v1/clusterroles",
            "ClusterRoleBinding", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
            "Role", "/apis/rbac.authorization.k8s.io/v1/roles",
            "RoleBinding", "/apis/rbac.authorization.k8s.io/v1/rolebindings");

    @Override
    public KubernetesVersion version(ClusterEndpoint cluster) {
        var version = found(cluster, "/version");
        return KubernetesVersion.of("%s.%s"
                .formatted(
                        version.path("major").asString(""),
                        version.path("minor").asString("")));
    }

    @Override
    public List<Workload> workloads(ClusterEndpoint cluster) {
        return items(cluster, "/apis/apps/v1/deployments").stream()
                .map(Workload::new)
                .toList();
    }

    @Override
    public List<Node> nodes(ClusterEndpoint cluster) {
        return items(cluster, "/api/v1/nodes?labelSelector=%21karpenter.sh%2Fnodepool").stream()
                .map(ApiContents::node)
                .toList();
    }

    @Override
    public Map<String, Release> releases(ClusterEndpoint cluster, String namespace, List<String> names) {
        return StoredRelease.newest(found(
                cluster,
                "/api/v1/namespaces/%s/secrets?labelSelector=owner%%3Dhelm%%2Cname%%20in%%20%%28%s%%29"
                        .formatted(namespace, String.join("%2C", names))));
    }

    @Override
    public List<Definition> definitions(ClusterEndpoint cluster, List<String> names) {
        return metadata(cluster, DEFINITIONS)
                .path("items")
                .valueStream()
                .map(ApiContents::definition)
                .filter(definition -> names.contains(definition.name()))
                .flatMap(definition -> definition.annotations().containsKey("meta.helm.sh/release-name")
                        ? Stream.of(definition)
                        : find(cluster, DEFINITIONS + "/" + definition.name()).map(ApiContents::definition).stream())
                .toList();
    }

    @Override
    public List<JsonNode> objects(ClusterEndpoint cluster, String namespace, String instance, List<String> kinds) {
        return kinds.stream()
                .flatMap(kind -> items(
                                cluster,
                                "%s?labelSelector=app.kubernetes.io%%2Finstance%%3D%s"
                                        .formatted(KINDS.get(kind).formatted(namespace), instance))
                        .stream()
                        // A list names its items' kind only for all of them together.
                        .map(item -> (JsonNode) ((ObjectNode) item).put("kind", kind)))
                .toList();
    }

    @Override
    public boolean knows(String kind) {
        return KINDS.containsKey(kind);
    }

    @Override
    public List<String> oldWebhooks(ClusterEndpoint cluster) {
        return Stream.of("validating", "mutating")
                .flatMap(kind -> metadata(
                                cluster,
                                "/apis/admissionregistration.k8s.io/v1/%swebhookconfigurations".formatted(kind))
                        .path("items")
                        .valueStream())
                .map(item -> item.path("metadata").path("name").asString(""))
                .filter(name -> OLD_WEBHOOK.matcher(name).matches())
                .toList();
    }

    @Override
    public List<Pod> pods(ClusterEndpoint cluster, String namespace, String instance) {
        return items(
                        cluster,
                        "/api/v1/namespaces/%s/pods?labelSelector=app.kubernetes.io%%2Finstance%%3D%s"
                                .formatted(namespace, instance))
                .stream()
                .map(Pod::new)
                .toList();
    }

    @Override
    public Optional<Conditioned> nodePool(ClusterEndpoint cluster, String name) {
        return find(cluster, "/apis/karpenter.sh/v1/nodepools/" + name).map(Conditioned::new);
    }

    @Override
    public Optional<Conditioned> nodeClass(ClusterEndpoint cluster, String name) {
        return find(cluster, "/apis/karpenter.k8s.aws/v1/ec2nodeclasses/" + name)
                .map(Conditioned::new);
    }

    private static Definition definition(JsonNode definition) {
        var metadata = definition.path("metadata");
        return new Definition(
                metadata.path("name").asString(""),
                map(metadata.path("labels")),
                map(metadata.path("annotations")),
                definition
                        .path("status")
                        .path("storedVersions")
                        .valueStream()
                        .map(version -> version.asString(""))
                        .toList(),
                definition.at("/spec/conversion/strategy").asString("").equals("Webhook"));
    }

    // Metadata only: the schemas of all kinds of a cluster are megabytes.
    private JsonNode metadata(ClusterEndpoint cluster, String path) {
        return Json.read(access.in(cluster, client -> {
            var http = client.getHttpClient();
            var answer = http.sendAsync(
                            http.newHttpRequestBuilder()
                                    .uri(URI.create(client.getMasterUrl().toString())
                                            .resolve(path))
                                    .header("Accept", METADATA_ONLY)
                                    .build(),
                            String.class)
                    .join();
            if (!answer.isSuccessful()) {
                throw new KubernetesClientException(
                        "GET %s was answered with %s".formatted(path, answer.body()), answer.code(), null);
            }
            return answer.body();
        }));
    }

    private static Node node(JsonNode node) {
        var spec = node.path("spec");
        var ready = node.path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals("Ready")
                        && condition.path("status").asString("").equals("True"));
        return new Node(
                node.path("metadata").path("name").asString(""),
                map(node.path("metadata").path("labels")),
                ready && !spec.path("unschedulable").asBoolean(false),
                spec.path("taints")
                        .valueStream()
                        .filter(taint -> KEEPS_OFF.contains(taint.path("effect").asString("")))
                        .map(taint -> taint.path("key").asString(""))
                        .collect(Collectors.toSet()));
    }

    private static Map<String, String> map(JsonNode object) {
        return object.properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().asString("")));
    }

    private List<JsonNode> items(ClusterEndpoint cluster, String path) {
        return found(cluster, path).path("items").valueStream().toList();
    }

    private JsonNode found(ClusterEndpoint cluster, String path) {
        return find(cluster, path)
                .orElseThrow(() -> new IllegalStateException(
                        "The Kubernetes API of cluster %s has no %s".formatted(cluster.name(), path)));
    }

    private Optional<JsonNode> find(ClusterEndpoint cluster, String path) {
        return Optional.ofNullable(access.in(cluster, client -> client.raw(path)))
                .map(Json::read);
    }
}
