package io.groundskeeper.local.kubernetes;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays the controller of ReplicaSets that stand alone: each has as many pods as it wants, and new ones for those that
 * go. The ReplicaSets of Deployments are {@link ReplicaSets}' and run without pods.
 */
final class ReplicaSetController {
    private static final ResourceType TYPE =
            BuiltinTypes.builtin("apps", "ReplicaSet").orElseThrow();
    private static final Write WRITE = Write.by("kube-controller-manager");

    private final Storage storage;
    private final Registry registry;
    private final Deletions deletions;

    ReplicaSetController(Storage storage, Registry registry, Deletions deletions) {
        this.storage = storage;
        this.registry = registry;
        this.deletions = deletions;
    }

    void reconcile() {
        storage.locked(() -> {
            List<ObjectNode> sets = storage.view(TYPE.storedAs(), null, ReplicaSetController::standsAlone);
            if (!sets.isEmpty()) {
                Map<String, List<Pod>> pods = storage.view(Pod.STORED_AS, null, any -> true).stream()
                        .map(Pod::new)
                        .filter(ReplicaSetController::counts)
                        .collect(Collectors.groupingBy(ReplicaSetController::controller));
                sets.forEach(
                        set -> reconcile(set, pods.getOrDefault(Metadata.of(set).uid(), List.of())));
            }
            return null;
        });
    }

    private static boolean standsAlone(ObjectNode set) {
        return !Metadata.of(set).terminating()
                && Metadata.of(set)
                        .node()
                        .path("ownerReferences")
                        .valueStream()
                        .noneMatch(owner -> owner.path("kind").asString("").equals("Deployment"));
    }

    private void reconcile(ObjectNode set, List<Pod> pods) {
        Metadata metadata = Metadata.of(set);
        int wanted = Scheduling.replicas(set);
        for (int missing = wanted - pods.size(); missing > 0; missing--) {
            registry.create(Pod.TYPE, metadata.namespace(), OwnedPod.of(set, TYPE), WRITE);
        }
        // Those that do not run yet are given up first.
        pods.stream()
                .sorted(Comparator.comparing(Pod::isReady))
                .limit(Math.max(0, pods.size() - wanted))
                .forEach(this::delete);
        report(set, Math.max(wanted, pods.size()), (int)
                pods.stream().filter(Pod::isReady).count());
    }

    private static boolean counts(Pod pod) {
        return !pod.metadata().terminating() && !pod.ended();
    }

    private static String controller(Pod pod) {
        return pod.controller().map(owner -> owner.path("uid").asString("")).orElse("");
    }

    private void delete(Pod pod) {
        Metadata metadata = pod.metadata();
        deletions.delete(Pod.TYPE, metadata.namespace(), metadata.name(), DeleteOptions.exactly(metadata.uid()));
    }

    private void report(ObjectNode set, int replicas, int ready) {
        Metadata metadata = Metadata.of(set);
        ObjectNode status = Documents.object()
                .put("observedGeneration", metadata.generation())
                .put("replicas", replicas)
                .put("readyReplicas", ready)
                .put("availableReplicas", ready);
        boolean unchanged = status.properties().stream()
                .allMatch(field -> set.path("status").path(field.getKey()).asLong(-1)
                        == field.getValue().asLong());
        if (unchanged) {
            return;
        }
        ObjectNode part = Documents.object();
        part.set("status", status);
        registry.patch(
                TYPE,
                metadata.namespace(),
                metadata.name(),
                current -> MergePatch.apply(current, part),
                Registry.Part.STATUS,
                WRITE);
    }
}
