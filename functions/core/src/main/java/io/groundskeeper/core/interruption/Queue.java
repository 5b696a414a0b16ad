package io.groundskeeper.core.interruption;

import java.util.Map;

/**
 * An SQS queue as it is.
 *
 * @param attributes by SQS's own names
 */
public record Queue(String url, Map<String, String> attributes, Map<String, String> tags) {

    public Queue {
        attributes = Map.copyOf(attributes);
        tags = Map.copyOf(tags);
    }
}
