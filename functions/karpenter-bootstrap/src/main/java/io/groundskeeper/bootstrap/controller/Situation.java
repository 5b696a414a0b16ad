package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.version.Fit;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.bootstrap.version.VersionMatrix;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What bears on each of Karpenter's releases, and on what is given to Karpenter.
 *
 * @param release that is looked at
 * @param at when it was looked at
 */
public record Situation(KubernetesVersion kubernetes, List<Workload> workloads, Optional<Release> release, Instant at) {

    private static final VersionMatrix VERSIONS = VersionMatrix.read();

    /**
     * What was seen of a cluster, or why nothing was.
     *
     * @param <T> what is looked at
     */
    public sealed interface Look<T> {
        /** It was seen. */
        record Seen<T>(T seen) implements Look<T> {}

        /** The Kubernetes API cannot be used. */
        record NoAccess<T>(String reason) implements Look<T> {}
    }

    public Situation {
        workloads = List.copyOf(workloads);
    }

    /** Looks into a cluster, if its Kubernetes API can be used. */
    public static <T> Look<T> look(Target target, Function<ClusterEndpoint, T> eyes) {
        var withoutAccess = "The Kubernetes API cannot be used: see step cluster-access";
        var endpoint = target.cluster().endpoint();
        if (endpoint.isEmpty()) {
            return new Look.NoAccess<>(withoutAccess);
        }
        try {
            return new Look.Seen<>(eyes.apply(endpoint.get()));
        } catch (KubernetesUnavailableException e) {
            return new Look.NoAccess<>(
                    e.reason() == KubernetesUnavailableException.Cause.FORBIDDEN ? e.getMessage() : withoutAccess);
        }
    }

    static Situation of(ClusterContents contents, ClusterEndpoint endpoint, Target target, String release, Instant at) {
        return new Situation(
                contents.version(endpoint),
                contents.workloads(endpoint),
                contents.release(endpoint, target.settings().controller().namespace(), release),
                at);
    }

    /** Looks at what bears on the controller. */
    public static Situation ofController(
            ClusterContents contents, ClusterEndpoint endpoint, Target target, Instant at) {
        return of(contents, endpoint, target, Karpenter.RELEASE, at);
    }

    /**
     * What keeps the release from being touched, and Karpenter from being given anything: someone else's Karpenter, or a
     * Kubernetes that does not fit.
     *
     * @param <C> the kind of change that is not made then
     */
    public <C extends PlannedChange> Optional<Plan<C>> obstacle(Target target) {
        if (release.filter(Release::isOurs).isEmpty()) {
            var rival = rival(target);
            if (rival.isPresent()) {
                return Optional.of(new Plan.Skipped<>(rival.get()));
            }
        }
        return switch (VERSIONS.fit(target.settings().karpenterVersion(), kubernetes)) {
            case Fit.Fits() -> Optional.empty();
            case Fit.Unfit(var reason) -> Optional.of(new Plan.Refused<>(reason));
            case Fit.Unknown(var reason) -> Optional.of(new Plan.Skipped<>(reason));
        };
    }

    /** What else gives nodes to the cluster, in words. */
    public Optional<String> rival(Target target) {
        return Rivals.obstacle(target.settings().controller().namespace(), workloads, release);
    }
}
