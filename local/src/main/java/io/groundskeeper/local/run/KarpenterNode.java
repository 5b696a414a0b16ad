package io.groundskeeper.local.run;

import io.groundskeeper.local.kubernetes.ObjectStore;
import io.groundskeeper.local.kubernetes.PlayedNode;
import io.groundskeeper.local.kubernetes.PodKind;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.Tag;

/**
 * A node as Karpenter would have it, in AWS and in its cluster.
 *
 * @param cluster the cluster's name
 * @param name of the Node and its NodeClaim
 * @param instanceId the instance
 * @param zone its availability zone
 */
record KarpenterNode(String cluster, String name, String instanceId, String zone) {

    private static final String POOL = "default";
    private static final String NODE_CLASS = "default";

    /** The tags of the instance. */
    List<Tag> tags() {
        return Stream.concat(templateTags().stream(), Stream.of(tag("karpenter.sh/nodeclaim", name), tag("Name", name)))
                .toList();
    }

    /** The tags of its launch template. */
    List<Tag> templateTags() {
        return List.of(
                tag("kubernetes.io/cluster/" + cluster, "owned"),
                tag("eks:eks-cluster-name", cluster),
                tag("karpenter.sh/nodepool", POOL),
                tag("karpenter.k8s.aws/ec2nodeclass", NODE_CLASS));
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    /** Puts Node, NodeClaim and a pod that takes its time to end into the cluster. */
    void putInto(ObjectStore objects) {
        PlayedNode.spot(name, instanceId, zone)
                .with(PodKind.IGNORES_SIGTERM, "web-on-" + name, 1)
                .putInto(objects);
    }
}
