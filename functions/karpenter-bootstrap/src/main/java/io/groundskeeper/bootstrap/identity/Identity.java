package io.groundskeeper.bootstrap.identity;

/** How Karpenter's controller gets its role. */
public enum Identity {
    /** By EKS Pod Identity: an agent on each node, and an association. */
    POD,
    /** By its service account (IRSA): the cluster's issuer is an identity provider of the account. */
    SERVICE_ACCOUNT
}
