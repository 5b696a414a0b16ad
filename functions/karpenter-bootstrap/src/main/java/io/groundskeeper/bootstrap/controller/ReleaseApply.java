package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;

/** Makes a change of a Helm release. */
record ReleaseApply(Releases releases, ClusterObjects objects) {

    void apply(Target target, ReleaseChange change) {
        var endpoint = target.cluster()
                .endpoint()
                .orElseThrow(() -> new IllegalStateException("The cluster has no Kubernetes endpoint any more"));
        switch (change) {
            case ReleaseChange.Install(var release) -> releases.install(endpoint, release);
            case ReleaseChange.Upgrade(var release, var why) -> releases.upgrade(endpoint, release);
            case ReleaseChange.Forget(var namespace, var secret, var status) ->
                releases.forget(endpoint, namespace, secret);
            case ReleaseChange.Adopt(var definition, var release, var namespace, var dropConversion) ->
                objects.adopt(endpoint, definition, release, namespace, dropConversion);
        }
    }
}
