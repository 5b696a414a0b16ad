package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.ControllerSettings;
import java.util.List;
import java.util.Optional;

/** Finds what else gives nodes to a cluster: two that do so work against each other. */
final class Rivals {

    private Rivals() {}

    /** What is in the way of a cluster's release, in words; empty when nothing is, or we were told to go on anyway. */
    static Optional<String> obstacle(ControllerSettings settings, List<Workload> workloads, Optional<Release> release) {
        return strangersRelease(settings, release)
                .or(() -> strangersController(settings, workloads))
                .or(() -> settings.besideAutoscaler() ? Optional.empty() : autoscaler(workloads));
    }

    /** A Cluster Autoscaler that runs, in words. */
    static Optional<String> autoscaler(List<Workload> workloads) {
        return workloads.stream()
                .filter(Workload::isRunningAutoscaler)
                .findFirst()
                .map(found ->
                        "Cluster Autoscaler runs: Deployment %s/%s, %s. Scale it to 0 (kubectl -n %s scale deployment %s --replicas=0) to have Karpenter installed, or tag the cluster groundskeeper/beside-autoscaler=true to have both for a while"
                                .formatted(
                                        found.namespace(),
                                        found.name(),
                                        found.keeper(),
                                        found.namespace(),
                                        found.name()));
    }

    private static Optional<String> strangersRelease(ControllerSettings settings, Optional<Release> release) {
        return release.filter(found -> !found.isOurs() && !settings.takeOver())
                .map(found ->
                        "Helm release %s in %s was installed by someone else and is not taken over. Tag the cluster groundskeeper/take-over=true to have it upgraded with our values, or uninstall it to have it installed anew"
                                .formatted(found.name(), settings.namespace()));
    }

    private static Optional<String> strangersController(ControllerSettings settings, List<Workload> workloads) {
        var namespace = settings.namespace();
        return workloads.stream()
                .filter(workload -> workload.isKarpenter() && !workload.isOurs(namespace))
                .filter(workload -> !(settings.takeOver() && workload.isOfRelease(namespace)))
                .findFirst()
                .map(found -> "Karpenter runs already: Deployment %s/%s, %s. It is not taken over. %s"
                        .formatted(
                                found.namespace(),
                                found.name(),
                                found.keeper(),
                                found.isOfRelease(namespace)
                                        ? "Tag the cluster groundskeeper/take-over=true to have it upgraded with our values, or remove it to have it installed anew"
                                        : "Remove it to have it installed anew"));
    }
}
