package io.groundskeeper.interruption.watch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Clusters in memory; counts its calls and can be told to fail. */
final class FakeClusters implements Clusters {

    private final Map<String, ClusterSnapshot> clusters = new HashMap<>();
    private final Map<String, RuntimeException> failures = new HashMap<>();
    private final Map<String, Error> deaths = new HashMap<>();
    private final Map<String, CountDownLatch> hung = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    FakeClusters with(String name, ClusterSnapshot snapshot) {
        clusters.put(name, snapshot);
        return this;
    }

    FakeClusters failing(String name, RuntimeException e) {
        failures.put(name, e);
        return this;
    }

    FakeClusters dying(String name, Error e) {
        deaths.put(name, e);
        return this;
    }

    /** Its look never ends, unless it is interrupted; then the latch is down. */
    CountDownLatch hanging(String name) {
        return hung.computeIfAbsent(name, n -> new CountDownLatch(1));
    }

    List<String> calls() {
        return calls;
    }

    @Override
    public Optional<ClusterSnapshot> look(String region, String name) {
        calls.add(name);
        if (failures.containsKey(name)) {
            throw failures.get(name);
        }
        if (deaths.containsKey(name)) {
            throw deaths.get(name);
        }
        if (hung.containsKey(name)) {
            hang(hung.get(name));
        }
        return Optional.ofNullable(clusters.get(name));
    }

    private static void hang(CountDownLatch interrupted) {
        try {
            Thread.sleep(Duration.ofHours(1));
        } catch (InterruptedException e) {
            interrupted.countDown();
            Thread.currentThread().interrupt();
        }
    }
}
