package io.groundskeeper.local.eks;

import io.groundskeeper.local.identity.Identity;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.UnauthorizedException;

/** Decides as whom an AWS identity enters one cluster. */
@FunctionalInterface
interface Access {
    /**
     * Who it is inside the cluster.
     *
     * @throws UnauthorizedException when it is nobody there
     */
    Caller of(Identity identity);
}
