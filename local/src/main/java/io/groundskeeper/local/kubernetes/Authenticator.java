package io.groundskeeper.local.kubernetes;

/** Finds out who calls. */
public interface Authenticator {
    /** The caller of a bearer token. */
    Caller authenticate(String bearerToken) throws UnauthorizedException;
}
