package io.groundskeeper.bootstrap.identity;

/** Karpenter's service account, the only one that may have the controller's role. */
public final class ServiceAccount {

    /** Its namespace. */
    public static final String NAMESPACE = "kube-system";

    /** Its name. */
    public static final String NAME = "karpenter";

    private ServiceAccount() {}
}
