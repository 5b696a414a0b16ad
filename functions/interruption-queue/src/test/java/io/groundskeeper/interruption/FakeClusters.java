package io.groundskeeper.interruption;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Clusters in memory; counts its calls and can be told to fail. */
final class FakeClusters implements Clusters {

    private final Map<String, ClusterSnapshot> clusters = new HashMap<>();
    private final Map<String, RuntimeException> failures = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();

    FakeClusters with(String name, ClusterSnapshot snapshot) {
        clusters.put(name, snapshot);
        return this;
    }

    FakeClusters failing(String name, RuntimeException e) {
        failures.put(name, e);
        return this;
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
        return Optional.ofNullable(clusters.get(name));
    }
}
