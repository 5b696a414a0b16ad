package io.groundskeeper.interruption.drill;

import java.time.Instant;

/** Sends test warnings the way that real ones come. */
public interface DrillSender {

    /**
     * Sends a test warning.
     *
     * @return the event's id, which the answer names
     * @throws RuntimeException with a message that says what to do, if it was not taken
     */
    String send(String cluster, String instanceId, Instant sent);
}
