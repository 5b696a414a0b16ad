package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Plays the controller of DaemonSets: each has one pod on every node that its template admits, cordoned or not. */
final class DaemonSetController {
    private static final ResourceType TYPE =
            BuiltinTypes.builtin("apps", "DaemonSet").orElseThrow();
    private static final Write WRITE = Write.by("kube-controller-manager");
    private static final Map<String, String> TOLERATED = Map.of(
            "node.kubernetes.io/not-ready", "NoExecute",
            "node.kubernetes.io/unreachable", "NoExecute",
            "node.kubernetes.io/disk-pressure", "NoSchedule",
            "node.kubernetes.io/memory-pressure", "NoSchedule",
            "node.kubernetes.io/pid-pressure", "NoSchedule",
            "node.kubernetes.io/unschedulable", "NoSchedule");

    private final Storage storage;
    private final Registry registry;

    DaemonSetController(Storage storage, Registry registry) {
        this.storage = storage;
        this.registry = registry;
    }

    void reconcile() {
        storage.locked(() -> {
            List<ObjectNode> sets = storage.select(
                    TYPE.storedAs(), null, set -> !Metadata.of(set).terminating());
            if (!sets.isEmpty()) {
                List<ObjectNode> nodes = storage.view(BuiltinTypes.NODE.storedAs(), null, any -> true);
                sets.forEach(set -> reconcile(set, nodes));
            }
            return null;
        });
    }

    private void reconcile(ObjectNode set, List<ObjectNode> nodes) {
        Metadata metadata = Metadata.of(set);
        // One that is being deleted still holds its node.
        Set<String> covered = storage
                .view(Pod.STORED_AS, metadata.namespace(), object -> new Pod(object).isControlledBy(metadata.uid()))
                .stream()
                .map(object -> new Pod(object).nodeName())
                .collect(Collectors.toSet());
        ObjectNode pod = pod(set);
        NodeFit fit = new NodeFit(pod.path("spec"));
        nodes.stream()
                .filter(fit::admits)
                .map(node -> Metadata.of(node).name())
                .filter(node -> !covered.contains(node))
                .forEach(node -> {
                    ObjectNode next = pod.deepCopy();
                    next.withObjectProperty("spec").put("nodeName", node);
                    registry.create(Pod.TYPE, metadata.namespace(), next, WRITE);
                });
    }

    private static ObjectNode pod(ObjectNode set) {
        ObjectNode pod = OwnedPod.of(set, TYPE);
        ArrayNode tolerations = pod.withObjectProperty("spec").withArrayProperty("tolerations");
        TOLERATED.forEach((key, effect) -> tolerations
                .addObject()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", effect));
        return pod;
    }
}
