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

    /** Go on with taking everything away from a cluster that lives on. */
    record Removal(String cluster) implements Signal {}

    /**
     * Clean up after a cluster that is gone.
     *
     * @param before when it was known to be gone: a cluster of its name that was created later is another one
     */
    record CleanUp(String cluster, Instant before) implements Signal {}

    /** It is time to look at all clusters that are under our care. */
    record Scheduled() implements Signal {}

    /** Nothing is to be done. */
    record Nothing(String reason) implements Signal {}
}
