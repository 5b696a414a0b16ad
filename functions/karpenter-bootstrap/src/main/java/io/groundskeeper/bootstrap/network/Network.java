package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import java.util.Map;

/** The networks of clusters. */
public interface Network {

    /** Reads a cluster's network. */
    NetworkState read(ClusterFacts cluster);

    /** Adds or replaces tags of a subnet or a security group. */
    void tag(String resourceId, Map<String, String> tags);

    /** Removes tags of a subnet or a security group, but only while they have these values. */
    void untag(String resourceId, Map<String, String> tags);
}
