package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.version.Fit;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.bootstrap.version.VersionMatrix;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.time.Duration;
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

        /** The Kubernetes API cannot be used, unless someone does something. */
        record NoAccess<T>(String reason) implements Look<T> {}

        /** It refuses us, and may soon not: our access entry takes some seconds to be known everywhere. */
        record NotYet<T>(String reason) implements Look<T> {}
    }

    private static final String NO_ACCESS = "The Kubernetes API cannot be used: see step cluster-access";
    private static final Duration SOON = Duration.ofSeconds(15);

    public Situation {
        workloads = List.copyOf(workloads);
    }

    /** Looks into a cluster, if its Kubernetes API can be used. */
    public static <T> Look<T> look(Target target, Function<ClusterEndpoint, T> eyes) {
        var endpoint = target.cluster().endpoint();
        if (endpoint.isEmpty()) {
            return new Look.NoAccess<>(NO_ACCESS);
        }
        try {
            return new Look.Seen<>(eyes.apply(endpoint.get()));
        } catch (KubernetesUnavailableException e) {
            return switch (e.reason()) {
                case UNREACHABLE, NOT_READY -> new Look.NoAccess<>(NO_ACCESS);
                case UNAUTHORIZED, FORBIDDEN ->
                    target.cluster().logins().byConfigMapOnly()
                            ? new Look.NoAccess<>(NO_ACCESS)
                            : new Look.NotYet<>(e.getMessage());
            };
        }
    }

    /**
     * What a step plans that looked into a cluster.
     *
     * @param foreseen what it would most likely do where it cannot look yet
     * @param plan for what was seen
     */
    public static <T, C extends PlannedChange> Plan<C> plan(Look<T> look, List<C> foreseen, Function<T, Plan<C>> plan) {
        return switch (look) {
            case Look.NoAccess<T>(var reason) -> new Plan.Skipped<>(reason);
            case Look.NotYet<T>(var reason) -> new Plan.NotYet<>(foreseen, reason, SOON);
            case Look.Seen<T>(var seen) -> plan.apply(seen);
        };
    }

    /** What bears on one release. */
    public static Situation of(
            ClusterContents contents, ClusterEndpoint endpoint, Target target, String release, Instant at) {
        return new Situation(
                target.cluster().version().orElseGet(() -> contents.version(endpoint)),
                contents.workloads(endpoint),
                contents.release(endpoint, target.settings().controller().namespace(), release),
                at);
    }

    /** The same for Karpenter's controller. */
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

    /** What else gives nodes to the cluster and was not allowed to, in words. */
    public Optional<String> rival(Target target) {
        return Rivals.obstacle(target.settings().controller(), workloads, release);
    }

    /** What a person should know although nothing is kept from being done, in words. */
    Optional<String> warning(Target target) {
        return rival(target)
                .or(() -> target.settings().controller().besideAutoscaler()
                        ? Rivals.autoscaler(workloads)
                                .map(
                                        found ->
                                                "Karpenter and Cluster Autoscaler both give nodes to the cluster, as groundskeeper/beside-autoscaler asks: scale one of them down before long")
                        : Optional.empty());
    }

    /** A Deployment. */
    public Optional<Workload> workload(String namespace, String name) {
        return workloads.stream()
                .filter(workload -> workload.is(namespace, name))
                .findFirst();
    }
}
