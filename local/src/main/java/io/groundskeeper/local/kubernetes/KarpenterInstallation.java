package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What an installed Karpenter leaves in a cluster: its kinds, its Deployment and its Lease. */
final class KarpenterInstallation {
    private final ObjectStore objects;
    private final Clock clock;
    private final KarpenterDeployment installed;
    private final ObjectNode deployment;
    private final KarpenterLease lease;

    KarpenterInstallation(String clusterName, ObjectStore objects, KarpenterDeployment installed, Clock clock) {
        this.objects = objects;
        this.installed = installed;
        this.clock = clock;
        List<ObjectNode> controller =
                Documents.readAll(Resources.text("karpenter-controller.yaml").replace("{cluster}", clusterName));
        deployment = controller.getFirst();
        lease = new KarpenterLease(objects, controller.getLast(), clock);
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
        renewLease();
    }

    /** Shows the controller as it looks minutes after it crashed. */
    void down() {
        deploy(false);
        lease.lapse(namespace());
    }

    /** Shows the controller as it looks after it was told to stop. */
    void stop() {
        deploy(false);
        giveUpLease();
    }

    void renewLease() {
        lease.renew(namespace());
    }

    void giveUpLease() {
        lease.giveUp(namespace());
    }

    /** Has the Deployment name this queue, as the setting {@code interruptionQueue} of its chart does. */
    void readQueue(String name) {
        ObjectNode current = installed.find().orElse(deployment).deepCopy();
        KarpenterDeployment.setQueue(current, name);
        objects.put(current);
    }

    void uninstall() {
        String namespace = namespace();
        installed
                .find()
                .ifPresent(found -> objects.delete(
                        "apps/v1", "Deployment", namespace, Metadata.of(found).name()));
        lease.remove(namespace);
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
}
