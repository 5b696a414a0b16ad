package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Home;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/** The EKS clusters of the function's Region and account. */
public interface Clusters {

    /** Where they are. */
    Home home();

    /** What EKS says of a cluster; empty when there is none of that name. */
    Optional<ClusterFacts> find(String name);

    /** The names of all of them, in their order by name. */
    SortedSet<String> names();

    /** Adds tags to a cluster. */
    void tag(ClusterId cluster, Map<String, String> tags);

    /** Takes tags off a cluster, all at once. */
    void untag(ClusterId cluster, Set<String> keys);
}
