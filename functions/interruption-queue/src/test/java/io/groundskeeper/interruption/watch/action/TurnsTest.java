package io.groundskeeper.interruption.watch.action;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TurnsTest {

    @Test
    @Timeout(30)
    void eleventhRequest_waitsForItsTurn() throws InterruptedException {
        var turns = new Turns();
        var running = new AtomicInteger();
        var letGo = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 11; i++) {
            threads.add(Thread.ofVirtual()
                    .start(() -> turns.inTurn(() -> {
                        running.incrementAndGet();
                        return await(letGo);
                    })));
        }
        while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }

        assertThat(running).hasValue(10);

        letGo.countDown();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(running).hasValue(11);
    }

    private static boolean await(CountDownLatch letGo) {
        try {
            letGo.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
