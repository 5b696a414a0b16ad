package io.groundskeeper.bootstrap.access;

import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.Optional;

/** Tries the way into a cluster's Kubernetes API. */
public interface KubernetesProbe {

    /** Why it cannot be used, naming the endpoint and what to do; empty when it answers us. */
    Optional<String> obstacle(ClusterEndpoint endpoint);
}
