package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.core.kubernetes.ClusterEndpoint;

/** Installs Helm releases. */
public interface Releases {

    /** Installs a release of which there is no revision. */
    void install(ClusterEndpoint cluster, WantedRelease release);

    /** Makes the next revision of a release. */
    void upgrade(ClusterEndpoint cluster, WantedRelease release);

    /** Removes a revision by its Secret, and leaves what it installed. */
    void forget(ClusterEndpoint cluster, String namespace, String secret);

    /** Uninstalls a release with all that it installed; one that is gone is as good. */
    void uninstall(ClusterEndpoint cluster, String namespace, String name);
}
