package io.groundskeeper.bootstrap.removal;

import java.time.Instant;
import java.util.Optional;

/** Whether EKS has a cluster of a name, and since when. */
@FunctionalInterface
public interface Existence {

    /**
     * A cluster as EKS shows it.
     *
     * @param status for example ACTIVE or DELETING
     * @param created when it was created; the epoch if EKS does not say
     */
    record Sighting(String status, Instant created) {}

    /** The cluster of this name; empty when there is none. */
    Optional<Sighting> find(String cluster);
}
