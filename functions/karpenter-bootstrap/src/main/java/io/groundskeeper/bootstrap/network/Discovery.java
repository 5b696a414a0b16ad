package io.groundskeeper.bootstrap.network;

import io.groundskeeper.core.cluster.ClusterId;
import java.util.Map;
import java.util.Optional;

/**
 * The tags by which Karpenter finds what it may use. Beside each there is one of ours with the same value, so that only
 * what we placed is ever removed.
 */
public final class Discovery {

    /** The tag by which Karpenter finds a cluster's subnets and security group. */
    public static final String KEY = "karpenter.sh/discovery";
    /** Our own key beside it. */
    public static final String OURS = "groundskeeper/discovery";

    private Discovery() {}

    /** Both tags for a cluster. */
    public static Map<String, String> tags(ClusterId cluster) {
        return Map.of(KEY, cluster.name(), OURS, cluster.name());
    }

    static String shown(Map<String, String> tags) {
        return KEY + "=" + tags.get(KEY);
    }

    /** Whose it is now. */
    static Optional<String> holder(Map<String, String> tags) {
        return Optional.ofNullable(tags.get(KEY)).filter(value -> !value.isEmpty());
    }

    static boolean placedByUs(Map<String, String> tags, ClusterId cluster) {
        return tags.entrySet().containsAll(tags(cluster).entrySet());
    }
}
