package io.groundskeeper.interruption.watch;

/** A question was not answered: its time was over, or what asked it died. */
final class NoAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
