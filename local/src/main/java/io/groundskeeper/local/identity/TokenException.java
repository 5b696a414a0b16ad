package io.groundskeeper.local.identity;

/** A token that EKS would not take; the message says why. */
public final class TokenException extends RuntimeException {
    TokenException(String message) {
        super(message);
    }
}
