package io.groundskeeper.core.json;

/** The text is not JSON; the message says where it breaks. */
public final class MalformedJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param why what is wrong with the text */
    public MalformedJsonException(String why) {
        super("This is not valid JSON: " + why);
    }

    /** @param cause the parser's own error */
    public MalformedJsonException(String why, Throwable cause) {
        super("This is not valid JSON: " + why, cause);
    }
}
