package io.groundskeeper.bootstrap.network;

import java.util.Map;

/** A subnet with its tags. */
public record Subnet(String id, Map<String, String> tags) {

    public Subnet {
        tags = Map.copyOf(tags);
    }
}
