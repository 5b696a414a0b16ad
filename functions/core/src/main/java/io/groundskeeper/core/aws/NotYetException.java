package io.groundskeeper.core.aws;

import java.time.Duration;

/** AWS does not take it now, and will a little later without anyone doing anything. */
public final class NotYetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration lookAgainIn;

    /** @param message what is waited for */
    public NotYetException(String message, Duration lookAgainIn, Throwable cause) {
        super(message, cause);
        this.lookAgainIn = lookAgainIn;
    }

    /** After how long another try is worthwhile. */
    public Duration lookAgainIn() {
        return lookAgainIn;
    }
}
