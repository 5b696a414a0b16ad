package io.groundskeeper.bootstrap.nodes;

/** The kinds of objects by which Karpenter is told what nodes to start. Of each we keep one, named default. */
public enum NodeKind {
    /** What nodes are made of: image, network, role, volumes. */
    EC2_NODE_CLASS("karpenter.k8s.aws", "EC2NodeClass", "ec2nodeclasses"),
    /** Which nodes may be started, and when they go. */
    NODE_POOL("karpenter.sh", "NodePool", "nodepools");

    /** The name of the object that we keep. */
    public static final String NAME = "default";

    private final String group;
    private final String kind;
    private final String plural;

    NodeKind(String group, String kind, String plural) {
        this.group = group;
        this.kind = kind;
        this.plural = plural;
    }

    /** For example {@code karpenter.sh}. */
    public String group() {
        return group;
    }

    /** The version that both kinds have in every supported release. */
    public String version() {
        return "v1";
    }

    /** For example {@code karpenter.sh/v1}. */
    public String apiVersion() {
        return group + "/" + version();
    }

    /** For example {@code NodePool}. */
    public String kind() {
        return kind;
    }

    /** For example {@code nodepools}. */
    public String plural() {
        return plural;
    }

    /** Our object, in words. */
    String shown() {
        return kind + " " + NAME;
    }
}
