package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What an installed Karpenter leaves in a cluster: its kinds, its Deployment and its Lease. */
final class KarpenterInstallation {
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final Duration DOWN_FOR = Duration.ofMinutes(5);
    private static final String NAMESPACE = "kube-system";

    private final ObjectStore objects;
    private final Clock clock;
    private final ObjectNode deployment;
    private final ObjectNode lease;

    KarpenterInstallation(String clusterName, ObjectStore objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
        List<ObjectNode> controller =
                Documents.readAll(Resources.text("karpenter-controller.yaml").replace("{cluster}", clusterName));
        deployment = controller.getFirst();
        lease = controller.getLast();
    }

    void defineKinds() {
        for (ObjectNode definition : Documents.readAll(Resources.text("karpenter-crds.yaml"))) {
            String name = Metadata.of(definition).name();
            boolean defined = objects.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", name)
                    .isPresent();
            if (!defined) {
                objects.put(definition);
            }
        }
    }

    /** Shows the controller as running, with a Lease as of now. */
    void up() {
        deploy(1);
        renewLease(clock.instant());
    }

    /** Shows the controller as it looks minutes after it went down. */
    void down() {
        deploy(0);
        renewLease(clock.instant().minus(DOWN_FOR));
    }

    void renewLease() {
        renewLease(clock.instant());
    }

    void uninstall() {
        objects.delete(
                "apps/v1", "Deployment", NAMESPACE, Metadata.of(deployment).name());
        objects.delete(
                "coordination.k8s.io/v1", "Lease", NAMESPACE, Metadata.of(lease).name());
    }

    private void deploy(int ready) {
        ObjectNode current = deployment.deepCopy();
        ObjectNode status = current.putObject("status").put("observedGeneration", 1);
        status.put("replicas", 1).put("updatedReplicas", 1);
        if (ready > 0) {
            // Kubernetes leaves a count of none out.
            status.put("readyReplicas", ready).put("availableReplicas", ready);
        } else {
            status.put("unavailableReplicas", 1);
        }
        status.putArray("conditions")
                .addObject()
                .put("type", "Available")
                .put("status", ready > 0 ? "True" : "False")
                .put("reason", ready > 0 ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable")
                .put("lastTransitionTime", Metadata.timestamp(clock.instant()));
        objects.put(current);
    }

    private void renewLease(Instant when) {
        ObjectNode current = lease.deepCopy();
        current.withObjectProperty("spec")
                .put("acquireTime", MICROSECONDS.format(when))
                .put("renewTime", MICROSECONDS.format(when));
        objects.put(current);
    }
}
