package io.groundskeeper.bootstrap.step;

/** Something that is there may not be touched, or is not fit: trying again does not help, a person must decide. */
public final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param why and what to do */
    public RefusedException(String why) {
        super(why, null);
    }
}
