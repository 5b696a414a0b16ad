package io.groundskeeper.local.kubernetes;

/** The caller is not let in. */
public final class UnauthorizedException extends RuntimeException {
    /** Says why. */
    public UnauthorizedException(String message) {
        super(message);
    }
}
