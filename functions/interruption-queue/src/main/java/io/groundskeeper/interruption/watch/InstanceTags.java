package io.groundskeeper.interruption.watch;

import java.util.Map;
import java.util.Set;

/** The tags of instances. */
public interface InstanceTags {

    /**
     * Reads the tags of many instances at once.
     *
     * @return by instance id; an instance that has and had no tag, or is long gone, is not in it
     * @throws RuntimeException if they cannot be read
     */
    Map<String, Map<String, String>> of(String account, String region, Set<String> instanceIds);
}
