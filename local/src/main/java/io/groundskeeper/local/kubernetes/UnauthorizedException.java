package io.groundskeeper.local.kubernetes;

/** A bearer token was refused. */
public final class UnauthorizedException extends RuntimeException {

    /** Creates it with why the token was refused. */
    public UnauthorizedException(String message) {
        super(message);
    }
}
