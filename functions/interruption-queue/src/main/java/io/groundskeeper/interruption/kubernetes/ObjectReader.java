package io.groundskeeper.interruption.kubernetes;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.Taint;
import io.groundskeeper.interruption.cluster.Toleration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what we need out of Kubernetes' objects. Tolerates objects that lack what they usually have. */
final class ObjectReader {

    private static final Set<String> CRITICAL = Set.of("system-cluster-critical", "system-node-critical");
    private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed");
    private static final Set<String> OF_A_NODE = Set.of("DaemonSet", "Node");
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";

    private ObjectReader() {}

    static ClusterSnapshot.Node node(Node node) {
        var spec = Optional.ofNullable(node.getSpec());
        return new ClusterSnapshot.Node(
                text(node.getMetadata().getName()),
                text(node.getMetadata().getUid()),
                text(node.getMetadata().getResourceVersion()),
                spec.map(s -> s.getProviderID()).orElse(""),
                map(node.getMetadata().getLabels()),
                deletedAt(node),
                spec.stream()
                        .flatMap(s -> list(s.getTaints()).stream())
                        .map(ObjectReader::taint)
                        .toList(),
                spec.map(s -> s.getUnschedulable()).orElse(false));
    }

    private static Taint taint(io.fabric8.kubernetes.api.model.Taint taint) {
        return new Taint(
                text(taint.getKey()),
                text(taint.getValue()),
                text(taint.getEffect()),
                Optional.ofNullable(taint.getTimeAdded()));
    }

    static ClusterSnapshot.Claim claim(GenericKubernetesResource claim) {
        var providerId = claim.get("status", "providerID") instanceof String text ? text : "";
        return new ClusterSnapshot.Claim(
                text(claim.getMetadata().getName()),
                text(claim.getMetadata().getUid()),
                providerId,
                map(claim.getMetadata().getLabels()),
                deletedAt(claim));
    }

    static io.groundskeeper.interruption.cluster.Pod pod(Pod pod) {
        var spec = Optional.ofNullable(pod.getSpec());
        var annotations = map(pod.getMetadata().getAnnotations());
        return new io.groundskeeper.interruption.cluster.Pod(
                text(pod.getMetadata().getNamespace()),
                text(pod.getMetadata().getName()),
                text(pod.getMetadata().getUid()),
                Optional.ofNullable(pod.getMetadata().getCreationTimestamp())
                        .flatMap(ObjectReader::instant)
                        .orElse(Instant.EPOCH),
                deletedAt(pod),
                annotations.containsKey(MIRROR)
                        || list(pod.getMetadata().getOwnerReferences()).stream().anyMatch(ObjectReader::isOfANode),
                pod.getStatus() != null
                        && TERMINAL.contains(text(pod.getStatus().getPhase())),
                spec.map(PodSpec::getPriorityClassName)
                        .filter(CRITICAL::contains)
                        .isPresent(),
                Optional.ofNullable(annotations.get(DO_NOT_DISRUPT)),
                spec.stream()
                        .flatMap(s -> list(s.getTolerations()).stream())
                        .map(ObjectReader::toleration)
                        .toList());
    }

    private static boolean isOfANode(OwnerReference owner) {
        return OF_A_NODE.contains(text(owner.getKind())) && Boolean.TRUE.equals(owner.getController());
    }

    private static Toleration toleration(io.fabric8.kubernetes.api.model.Toleration toleration) {
        return new Toleration(
                text(toleration.getKey()),
                text(toleration.getOperator()),
                text(toleration.getValue()),
                text(toleration.getEffect()));
    }

    private static Optional<Instant> deletedAt(HasMetadata resource) {
        return Optional.ofNullable(resource.getMetadata().getDeletionTimestamp())
                .flatMap(ObjectReader::instant);
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String text(String text) {
        return requireNonNullElse(text, "");
    }

    private static <T> List<T> list(List<T> list) {
        return requireNonNullElse(list, List.of());
    }

    private static Map<String, String> map(Map<String, String> map) {
        return requireNonNullElse(map, Map.of());
    }
}
