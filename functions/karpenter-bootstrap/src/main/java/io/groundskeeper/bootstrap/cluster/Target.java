package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import java.util.Optional;

/**
 * The cluster that steps work on, with what its settings ask for.
 *
 * @param amiRefresh whether this run takes the newest image for nodes, although the one that they have is good
 */
public record Target(ClusterFacts cluster, ClusterSettings settings, boolean amiRefresh) {

    /** A cluster of which nothing special is asked. */
    public Target(ClusterFacts cluster, ClusterSettings settings) {
        this(cluster, settings, false);
    }

    /** The names of what is made for it. */
    public Names names() {
        return new Names(cluster.id());
    }

    /** Its identity. */
    public ClusterId id() {
        return cluster.id();
    }

    /** The instance profile that nodes get; empty where Karpenter makes one for their role. */
    public Optional<String> instanceProfile() {
        return settings.nodes().instanceProfile().or(this::ownInstanceProfile);
    }

    /** The instance profile that we make: where Karpenter does not reach IAM, and none is given. */
    public Optional<String> ownInstanceProfile() {
        return settings.controller().isolatedVpc()
                        && settings.nodes().instanceProfile().isEmpty()
                ? Optional.of(names().nodeProfile())
                : Optional.empty();
    }

    /** The same, as if there were no function that looks after interruptions, and no mode to switch. */
    public Target withoutInterruption() {
        return new Target(cluster, settings.withoutInterruption());
    }
}
