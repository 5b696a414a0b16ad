package io.groundskeeper.bootstrap.cluster;

import java.util.Map;
import java.util.Optional;

/** The EKS clusters of the function's Region and account. */
public interface Clusters {

    /** Where they are. */
    Home home();

    /** What EKS says of a cluster; empty when there is none of that name. */
    Optional<ClusterFacts> find(String name);

    /** Adds tags to a cluster. */
    void tag(ClusterId cluster, Map<String, String> tags);
}
