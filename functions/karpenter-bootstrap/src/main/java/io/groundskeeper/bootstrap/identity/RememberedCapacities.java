package io.groundskeeper.bootstrap.identity;

import java.util.HashMap;
import java.util.Map;

/** Capacities for the length of one run: asked once. */
public final class RememberedCapacities implements Capacities {

    private final Capacities capacities;
    private final Map<String, Capacity> known = new HashMap<>();

    /** @param capacities where they are asked */
    public RememberedCapacities(Capacities capacities) {
        this.capacities = capacities;
    }

    @Override
    public Capacity of(String cluster) {
        return known.computeIfAbsent(cluster, capacities::of);
    }
}
