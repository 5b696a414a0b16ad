package io.groundskeeper.bootstrap.step;

/** A bootstrap could not go on; the message says why and what to do. */
public abstract sealed class BootstrapException extends RuntimeException
        permits DeclinedException,
                MissingPermissionException,
                NoSuchClusterException,
                NotYetException,
                QuotaReachedException,
                RefusedException {

    private static final long serialVersionUID = 1L;

    BootstrapException(String message, Throwable cause) {
        super(message, cause);
    }
}
