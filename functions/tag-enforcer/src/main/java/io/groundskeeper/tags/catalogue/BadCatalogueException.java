package io.groundskeeper.tags.catalogue;

/** The catalogue cannot be used; the message names the row and what is wrong with it. */
public final class BadCatalogueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadCatalogueException(String message) {
        super(message);
    }

    BadCatalogueException(String message, Throwable cause) {
        super(message, cause);
    }
}
