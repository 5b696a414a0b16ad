package io.groundskeeper.bootstrap.controller;

import java.util.List;
import java.util.Optional;

/** Finds what else gives nodes to a cluster: two that do so work against each other. */
final class Rivals {

    private Rivals() {}

    /** What is in the way, in words; empty when nothing is. */
    static Optional<String> obstacle(String namespace, List<Workload> workloads, Optional<Release> release) {
        if (release.isPresent() && !release.get().isOurs()) {
            return Optional.of(
                    "Helm release %s in %s was installed by someone else and is not taken over. Uninstall it to have it installed anew"
                            .formatted(release.get().name(), namespace));
        }
        return workloads.stream()
                .filter(workload -> workload.isKarpenter() && !workload.isOurs(namespace))
                .findFirst()
                .map(found ->
                        "Karpenter runs already: Deployment %s/%s, %s. It is not taken over. Remove it to have it installed anew"
                                .formatted(found.namespace(), found.name(), found.keeper()))
                .or(() -> workloads.stream()
                        .filter(Workload::isRunningAutoscaler)
                        .findFirst()
                        .map(found ->
                                "Cluster Autoscaler runs: Deployment %s/%s, %s. Scale it to 0 (kubectl -n %s scale deployment %s --replicas=0) to have Karpenter installed"
                                        .formatted(
                                                found.namespace(),
                                                found.name(),
                                                found.keeper(),
                                                found.namespace(),
                                                found.name())));
    }
}
