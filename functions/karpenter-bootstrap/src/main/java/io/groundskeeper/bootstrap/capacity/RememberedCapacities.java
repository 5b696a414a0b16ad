package io.groundskeeper.bootstrap.capacity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Capacities for the length of one run: each asked once. */
public final class RememberedCapacities implements Capacities {

    private final Capacities capacities;
    private final Map<String, List<String>> nodeGroups = new HashMap<>();
    private final Map<String, List<FargateProfile>> fargateProfiles = new HashMap<>();

    /** @param capacities where they are asked */
    public RememberedCapacities(Capacities capacities) {
        this.capacities = capacities;
    }

    @Override
    public List<String> nodeGroups(String cluster) {
        return nodeGroups.computeIfAbsent(cluster, capacities::nodeGroups);
    }

    @Override
    public List<FargateProfile> fargateProfiles(String cluster) {
        return fargateProfiles.computeIfAbsent(cluster, capacities::fargateProfiles);
    }
}
