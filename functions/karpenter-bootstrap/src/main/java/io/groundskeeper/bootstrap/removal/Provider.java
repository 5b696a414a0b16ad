package io.groundskeeper.bootstrap.removal;

import java.util.Map;

/** An identity provider of the account for a cluster's issuer. */
public record Provider(String arn, Map<String, String> tags) {

    public Provider {
        tags = Map.copyOf(tags);
    }
}
