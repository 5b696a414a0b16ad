package io.groundskeeper.bootstrap.identity;

import java.util.Map;

/** A pod identity association as it is. */
public record Association(String id, String arn, String roleArn, Map<String, String> tags) {

    public Association {
        tags = Map.copyOf(tags);
    }
}
