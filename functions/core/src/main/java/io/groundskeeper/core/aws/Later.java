package io.groundskeeper.core.aws;

import java.util.function.Supplier;

/**
 * Makes what is not always needed when it is asked for first, and once: an SDK client costs a function's start time. Safe
 * for use by several threads.
 */
public final class Later<T> implements Supplier<T> {

    private final Supplier<T> maker;
    private T made;

    public Later(Supplier<T> maker) {
        this.maker = maker;
    }

    /** @throws RuntimeException if it could not be made; it is tried again when it is asked for again */
    @Override
    public synchronized T get() {
        if (made == null) {
            made = maker.get();
        }
        return made;
    }
}
