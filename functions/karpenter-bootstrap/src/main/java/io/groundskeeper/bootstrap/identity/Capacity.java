package io.groundskeeper.bootstrap.identity;

/**
 * What a cluster has to run Karpenter's controller on.
 *
 * @param fargate whether there is a Fargate profile
 * @param nodeGroups whether there is a managed node group; not looked for without a Fargate profile
 */
public record Capacity(boolean fargate, boolean nodeGroups) {

    /** How the controller proves who it is: Fargate's pods have no EKS Pod Identity. */
    public Identity identity() {
        return fargate && !nodeGroups ? Identity.SERVICE_ACCOUNT : Identity.POD;
    }
}
