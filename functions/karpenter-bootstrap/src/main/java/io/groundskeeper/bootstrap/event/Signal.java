package io.groundskeeper.bootstrap.event;

import java.time.Instant;
import java.util.Optional;

/** What an event means for a bootstrap. */
public sealed interface Signal {

    /**
     * Look at a cluster.
     *
     * @param event the API call's name, for messages
     * @param by who made the call, where the event says so
     * @param at when, where the event says so
     */
    record About(String cluster, Trigger trigger, String event, Optional<String> by, Optional<Instant> at)
            implements Signal {}

    /** Nothing is to be done. */
    record Nothing(String reason) implements Signal {}
}
