package io.groundskeeper.bootstrap.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.bootstrap.nodes.NodeObjects;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The EC2NodeClass and the NodePool by the Kubernetes API.
 *
 * @param access to clusters
 */
public record ApiNodeObjects(KubernetesAccess access) implements NodeObjects {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    @Override
    public Optional<JsonNode> find(ClusterEndpoint cluster, NodeKind kind) {
        var path = "/apis/%s/%s/%s".formatted(kind.apiVersion(), kind.plural(), NodeKind.NAME);
        return Optional.ofNullable(access.in(cluster, client -> client.raw(path)))
                .map(Json::read);
    }

    @Override
    public void apply(ClusterEndpoint cluster, NodeKind kind, ObjectNode document) {
        try {
            access.in(cluster, client -> apply(client, kind, document));
        } catch (KubernetesClientException e) {
            throw switch (e.getCode()) {
                case NOT_FOUND ->
                    new NotYetException("The API server does not know %s yet".formatted(kind.kind()), SOON, e);
                case CONFLICT ->
                    new NotYetException(
                            "%s %s was changed by someone else meanwhile".formatted(kind.kind(), NodeKind.NAME),
                            SOON,
                            e);
                default -> e;
            };
        }
    }

    // Not by force: what others own is a conflict.
    private static GenericKubernetesResource apply(KubernetesClient client, NodeKind kind, ObjectNode document) {
        var context = new ResourceDefinitionContext.Builder()
                .withGroup(kind.group())
                .withVersion(kind.version())
                .withKind(kind.kind())
                .withPlural(kind.plural())
                .withNamespaced(false)
                .build();
        return client.genericKubernetesResources(context)
                .resource(client.getKubernetesSerialization()
                        .unmarshal(Json.write(document), GenericKubernetesResource.class))
                .fieldManager(FIELD_MANAGER)
                .serverSideApply();
    }
}
