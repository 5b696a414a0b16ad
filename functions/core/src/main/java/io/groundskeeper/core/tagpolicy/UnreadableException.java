package io.groundskeeper.core.tagpolicy;

/** A policy cannot be read; the message says which part of it, and why. */
final class UnreadableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableException(String why) {
        super(why);
    }
}
