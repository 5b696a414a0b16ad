package io.groundskeeper.core.lambda;

/** The function was called with something that it does not take; the message lists what it takes. */
public final class InvalidInputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message what is wrong and what is accepted */
    public InvalidInputException(String message) {
        super(message);
    }

    /** @param cause the parser's own error */
    public InvalidInputException(String message, Throwable cause) {
        super(message, cause);
    }
}
