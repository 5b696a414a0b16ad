package io.groundskeeper.interruption.cluster;

import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What makes a node one that takes no pods and no traffic any more: it is cordoned, tainted, and left out of load
 * balancers. Karpenter's own taint is never set: Karpenter takes it off nodes that it is not disrupting.
 *
 * @param resourceVersion the mark is made only while the node still has it
 * @param taints all that the node is to have
 * @param labels to be added
 */
public record NodeMark(
        String name, String uid, String resourceVersion, List<Taint> taints, Map<String, String> labels) {

    /** The key of our taint; its value is the kind of the warning. */
    public static final String TAINT = "groundskeeper/interrupted";

    static final String OFF_BALANCERS = "node.kubernetes.io/exclude-from-external-load-balancers";

    public NodeMark {
        taints = List.copyOf(taints);
        labels = Map.copyOf(labels);
    }

    /** The taint of a node that a warning of this kind came for. */
    public static Taint taint(String kind) {
        return Taint.noSchedule(TAINT, kind);
    }

    /** What a node lacks; empty if it is marked already. */
    public static Optional<NodeMark> of(Node node, String kind) {
        var taints = new ArrayList<>(node.taints());
        if (!node.interrupted()) {
            taints.add(taint(kind));
        }
        // Karpenter's value says the same.
        Map<String, String> labels =
                node.labels().containsKey(OFF_BALANCERS) ? Map.of() : Map.of(OFF_BALANCERS, "groundskeeper");
        if (node.unschedulable() && node.interrupted() && labels.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new NodeMark(node.name(), node.uid(), node.resourceVersion(), taints, labels));
    }
}
