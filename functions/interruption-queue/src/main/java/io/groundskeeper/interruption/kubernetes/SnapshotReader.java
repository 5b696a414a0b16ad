package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.groundskeeper.interruption.watch.ClusterSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a snapshot from a cluster's API server: one list of nodes, one of NodeClaims, and Karpenter's lease. Tolerates
 * objects that lack what they usually have.
 */
public final class SnapshotReader {

    private static final String DISRUPTED = "karpenter.sh/disrupted";
    private static final ResourceDefinitionContext NODE_CLAIMS = new ResourceDefinitionContext.Builder()
            .withGroup("karpenter.sh")
            .withVersion("v1")
            .withKind("NodeClaim")
            .withPlural("nodeclaims")
            .withNamespaced(false)
            .build();

    private final LeaseReader lease;

    /** @param clock the time of day, to tell whether the lease is fresh */
    public SnapshotReader(Clock clock) {
        this.lease = new LeaseReader(clock);
    }

    /** @throws KubernetesClientException if nodes or NodeClaims may not be read, or nobody answers */
    public ClusterSnapshot read(KubernetesClient client) {
        var nodes = client.nodes().list().getItems().stream()
                .map(SnapshotReader::node)
                .toList();
        return new ClusterSnapshot(false, nodes, claims(client), lease.read(client));
    }

    private static List<ClusterSnapshot.Claim> claims(KubernetesClient client) {
        try {
            return client.genericKubernetesResources(NODE_CLAIMS).list().getItems().stream()
                    .map(SnapshotReader::claim)
                    .toList();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 404) {
                // No such kind: Karpenter is not installed.
                return List.of();
            }
            throw e;
        }
    }

    private static ClusterSnapshot.Node node(Node node) {
        var spec = Optional.ofNullable(node.getSpec());
        var disrupted = spec.map(s -> s.getTaints()).stream()
                .flatMap(List::stream)
                .anyMatch(taint -> DISRUPTED.equals(taint.getKey()));
        return new ClusterSnapshot.Node(
                Objects.requireNonNullElse(node.getMetadata().getName(), ""),
                spec.map(s -> s.getProviderID()).orElse(""),
                labels(node),
                deletedAt(node),
                disrupted);
    }

    private static ClusterSnapshot.Claim claim(GenericKubernetesResource claim) {
        var providerId = claim.get("status", "providerID") instanceof String text ? text : "";
        return new ClusterSnapshot.Claim(
                Objects.requireNonNullElse(claim.getMetadata().getName(), ""),
                providerId,
                Optional.ofNullable(labels(claim).get("karpenter.sh/nodepool")),
                deletedAt(claim));
    }

    private static Map<String, String> labels(HasMetadata resource) {
        return Objects.requireNonNullElse(resource.getMetadata().getLabels(), Map.of());
    }

    private static Optional<Instant> deletedAt(HasMetadata resource) {
        return Optional.ofNullable(resource.getMetadata().getDeletionTimestamp())
                .flatMap(SnapshotReader::instant);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
