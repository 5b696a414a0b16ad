package io.groundskeeper.bootstrap.helm;

import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.Definition;
import io.groundskeeper.bootstrap.controller.Node;
import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Reads clusters by plain GETs.
 *
 * @param access to clusters
 */
public record ApiContents(KubernetesAccess access) implements ClusterContents {

    private static final Set<String> KEEPS_OFF = Set.of("NoSchedule", "NoExecute");

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
    public Optional<Release> release(ClusterEndpoint cluster, String namespace, String name) {
        return StoredRelease.newest(found(
                cluster,
                "/api/v1/namespaces/%s/secrets?labelSelector=owner%%3Dhelm%%2Cname%%3D%s".formatted(namespace, name)));
    }

    @Override
    public List<Definition> definitions(ClusterEndpoint cluster, List<String> names) {
        return names.stream()
                .flatMap(name ->
                        find(cluster, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + name).stream())
                .map(ApiContents::definition)
                .toList();
    }

    private static Definition definition(JsonNode definition) {
        var metadata = definition.path("metadata");
        var annotations = metadata.path("annotations");
        return new Definition(
                metadata.path("name").asString(""),
                annotations.path("meta.helm.sh/release-name").asString(""),
                annotations.path("meta.helm.sh/release-namespace").asString(""));
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
