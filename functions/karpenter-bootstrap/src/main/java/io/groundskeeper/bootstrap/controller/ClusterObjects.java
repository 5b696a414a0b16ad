package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import tools.jackson.databind.JsonNode;

/**
 * Changes single objects of clusters by their Kubernetes API.
 *
 * <p>All throw {@link io.groundskeeper.core.kubernetes.KubernetesUnavailableException} where the API cannot be used.
 */
public interface ClusterObjects {

    /**
     * Hands a CustomResourceDefinition that nobody keeps to a Helm release.
     *
     * @param dropConversion whether its conversion by a webhook goes too
     */
    void adopt(ClusterEndpoint cluster, String definition, String release, String namespace, boolean dropConversion);

    /** Starts a Deployment's pods anew, one after the other. */
    void restart(ClusterEndpoint cluster, String namespace, String deployment);

    /**
     * Applies a part of a Deployment server-side as field manager {@code groundskeeper}, and never by force.
     *
     * @return whether it was taken; false when someone else owns a field of it with another value
     */
    boolean apply(ClusterEndpoint cluster, JsonNode deployment);
}
