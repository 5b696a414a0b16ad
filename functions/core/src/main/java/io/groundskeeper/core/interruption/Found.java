package io.groundskeeper.core.interruption;

import java.util.List;
import java.util.Optional;

/**
 * What there is.
 *
 * @param rules those of the default bus that have the queue as a target, and those with our names
 * @param key the one that the queue names
 */
public record Found(Optional<Queue> queue, List<Rule> rules, Key key) {

    public Found {
        rules = List.copyOf(rules);
    }
}
