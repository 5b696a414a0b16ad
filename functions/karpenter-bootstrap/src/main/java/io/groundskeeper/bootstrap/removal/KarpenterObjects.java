package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;

/**
 * The objects of Karpenter's kinds in clusters, and whether anyone looks after them.
 *
 * <p>All throw {@link KubernetesUnavailableException} where the API cannot be used.
 */
public interface KarpenterObjects {

    /** The objects of a kind; none where the kind itself is not there. */
    List<KarpenterObject> list(ClusterEndpoint cluster, KarpenterKind kind);

    /** Deletes one, as its finalizers allow; one that is gone is as good. */
    void delete(ClusterEndpoint cluster, KarpenterObject object);

    /** Whether a pod of Deployment karpenter in a namespace is ready. */
    boolean controllerRuns(ClusterEndpoint cluster, String namespace);
}
