package io.groundskeeper.bootstrap.controller;

/** Where Karpenter's controller runs. */
public sealed interface Placement {

    /** How many of it. */
    int replicas();

    /**
     * On nodes that it does not keep itself.
     *
     * @param managed whether they are those of managed node groups
     */
    record OnNodes(int replicas, boolean managed) implements Placement {}

    /**
     * On Fargate, where there is no Pod Identity.
     *
     * @param roleArn of the controller, which it gets by its service account
     */
    record OnFargate(int replicas, String roleArn) implements Placement {}
}
