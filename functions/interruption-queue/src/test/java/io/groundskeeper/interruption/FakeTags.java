package io.groundskeeper.interruption;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Instances' tags in memory; counts its calls and can be told to fail. */
final class FakeTags implements InstanceTags {

    private final Map<String, Map<String, String>> tags = new HashMap<>();
    private final List<Set<String>> calls = new ArrayList<>();
    private final List<String> places = new ArrayList<>();
    private RuntimeException failure;

    FakeTags with(String instanceId, Map<String, String> itsTags) {
        tags.put(instanceId, itsTags);
        return this;
    }

    FakeTags failing(RuntimeException e) {
        failure = e;
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
        if (failure != null) {
            throw failure;
        }
        var found = new HashMap<>(tags);
        found.keySet().retainAll(instanceIds);
        return found;
    }
}
