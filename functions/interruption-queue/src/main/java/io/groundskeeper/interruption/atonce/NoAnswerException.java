package io.groundskeeper.interruption.atonce;

/** A question was not answered: its time was over, or what asked it died. */
public final class NoAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
