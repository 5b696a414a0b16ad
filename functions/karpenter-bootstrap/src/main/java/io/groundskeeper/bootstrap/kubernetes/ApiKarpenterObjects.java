package io.groundskeeper.bootstrap.kubernetes;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.groundskeeper.bootstrap.controller.Karpenter;
import io.groundskeeper.bootstrap.removal.KarpenterKind;
import io.groundskeeper.bootstrap.removal.KarpenterObject;
import io.groundskeeper.bootstrap.removal.KarpenterObjects;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Karpenter's objects by the Kubernetes API, in whichever version the cluster stores them.
 *
 * @param access to clusters
 */
public record ApiKarpenterObjects(KubernetesAccess access) implements KarpenterObjects {

    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

    @Override
    public List<KarpenterObject> list(ClusterEndpoint cluster, KarpenterKind kind) {
        return find(cluster, DEFINITIONS + kind.definition())
                .flatMap(ApiKarpenterObjects::stored)
                .flatMap(version -> find(cluster, "/apis/%s/%s/%s".formatted(kind.group(), version, kind.plural())))
                .stream()
                .flatMap(list -> list.path("items").valueStream())
                .map(item -> new KarpenterObject(kind, item))
                .toList();
    }

    @Override
    public void delete(ClusterEndpoint cluster, KarpenterObject object) {
        var kind = object.kind();
        var context = new ResourceDefinitionContext.Builder()
                .withGroup(kind.group())
                .withVersion(version(object))
                .withKind(kind.toString())
                .withPlural(kind.plural())
                .withNamespaced(!object.namespace().isEmpty())
                .build();
        access.in(cluster, client -> {
            var resources = client.genericKubernetesResources(context);
            return object.namespace().isEmpty()
                    ? resources.withName(object.name()).delete()
                    : resources
                            .inNamespace(object.namespace())
                            .withName(object.name())
                            .delete();
        });
    }

    @Override
    public boolean controllerRuns(ClusterEndpoint cluster, String namespace) {
        return find(cluster, "/apis/apps/v1/namespaces/%s/deployments/%s".formatted(namespace, Karpenter.RELEASE))
                .filter(deployment ->
                        deployment.path("status").path("readyReplicas").asInt(0) > 0)
                .isPresent();
    }

    private Optional<JsonNode> find(ClusterEndpoint cluster, String path) {
        return Optional.ofNullable(access.in(cluster, client -> client.raw(path)))
                .map(Json::read);
    }

    private static Optional<String> stored(JsonNode definition) {
        return definition
                .path("spec")
                .path("versions")
                .valueStream()
                .filter(version -> version.path("storage").asBoolean(false))
                .map(version -> version.path("name").asString(""))
                .findFirst();
    }

    private static String version(KarpenterObject object) {
        var apiVersion = object.json().path("apiVersion").asString("");
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
}
