package io.groundskeeper.bootstrap.step;

import io.groundskeeper.core.cluster.Home;

/** Someone asked by hand for a cluster that is not there. */
public final class NoSuchClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param home where it was looked for */
    public NoSuchClusterException(String cluster, Home home) {
        super(
                "There is no EKS cluster \"%s\" in %s of account %s. Check the name (aws eks list-clusters --region %s), and that the function runs in the cluster's own Region and account."
                        .formatted(cluster, home.region(), home.account(), home.region()),
                null);
    }
}
