package io.groundskeeper.interruption.watch.action;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Lets only so many requests about a cluster's pods run at once, whatever the number of its nodes that go. */
public final class Turns {

    private static final int AT_ONCE = 10;

    private final Semaphore places = new Semaphore(AT_ONCE);

    <T> T inTurn(Supplier<T> request) {
        try {
            places.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the pass was over before its turn came", e);
        }
        try {
            return request.get();
        } finally {
            places.release();
        }
    }
}
