package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.cluster.ClusterId;
import java.util.Map;
import java.util.Optional;

/** Whose an instance is. */
sealed interface Owner {

    /**
     * A cluster's node.
     *
     * @param nodeGroup the managed node group, if it is of one
     * @param nodePool the Karpenter NodePool, if it is of one
     */
    record OfCluster(String name, Optional<String> nodeGroup, Optional<String> nodePool) implements Owner {}

    /** No cluster's. */
    record OfNone(String why) implements Owner {}

    /** No tag was seen. Those of a new instance are seen some seconds after its launch. */
    record NotSeen() implements Owner {}

    /** Nobody can be asked. */
    record NotAsked(String why) implements Owner {}

    /** It could not be found out. */
    record NotKnown(RuntimeException failure) implements Owner {}

    /** Reads an instance's tags, in the order in which AWS and Karpenter can be trusted to have written them. */
    static Owner of(Map<String, String> tags) {
        if (tags.isEmpty()) {
            return new NotSeen();
        }
        return Optional.ofNullable(tags.get("eks:eks-cluster-name"))
                .or(() -> Optional.ofNullable(tags.get("eks:cluster-name")))
                .or(() -> byOwnershipTag(tags))
                // What EKS cannot have is not asked for: it would be refused each time, not be absent.
                .filter(ClusterId::isName)
                .<Owner>map(name -> new OfCluster(
                        name,
                        Optional.ofNullable(tags.get("eks:nodegroup-name")),
                        Optional.ofNullable(tags.get("karpenter.sh/nodepool"))))
                .orElseGet(() -> new OfNone("no tag names a cluster"));
    }

    private static Optional<String> byOwnershipTag(Map<String, String> tags) {
        return withValue(tags, "owned").or(() -> withValue(tags, "shared"));
    }

    private static Optional<String> withValue(Map<String, String> tags, String value) {
        var prefix = "kubernetes.io/cluster/";
        return tags.entrySet().stream()
                .filter(tag -> tag.getKey().startsWith(prefix) && tag.getValue().equals(value))
                .map(tag -> tag.getKey().substring(prefix.length()))
                .sorted()
                .findFirst();
    }
}
