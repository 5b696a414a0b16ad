package io.groundskeeper.interruption.cluster;

import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The calls into one cluster that an interrupted node needs. Each can be made twice. Each waits some seconds at most,
 * and tries nothing again. Safe for use by several threads.
 *
 * <p>All of them throw {@link io.groundskeeper.core.kubernetes.KubernetesUnavailableException} if a right is missing, or
 * nobody answers, and another RuntimeException for what the API server refuses otherwise.
 */
public interface ClusterCalls {

    /** What became of a change. */
    enum Applied {
        /** It was made. */
        DONE,
        /** What was to be changed is gone, or another has its name now. */
        GONE,
        /** What was to be changed has changed since it was read. */
        CONFLICT
    }

    /** A node as it is now. */
    Optional<Node> node(String name);

    /** All pods that are bound to a node. */
    List<Pod> pods(String nodeName);

    /** Marks a node, unless it has changed since it was read. */
    Applied mark(NodeMark mark);

    /** Deletes a NodeClaim if it still is the one with this uid. It stays until Karpenter removes its finalizer. */
    Applied deleteNodeClaim(String name, String uid);

    /** Asks for a pod's eviction, if it still is the one with this uid. */
    Eviction evict(Pod pod);

    /** Asks what would become of a pod's eviction; changes nothing. */
    Eviction tryEviction(Pod pod);

    /**
     * Deletes a pod, whatever protects it, if it still is the one with this uid.
     *
     * @param grace how long its containers have; at least one second
     */
    Applied delete(Pod pod, Duration grace);
}
