package io.groundskeeper.bootstrap.network;

import java.util.Map;

/** A security group with its tags. */
public record SecurityGroup(String id, Map<String, String> tags) {

    public SecurityGroup {
        tags = Map.copyOf(tags);
    }
}
