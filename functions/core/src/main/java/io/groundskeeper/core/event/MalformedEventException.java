package io.groundskeeper.core.event;

/** An event that can never be read, however often it is tried; the message says what it lacks. */
public final class MalformedEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param what it lacks, for whoever sent it */
    public MalformedEventException(String what) {
        super(what);
    }

    /** @param cause the parser's own error */
    public MalformedEventException(String what, Throwable cause) {
        super(what, cause);
    }
}
