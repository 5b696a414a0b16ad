package io.groundskeeper.local.kubernetes;

/** Tells whose a bearer token is. */
public interface Authenticator {

    /**
     * Answers whose token this is.
     *
     * @param bearerToken the token without the word Bearer
     * @return the caller
     * @throws UnauthorizedException when the token is refused; the request is then answered with 401
     */
    Caller authenticate(String bearerToken) throws UnauthorizedException;
}
