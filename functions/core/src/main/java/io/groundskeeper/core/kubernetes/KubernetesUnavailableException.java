package io.groundskeeper.core.kubernetes;

/** A cluster's API server cannot be used; the message names the endpoint and says what to do. */
public final class KubernetesUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why it cannot be used. */
    public enum Cause {
        /** The cluster has no endpoint yet. */
        NOT_READY,
        /** Nobody answered within five seconds: refused, timed out, no route, wrong certificate. */
        UNREACHABLE,
        /** The token was refused: the role has no access entry, or one that is not yet known everywhere. */
        UNAUTHORIZED,
        /** The role may not do this. */
        FORBIDDEN
    }

    private final Cause reason;

    /** @param message names the endpoint and says what to do */
    public KubernetesUnavailableException(Cause reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why it cannot be used. */
    public Cause reason() {
        return reason;
    }
}
