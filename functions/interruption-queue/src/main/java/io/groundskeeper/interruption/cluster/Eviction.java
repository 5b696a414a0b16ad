package io.groundskeeper.interruption.cluster;

import java.time.Duration;
import java.util.Optional;

/** What the API server made of a pod's eviction. */
public sealed interface Eviction {

    /** The pod terminates. */
    record Accepted() implements Eviction {}

    /** The pod is gone, or another has its name now. */
    record Gone() implements Eviction {}

    /**
     * Not now, or not at all.
     *
     * @param why in words, with the PodDisruptionBudget's name where it is one
     * @param askAgainIn how long the API server wants to be left alone, where it says so
     */
    record Blocked(String why, Optional<Duration> askAgainIn) implements Eviction {}
}
