package io.groundskeeper.bootstrap.controller;

import java.util.Map;
import java.util.Set;

/**
 * A node of a cluster, as far as it matters whether Karpenter's controller may run on it.
 *
 * @param ready and not cordoned
 * @param taints the keys of those that keep pods off
 */
public record Node(String name, Map<String, String> labels, boolean ready, Set<String> taints) {

    static final String NODE_GROUP = "eks.amazonaws.com/nodegroup";
    static final String NODE_POOL = "karpenter.sh/nodepool";
    static final String COMPUTE_TYPE = "eks.amazonaws.com/compute-type";
    static final String HYBRID = "hybrid";

    /** What the chart's pods tolerate. */
    private static final Set<String> TOLERATED = Set.of("CriticalAddonsOnly");

    public Node {
        labels = Map.copyOf(labels);
        taints = Set.copyOf(taints);
    }

    /** Whether someone else than Karpenter keeps it, and it is one of EC2's. */
    boolean isStatic() {
        var type = labels.getOrDefault(COMPUTE_TYPE, "");
        return !labels.containsKey(NODE_POOL) && !type.equals(HYBRID) && !type.equals("fargate");
    }

    /** Whether the controller can run on it now. */
    public boolean takesController() {
        return isStatic()
                && ready
                && labels.getOrDefault("kubernetes.io/os", "linux").equals("linux")
                && TOLERATED.containsAll(taints);
    }

    /** Whether it is one of a managed node group. */
    public boolean isManaged() {
        return labels.containsKey(NODE_GROUP);
    }
}
