package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.core.cluster.Tags;
import java.util.Optional;

/**
 * How far a removal is, kept on the cluster itself as the value of its tag {@code groundskeeper/removing}: until it is
 * through, every look at the cluster goes on with it.
 */
public enum Progress {
    /** It is begun: what is inside the cluster goes first. */
    INSIDE("true"),
    /** Nothing of ours is inside any more: the AWS side goes, and with it our own way in. */
    AWS("aws");

    private final String value;

    Progress(String value) {
        this.value = value;
    }

    /** The tag's value. */
    public String value() {
        return value;
    }

    /** That of a cluster; empty when nothing is being removed from it. A value that we do not know is a beginning. */
    public static Optional<Progress> of(ClusterFacts cluster) {
        return Optional.ofNullable(cluster.tags().get(Tags.REMOVING))
                .map(value -> value.equals(AWS.value) ? AWS : INSIDE);
    }
}
