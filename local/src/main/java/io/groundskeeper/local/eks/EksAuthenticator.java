package io.groundskeeper.local.eks;

import io.groundskeeper.local.identity.TokenException;
import io.groundskeeper.local.identity.TokenVerifier;
import io.groundskeeper.local.kubernetes.Authenticator;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.UnauthorizedException;

/** Lets into one cluster whom EKS would: first the token must be good, then its owner must have access. */
final class EksAuthenticator implements Authenticator {
    private final String cluster;
    private final TokenVerifier tokens;
    private final Access access;

    EksAuthenticator(String cluster, TokenVerifier tokens, Access access) {
        this.cluster = cluster;
        this.tokens = tokens;
        this.access = access;
    }

    @Override
    public Caller authenticate(String bearerToken) {
        try {
            return access.of(tokens.verify(bearerToken, cluster));
        } catch (TokenException e) {
            throw new UnauthorizedException(e.getMessage());
        }
    }
}
