package io.groundskeeper.bootstrap.removal;

import java.time.Instant;
import java.util.Set;

/**
 * An EC2 instance that Karpenter started.
 *
 * @param zone its availability zone
 * @param state EC2's word, for example {@code running}
 */
public record Instance(String id, String type, String zone, String state, Instant launched) {

    private static final Set<String> GONE = Set.of("shutting-down", "terminated");

    /** Whether nobody has terminated it yet. */
    boolean stays() {
        return !GONE.contains(state);
    }

    boolean isGoing() {
        return state.equals("shutting-down");
    }
}
