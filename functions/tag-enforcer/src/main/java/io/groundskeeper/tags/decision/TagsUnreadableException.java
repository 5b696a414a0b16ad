package io.groundskeeper.tags.decision;

/** The tags of what an event created could not be read; with a cause, another try may do better. */
public final class TagsUnreadableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TagsUnreadableException(String message, RuntimeException cause) {
        super(message, cause);
    }
}
