package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays the controller of Deployments, and the scheduler and kubelets behind it, without any pods: a second after a
 * Deployment is written, as many replicas are ready as nodes or Fargate would run. A Deployment that is put in with a
 * status keeps that until it is changed.
 */
final class DeploymentController {
    private static final ResourceType TYPE =
            BuiltinTypes.builtin("apps", "Deployment").orElseThrow();
    private static final Duration ROLLOUT = Duration.ofSeconds(1);
    private static final Write WRITE = Write.by("kube-controller-manager");

    private final Storage storage;
    private final Registry registry;
    private final Scheduling scheduling;
    private final ReplicaSets replicaSets;
    private final Clock clock;
    private final Map<String, Seen> seen = new HashMap<>();

    private record Seen(long generation, Instant since, boolean prepared) {}

    DeploymentController(Storage storage, Registry registry, Deletions deletions, Cloud cloud, Clock clock) {
        this.storage = storage;
        this.registry = registry;
        this.scheduling = new Scheduling(storage, cloud);
        this.replicaSets = new ReplicaSets(storage, registry, deletions);
        this.clock = clock;
    }

    /** Brings every Deployment up to date, but for one whose state someone else decides. */
    void reconcile(String exceptUid) {
        List<ObjectNode> deployments = storage.list(TYPE.storedAs(), null);
        for (ObjectNode deployment : deployments) {
            Seen known = seen.compute(Metadata.of(deployment).uid(), (uid, before) -> look(deployment, before));
            boolean due =
                    !known.prepared() && !clock.instant().isBefore(known.since().plus(ROLLOUT));
            if (due && !Metadata.of(deployment).uid().equals(exceptUid)) {
                update(deployment, scheduling.running(deployment));
            }
        }
        List<String> uids =
                deployments.stream().map(each -> Metadata.of(each).uid()).toList();
        seen.keySet().retainAll(uids);
        replicaSets.removeOrphans(uids);
    }

    private Seen look(ObjectNode deployment, Seen before) {
        long generation = Metadata.of(deployment).generation();
        if (before != null && before.generation() == generation) {
            return before;
        }
        boolean prepared = before == null && !deployment.path("status").isEmpty();
        return new Seen(generation, clock.instant(), prepared);
    }

    private void update(ObjectNode deployment, int running) {
        replicaSets.roll(deployment, running);
        ObjectNode next = deployment.deepCopy();
        status(next, running);
        if (!Documents.copy(next).equals(deployment)) {
            // Whoever writes in between is seen at the next turn.
            Metadata metadata = Metadata.in(next);
            metadata.node().remove("resourceVersion");
            registry.replace(TYPE, metadata.namespace(), metadata.name(), next, Registry.Part.STATUS, WRITE);
        }
    }

    private void status(ObjectNode deployment, int running) {
        int wanted = Scheduling.replicas(deployment);
        JsonNode before = deployment.path("status").path("conditions").deepCopy();
        ObjectNode status = deployment
                .putObject("status")
                .put("observedGeneration", Metadata.of(deployment).generation());
        count(status, "replicas", wanted);
        count(status, "updatedReplicas", wanted);
        count(status, "readyReplicas", running);
        count(status, "availableReplicas", running);
        count(status, "unavailableReplicas", wanted - running);
        if (before.isArray()) {
            status.set("conditions", before);
        }
        conditions(deployment, Conditions.in(status, clock.instant()), running);
    }

    private static void conditions(ObjectNode deployment, Conditions conditions, int running) {
        int wanted = Scheduling.replicas(deployment);
        boolean available = running >= wanted - Scheduling.maxUnavailable(deployment);
        conditions.set(
                "Available",
                available ? "True" : "False",
                available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                available ? "Deployment has minimum availability." : "Deployment does not have minimum availability.");
        conditions.set(
                "Progressing",
                "True",
                running == wanted ? "NewReplicaSetAvailable" : "ReplicaSetUpdated",
                "ReplicaSet \"" + ReplicaSets.name(deployment)
                        + (running == wanted ? "\" has successfully progressed." : "\" is progressing."));
    }

    /** Kubernetes leaves a count of none out. */
    private static void count(ObjectNode status, String field, int count) {
        if (count > 0) {
            status.put(field, count);
        }
    }
}
