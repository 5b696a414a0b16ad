package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import java.util.List;
import java.util.Optional;

/**
 * Step {@code cluster-access}: whether the function can use the cluster's Kubernetes API. It changes nothing; what it
 * finds in the way is told and keeps no other step from being done.
 */
public final class ClusterAccessStep implements Step<Optional<String>, ClusterAccessStep.None> {

    /** The kind of change that it makes: none. */
    public enum None implements PlannedChange {
        ;

        @Override
        public Change described() {
            throw new IllegalStateException("There is no such change");
        }
    }

    private final KubernetesProbe probe;

    /** @param probe tries the way in */
    public ClusterAccessStep(KubernetesProbe probe) {
        this.probe = probe;
    }

    @Override
    public String name() {
        return "cluster-access";
    }

    @Override
    public Optional<String> observe(Target target) {
        return target.cluster()
                .endpoint()
                .map(probe::obstacle)
                .orElseGet(() -> Optional.of("EKS names no Kubernetes endpoint for the cluster"));
    }

    @Override
    public Plan<None> plan(Target target, Optional<String> obstacle) {
        return obstacle.<Plan<None>>map(Plan.Skipped::new).orElseGet(() -> new Plan.Changes<>(List.of(), List.of()));
    }

    @Override
    public void apply(Target target, None change) {
        throw new IllegalStateException("Looking changes nothing");
    }
}
