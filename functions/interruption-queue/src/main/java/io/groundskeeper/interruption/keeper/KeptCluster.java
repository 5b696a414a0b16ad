package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Tags;
import java.util.Map;

/**
 * A cluster as EKS describes it.
 *
 * @param tags its own
 * @param lives false when it is being deleted, or never came to be
 */
public record KeptCluster(ClusterId id, Map<String, String> tags, boolean lives) {

    public KeptCluster {
        tags = Map.copyOf(tags);
    }

    /** Whether we look after it: not while it goes, or Karpenter does, or its owner does not want us. */
    boolean isKept() {
        return !isGoing() && Tags.MARK_VALUE.equals(tags.get(Tags.MARK)) && !Tags.SKIP.equals(tags.get(Tags.WISH));
    }

    /** Whether it, or Karpenter in it, is on its way out: what is taken away must not be made again. */
    boolean isGoing() {
        return !lives || tags.containsKey(Tags.REMOVING);
    }
}
