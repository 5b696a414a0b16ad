package io.groundskeeper.bootstrap.removal;

/** Karpenter's kinds whose objects may be somebody's. */
public enum KarpenterKind {
    /** What nodes are started for. */
    NODE_POOL("NodePool", "karpenter.sh", "nodepools"),
    /** A node that was started. */
    NODE_CLAIM("NodeClaim", "karpenter.sh", "nodeclaims"),
    /** How nodes are started. */
    NODE_CLASS("EC2NodeClass", "karpenter.k8s.aws", "ec2nodeclasses"),
    /** What is pretended of instance types. */
    NODE_OVERLAY("NodeOverlay", "karpenter.sh", "nodeoverlays"),
    /** Nodes held ready. */
    CAPACITY_BUFFER("CapacityBuffer", "autoscaling.x-k8s.io", "capacitybuffers");

    private final String kind;
    private final String group;
    private final String plural;

    KarpenterKind(String kind, String group, String plural) {
        this.kind = kind;
        this.group = group;
        this.plural = plural;
    }

    /** Its API group. */
    public String group() {
        return group;
    }

    /** Its name in paths. */
    public String plural() {
        return plural;
    }

    /** The name of its CustomResourceDefinition. */
    public String definition() {
        return plural + "." + group;
    }

    @Override
    public String toString() {
        return kind;
    }
}
