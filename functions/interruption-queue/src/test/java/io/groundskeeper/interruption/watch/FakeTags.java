package io.groundskeeper.interruption.watch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Instances' tags in memory; counts its calls and can be told to fail. */
final class FakeTags implements InstanceTags {

    private final Map<String, Map<String, String>> tags = new HashMap<>();
    private final List<Set<String>> calls = new CopyOnWriteArrayList<>();
    private final List<String> places = new CopyOnWriteArrayList<>();
    private final Map<String, RuntimeException> failures = new HashMap<>();
    private Map<String, String> others = Map.of();
    private RuntimeException failure;
    private Runnable meanwhile = () -> {};

    /** Every instance is there, and no cluster's. */
    static FakeTags ofStrangers() {
        var fake = new FakeTags();
        fake.others = Map.of("Name", "bastion");
        return fake;
    }

    FakeTags with(String instanceId, Map<String, String> itsTags) {
        tags.put(instanceId, itsTags);
        return this;
    }

    FakeTags failing(RuntimeException e) {
        failure = e;
        return this;
    }

    FakeTags failingIn(String region, RuntimeException e) {
        failures.put(region, e);
        return this;
    }

    /** What happens while they are read. */
    FakeTags meanwhile(Runnable something) {
        meanwhile = something;
        return this;
    }

    List<Set<String>> calls() {
        return calls;
    }

    /** Account and Region of each call. */
    List<String> places() {
        return places;
    }

    @Override
    public Map<String, Map<String, String>> of(String account, String region, Set<String> instanceIds) {
        calls.add(instanceIds);
        places.add(account + " " + region);
        meanwhile.run();
        if (failures.containsKey(region)) {
            throw failures.get(region);
        }
        if (failure != null) {
            throw failure;
        }
        var found = new HashMap<>(tags);
        found.keySet().retainAll(instanceIds);
        instanceIds.forEach(id -> found.putIfAbsent(id, others));
        return found;
    }
}
