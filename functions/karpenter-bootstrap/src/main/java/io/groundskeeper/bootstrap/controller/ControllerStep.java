package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Step {@code helm-controller}: Karpenter itself, as the Helm release karpenter with values that fit the cluster. */
public final class ControllerStep implements Step<Situation.Look<ControllerStep.Seen>, ReleaseChange> {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    /** What is there. */
    record Seen(Situation situation, PlacementChoice.Given given) {}

    private final ClusterContents contents;
    private final Capacity capacity;
    private final Roles roles;
    private final Releases releases;
    private final Clock clock;

    /**
     * Makes the step.
     *
     * @param roles of the account, for the controller's on Fargate
     * @param clock tells how old a release is that was left half done
     */
    public ControllerStep(ClusterContents contents, Capacity capacity, Roles roles, Releases releases, Clock clock) {
        this.contents = contents;
        this.capacity = capacity;
        this.roles = roles;
        this.releases = releases;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "helm-controller";
    }

    @Override
    public Situation.Look<Seen> observe(Target target) {
        return Situation.look(target, endpoint -> {
            var situation = Situation.of(contents, endpoint, target, Karpenter.RELEASE, clock.instant());
            return new Seen(situation, given(target, endpoint, situation.release()));
        });
    }

    @Override
    public Plan<ReleaseChange> plan(Target target, Situation.Look<Seen> look) {
        return switch (look) {
            case Situation.Look.NoAccess<Seen>(var reason) -> new Plan.Skipped<>(reason);
            case Situation.Look.Seen<Seen>(var seen) ->
                seen.situation().<ReleaseChange>obstacle(target).orElseGet(() -> placed(target, seen));
        };
    }

    @Override
    public void apply(Target target, ReleaseChange change) {
        new ReleaseApply(releases).apply(target, change);
    }

    // What EKS has for pods is asked only where no node is there to see.
    private PlacementChoice.Given given(Target target, ClusterEndpoint endpoint, Optional<Release> release) {
        var names = target.names();
        var namespace = target.settings().controller().namespace();
        int replicas = release.map(r -> r.values().path("replicas").asInt(0)).orElse(0);
        var nodes = contents.nodes(endpoint);
        if (nodes.stream().anyMatch(Node::takesController)) {
            return new PlacementChoice.Given(namespace, nodes, List.of(), List.of(), "", replicas);
        }
        return new PlacementChoice.Given(
                namespace,
                nodes,
                capacity.nodeGroups(target.id().name()),
                capacity.fargateProfiles(target.id().name()),
                roles.id(names.controllerRole())
                        .map(RoleId::arn)
                        .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.controllerRole())),
                replicas);
    }

    private static Plan<ReleaseChange> placed(Target target, Seen seen) {
        var installed = seen.situation().release();
        return switch (PlacementChoice.of(seen.given())) {
            case PlacementChoice.Place(var placement) -> releasePlan(target, seen.situation(), placement);
            case PlacementChoice.Later(var reason) ->
                installed.isPresent() ? kept(reason) : new Plan.Waiting<>(List.of(), reason, LOOK_AGAIN);
            case PlacementChoice.Nowhere(var reason) ->
                installed.isPresent() ? kept(reason) : new Plan.Skipped<>(reason);
        };
    }

    private static Plan<ReleaseChange> releasePlan(Target target, Situation situation, Placement placement) {
        var settings = target.settings();
        var namespace = settings.controller().namespace();
        var wanted = new WantedRelease(
                Karpenter.RELEASE,
                namespace,
                settings.controller().chart(Karpenter.RELEASE),
                settings.karpenterVersion(),
                ControllerValues.controller(target, placement));
        var drift = situation
                .release()
                .map(release -> Drift.of(release, situation.workloads(), namespace))
                .orElse(List.of());
        var plan = ReleasePlan.of(wanted, situation.release(), drift, situation.at());
        var rival = situation.rival(target);
        if (rival.isPresent() && plan instanceof Plan.Changes<ReleaseChange>(var changes, var warnings)) {
            return new Plan.Changes<>(
                    changes, Stream.concat(warnings.stream(), rival.stream()).toList());
        }
        return plan;
    }

    // Installed and without a node for the moment: what fits it is not known now.
    private static Plan<ReleaseChange> kept(String reason) {
        return new Plan.Changes<>(List.of(), List.of(reason));
    }
}
