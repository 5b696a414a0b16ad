package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.cluster.Look;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Clusters in memory; counts its calls and can be told to fail. */
final class FakeClusters implements Clusters {

    private final Map<String, Look> clusters = new HashMap<>();
    private final Map<String, FakeCluster> acting = new HashMap<>();
    private final Map<String, RuntimeException> failures = new HashMap<>();
    private final Map<String, Error> deaths = new HashMap<>();
    private final Map<String, CountDownLatch> hung = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    FakeClusters with(String name, ClusterSnapshot snapshot) {
        return with(name, new FakeCluster(Clock.fixed(Samples.T, ZoneOffset.UTC)).with(snapshot));
    }

    FakeClusters with(String name, FakeCluster cluster) {
        acting.put(name, cluster);
        return this;
    }

    FakeClusters with(String name, Look look) {
        clusters.put(name, look);
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
    public Look look(String region, String name) {
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
        return acting.containsKey(name) ? acting.get(name).look() : clusters.getOrDefault(name, new Look.Absent());
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
