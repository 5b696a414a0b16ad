package io.groundskeeper.bootstrap.role;

import io.groundskeeper.core.cluster.ClusterId;
import java.util.List;
import java.util.Map;

/**
 * An instance profile.
 *
 * @param roles the names of those in it; IAM allows one
 */
public record InstanceProfile(String name, String arn, List<String> roles, Map<String, String> tags) {

    public InstanceProfile {
        roles = List.copyOf(roles);
        tags = Map.copyOf(tags);
    }

    /** Whether Karpenter made it for a cluster: it asks for the same tags before it deletes one. */
    public boolean isKarpentersFor(ClusterId cluster) {
        return "owned".equals(tags.get("kubernetes.io/cluster/" + cluster.name()))
                && cluster.region().equals(tags.get("topology.kubernetes.io/region"))
                && tags.containsKey("karpenter.k8s.aws/ec2nodeclass");
    }
}
