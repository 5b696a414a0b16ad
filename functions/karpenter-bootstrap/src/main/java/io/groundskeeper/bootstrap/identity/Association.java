package io.groundskeeper.bootstrap.identity;

import java.time.Instant;
import java.util.Map;

/**
 * A pod identity association as it is.
 *
 * @param since when it was last changed: pods that are older have no credentials by it, or those of another role
 */
public record Association(String id, String arn, String roleArn, Instant since, Map<String, String> tags) {

    public Association {
        tags = Map.copyOf(tags);
    }
}
