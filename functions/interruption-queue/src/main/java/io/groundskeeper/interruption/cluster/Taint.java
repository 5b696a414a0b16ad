package io.groundskeeper.interruption.cluster;

import java.util.Optional;

/**
 * A taint of a node.
 *
 * @param value empty where it has none
 * @param timeAdded as Kubernetes wrote it, kept as it is
 */
public record Taint(String key, String value, String effect, Optional<String> timeAdded) {

    public static final String NO_SCHEDULE = "NoSchedule";

    /** One that keeps pods from being scheduled. */
    public static Taint noSchedule(String key, String value) {
        return new Taint(key, value, NO_SCHEDULE, Optional.empty());
    }
}
