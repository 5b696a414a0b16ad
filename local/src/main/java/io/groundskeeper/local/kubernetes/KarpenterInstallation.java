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

    private final ObjectStore objects;
    private final Clock clock;
    private final KarpenterDeployment installed;
    private final ObjectNode deployment;
    private final ObjectNode lease;

    KarpenterInstallation(String clusterName, ObjectStore objects, KarpenterDeployment installed, Clock clock) {
        this.objects = objects;
        this.installed = installed;
        this.clock = clock;
        List<ObjectNode> controller =
                Documents.readAll(Resources.text("karpenter-controller.yaml").replace("{cluster}", clusterName));
        deployment = controller.getFirst();
        lease = controller.getLast();
    }

    void defineKinds() {
        for (ObjectNode definition : Documents.readAll(Resources.text("/charts/karpenter-crd/templates/kinds.yaml"))) {
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
        deploy(true);
        renewLease(clock.instant());
    }

    /** Shows the controller as it looks minutes after it went down. */
    void down() {
        deploy(false);
        renewLease(clock.instant().minus(DOWN_FOR));
    }

    void renewLease() {
        renewLease(clock.instant());
    }

    void uninstall() {
        String namespace = namespace();
        installed
                .find()
                .ifPresent(found -> objects.delete(
                        "apps/v1", "Deployment", namespace, Metadata.of(found).name()));
        objects.delete(
                "coordination.k8s.io/v1", "Lease", namespace, Metadata.of(lease).name());
    }

    /** Whoever has installed it decided all but its state. */
    private void deploy(boolean ready) {
        ObjectNode current = installed.find().orElse(deployment).deepCopy();
        int replicas = Scheduling.replicas(current);
        ObjectNode status = current.putObject("status")
                .put("observedGeneration", Math.max(1, Metadata.of(current).generation()));
        status.put("replicas", replicas).put("updatedReplicas", replicas);
        if (ready) {
            // Kubernetes leaves a count of none out.
            status.put("readyReplicas", replicas).put("availableReplicas", replicas);
        } else {
            status.put("unavailableReplicas", replicas);
        }
        status.putArray("conditions")
                .addObject()
                .put("type", "Available")
                .put("status", ready ? "True" : "False")
                .put("reason", ready ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable")
                .put("lastTransitionTime", Metadata.timestamp(clock.instant()));
        objects.put(current);
    }

    private String namespace() {
        return Metadata.of(installed.find().orElse(deployment)).namespace();
    }

    private void renewLease(Instant when) {
        ObjectNode current = lease.deepCopy();
        Metadata.in(current).node().put("namespace", namespace());
        current.withObjectProperty("spec")
                .put("acquireTime", MICROSECONDS.format(when))
                .put("renewTime", MICROSECONDS.format(when));
        objects.put(current);
    }
}
