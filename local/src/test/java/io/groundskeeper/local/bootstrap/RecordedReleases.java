package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.WantedRelease;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;

/** Releases of which the recorder hears: Helm has a client of its own, and all that it sends for one call counts as one. */
record RecordedReleases(Releases releases, CallRecorder recorder) implements Releases {

    @Override
    public void install(ClusterEndpoint cluster, WantedRelease release) {
        recorder.kubernetes("helm install", release.name());
        releases.install(cluster, release);
    }

    @Override
    public void upgrade(ClusterEndpoint cluster, WantedRelease release) {
        recorder.kubernetes("helm upgrade", release.name());
        releases.upgrade(cluster, release);
    }

    @Override
    public void forget(ClusterEndpoint cluster, String namespace, String secret) {
        releases.forget(cluster, namespace, secret);
    }

    @Override
    public void uninstall(ClusterEndpoint cluster, String namespace, String name) {
        recorder.kubernetes("helm uninstall", name);
        releases.uninstall(cluster, namespace, name);
    }
}
