package io.groundskeeper.interruption.digest;

import java.util.Map;

/**
 * How often something was counted.
 *
 * @param metric for example Interruptions
 * @param dimensions what was counted, without the function's name
 * @param sum over the time that was asked for
 */
public record Tally(String metric, Map<String, String> dimensions, long sum) {

    public Tally {
        dimensions = Map.copyOf(dimensions);
    }
}
