package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import java.time.Clock;
import java.util.List;

/** Reads a snapshot from a cluster's API server: one list of nodes, one of NodeClaims, Karpenter's lease and Deployment. */
public final class SnapshotReader {

    private static final ResourceDefinitionContext NODE_CLAIMS = new ResourceDefinitionContext.Builder()
            .withGroup("karpenter.sh")
            .withVersion("v1")
            .withKind("NodeClaim")
            .withPlural("nodeclaims")
            .withNamespaced(false)
            .build();

    private final ControllerReader controller;

    /** @param clock the time of day, to tell whether the lease is fresh */
    public SnapshotReader(Clock clock) {
        this.controller = new ControllerReader(clock);
    }

    /** @throws KubernetesClientException if nodes or NodeClaims may not be read, or nobody answers */
    public ClusterSnapshot read(KubernetesClient client) {
        var nodes = client.nodes().list(fromMemory()).getItems().stream()
                .map(ObjectReader::node)
                .toList();
        return new ClusterSnapshot(nodes, claims(client), controller.read(client));
    }

    private static List<ClusterSnapshot.Claim> claims(KubernetesClient client) {
        try {
            return client.genericKubernetesResources(NODE_CLAIMS).list(fromMemory()).getItems().stream()
                    .map(ObjectReader::claim)
                    .toList();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404) {
                // No such kind: Karpenter is not installed.
                return List.of();
            }
            throw e;
        }
    }

    /** What the API server has in memory: a storm of warnings must not have it read whole lists from its store. */
    private static ListOptions fromMemory() {
        return new ListOptionsBuilder().withResourceVersion("0").build();
    }
}
