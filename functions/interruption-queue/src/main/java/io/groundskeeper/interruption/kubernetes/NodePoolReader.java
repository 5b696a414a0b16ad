package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.groundskeeper.interruption.digest.NodePool;
import io.groundskeeper.interruption.digest.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads NodePools in one list. Tolerates objects that lack what they usually have. */
public final class NodePoolReader {

    private static final ResourceDefinitionContext NODE_POOLS = new ResourceDefinitionContext.Builder()
            .withGroup("karpenter.sh")
            .withVersion("v1")
            .withKind("NodePool")
            .withPlural("nodepools")
            .withNamespaced(false)
            .build();

    private NodePoolReader() {}

    /** @throws KubernetesClientException if NodePools may not be read, or nobody answers */
    public static List<NodePool> read(KubernetesClient client) {
        try {
            return client.genericKubernetesResources(NODE_POOLS).list().getItems().stream()
                    .map(NodePoolReader::pool)
                    .toList();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404) {
                // No such kind: Karpenter is not installed.
                return List.of();
            }
            throw e;
        }
    }

    private static NodePool pool(GenericKubernetesResource pool) {
        var requirements = new ArrayList<Requirement>();
        if (pool.get("spec", "template", "spec", "requirements") instanceof List<?> list) {
            list.forEach(one -> add(requirements, one));
        }
        if (pool.get("spec", "template", "metadata", "labels") instanceof Map<?, ?> labels) {
            labels.forEach((key, value) ->
                    requirements.add(new Requirement(String.valueOf(key), "In", List.of(String.valueOf(value)))));
        }
        return new NodePool(String.valueOf(pool.getMetadata().getName()), requirements);
    }

    private static void add(List<Requirement> requirements, Object json) {
        if (json instanceof Map<?, ?> one && one.get("key") instanceof String key) {
            var values = one.get("values") instanceof List<?> list
                    ? list.stream().map(String::valueOf).toList()
                    : List.<String>of();
            requirements.add(new Requirement(key, String.valueOf(one.get("operator")), values));
        }
    }
}
