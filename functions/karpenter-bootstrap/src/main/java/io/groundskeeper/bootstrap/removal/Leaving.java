package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import java.util.Map;

/**
 * A cluster whose AWS side is taken down.
 *
 * @param rolePath of the roles that we made, with a slash at both ends
 * @param terminates whether instances that Karpenter left behind are terminated
 * @param living whether the cluster itself stays, so that its nodes may still be of use
 * @param drained whether Karpenter has had its turn to terminate its nodes; not yet where a removal is only planned
 */
public record Leaving(ClusterId id, String rolePath, boolean terminates, boolean living, boolean drained) {

    /** The same, before Karpenter has had its turn. */
    public Leaving beforeDraining() {
        return new Leaving(id, rolePath, terminates, living, false);
    }

    /** The names of what was made for it. */
    public Names names() {
        return new Names(id);
    }

    /** Whether something with these tags was made by us for this cluster; what lacks one of both tags is not ours to delete. */
    boolean made(Map<String, String> tags) {
        return tags.entrySet().containsAll(Tags.of(id).entrySet());
    }

    /** What is said of something of our name that we did not make. */
    String foreign(String what) {
        return "%s is left: it lacks our tags %s=%s and %s=%s, so that someone else made it"
                .formatted(what, Tags.CLUSTER, id.name(), Tags.REGION, id.region());
    }
}
