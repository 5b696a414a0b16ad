package io.groundskeeper.interruption.keeper;

/** Karpenter in a cluster, as its Deployment says. */
public sealed interface Karpenter {

    /**
     * It is deployed.
     *
     * @param deployment namespace and name
     * @param queue what its settings name as its interruption queue, verbatim; empty if nothing
     * @param ready how many replicas are ready
     */
    record Deployed(String deployment, String queue, int ready) implements Karpenter {}

    /** No Deployment of it was found where we may look. */
    record Absent() implements Karpenter {}

    /**
     * The cluster could not be asked.
     *
     * @param why in words
     */
    record Unseen(String why) implements Karpenter {}
}
