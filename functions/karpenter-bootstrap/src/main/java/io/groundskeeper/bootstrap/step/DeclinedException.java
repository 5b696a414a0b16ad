package io.groundskeeper.bootstrap.step;

/** AWS does not take a change, and nothing else depends on it: it is left out and said, and all others are made. */
public final class DeclinedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message what was not taken, why, and what to do */
    public DeclinedException(String message, Throwable cause) {
        super(message, cause);
    }
}
