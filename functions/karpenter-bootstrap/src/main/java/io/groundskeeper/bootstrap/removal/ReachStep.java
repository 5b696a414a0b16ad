package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Step {@code kubernetes}: the cluster's inside can be seen. Skipped where it cannot and Karpenter has never worked;
 * refused where it has, since its AWS side must not be taken away under it.
 */
public final class ReachStep implements Step<ReachStep.Observed, PlannedChange> {

    private static final Duration SOON = Duration.ofSeconds(15);

    /**
     * What was seen.
     *
     * @param obstacle what keeps us out; empty when nothing does
     * @param mayOpen whether it may go away without anyone doing anything
     * @param worked whether Karpenter left traces in AWS; not looked for when nothing keeps us out
     */
    public record Observed(Optional<String> obstacle, boolean mayOpen, boolean worked) {}

    private final ClusterContents contents;
    private final Remains remains;

    /** @param remains show whether Karpenter has worked */
    public ReachStep(ClusterContents contents, Remains remains) {
        this.contents = contents;
        this.remains = remains;
    }

    @Override
    public String name() {
        return "kubernetes";
    }

    @Override
    public Observed observe(Target target) {
        var endpoint = target.cluster().endpoint();
        if (endpoint.isEmpty()) {
            return new Observed(
                    Optional.of("EKS names no Kubernetes endpoint for the cluster"), false, hasWorked(target));
        }
        try {
            contents.version(endpoint.get());
            return new Observed(Optional.empty(), false, false);
        } catch (KubernetesUnavailableException e) {
            boolean mayOpen = e.reason() == Cause.UNAUTHORIZED
                    && !target.cluster().logins().byConfigMapOnly();
            return new Observed(Optional.of(e.getMessage()), mayOpen, hasWorked(target));
        }
    }

    @Override
    public Plan<PlannedChange> plan(Target target, Observed observed) {
        if (observed.obstacle().isEmpty()) {
            return new Plan.Changes<>(List.of(), List.of());
        }
        var obstacle = observed.obstacle().get();
        if (!observed.worked()) {
            return new Plan.Skipped<>(
                    "%s. Karpenter has no instance, launch template or instance profile, so that it has never worked here: only the AWS side is taken away"
                            .formatted(obstacle));
        }
        return observed.mayOpen()
                ? new Plan.Waiting<>(List.of(), obstacle, SOON)
                : new Plan.Refused<>(
                        "%s. Karpenter has worked in this cluster, and its AWS side is not taken away under it. Let the function in, and remove again; or drain and remove Karpenter by hand first (docs/karpenter-bootstrap.md)"
                                .formatted(obstacle));
    }

    @Override
    public void apply(Target target, PlannedChange change) {
        throw new IllegalStateException("It plans no change");
    }

    private boolean hasWorked(Target target) {
        var cluster = target.id().name();
        return remains.instances().of(cluster).stream().anyMatch(Instance::stays)
                || !remains.launchTemplates().of(cluster).isEmpty()
                || remains.profiles().of(target.id(), target.names().nodeRole()).stream()
                        .anyMatch(profile -> profile.isKarpentersFor(target.id()));
    }
}
