package io.groundskeeper.local.moto;

/** moto cannot be installed or does not run; the message says what to do. */
public final class MotoException extends RuntimeException {
    MotoException(String message, Throwable cause) {
        super(message, cause);
    }
}
