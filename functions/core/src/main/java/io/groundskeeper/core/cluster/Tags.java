package io.groundskeeper.core.cluster;

import java.util.Map;

/** The tags by which clusters and what was made for them are told. */
public final class Tags {

    /** On a cluster: it is kept in order. Set at its first bootstrap. */
    public static final String MARK = "groundskeeper/managed";

    /** The value of {@link #MARK}. */
    public static final String MARK_VALUE = "true";

    /** On a cluster, set by its owner: {@code manage} or {@code skip}. */
    public static final String WISH = "groundskeeper/karpenter";

    /** A value of {@link #WISH}: it is to be looked after. */
    public static final String MANAGE = "manage";

    /** A value of {@link #WISH}: it is to be left alone. */
    public static final String SKIP = "skip";

    /** On a cluster: Karpenter is being removed from it, and how far that is. */
    public static final String REMOVING = "groundskeeper/removing";

    /** On what we made: the cluster that it is for. */
    public static final String CLUSTER = "groundskeeper/cluster";

    /** On what we made: the cluster's Region, since roles have none. */
    public static final String REGION = "groundskeeper/region";

    /** On an access entry: the unique id of the role that it was made for, since it is dead for any later one. */
    public static final String ROLE_ID = "groundskeeper/role-id";

    private Tags() {}

    /** The tags of what is made for a cluster. */
    public static Map<String, String> of(ClusterId cluster) {
        return Map.of(CLUSTER, cluster.name(), REGION, cluster.region());
    }

    /** Whether something with these tags was made by us for this cluster. */
    public static boolean areOurs(Map<String, String> tags, ClusterId cluster) {
        return cluster.name().equals(tags.get(CLUSTER))
                && cluster.region().equals(tags.getOrDefault(REGION, cluster.region()));
    }
}
