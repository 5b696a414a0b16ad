package io.groundskeeper.bootstrap.cluster;

/** The cluster that steps work on, with what its settings ask for. */
public record Target(ClusterFacts cluster, ClusterSettings settings) {

    /** The names of what is made for it. */
    public Names names() {
        return new Names(cluster.id());
    }

    /** Its identity. */
    public ClusterId id() {
        return cluster.id();
    }

    /** The same, as if there were no function that looks after interruptions, and no mode to switch. */
    public Target withoutInterruption() {
        return new Target(cluster, settings.withoutInterruption());
    }
}
