package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Step {@code helm-controller}: Karpenter itself, as the Helm release karpenter with values that fit the cluster. */
public final class ControllerStep implements Step<Situation.Look<ControllerStep.Seen>, ReleaseChange> {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    /**
     * What is there.
     *
     * @param objects of the release, beside its Deployment
     */
    record Seen(Situation situation, PlacementChoice choice, List<JsonNode> objects) {}

    private final ClusterContents contents;
    private final ControllerPlace place;
    private final Releases releases;
    private final ClusterObjects objects;
    private final Clock clock;

    /**
     * Makes the step.
     *
     * @param place where the controller can run
     * @param clock tells how old a release is that was left half done
     */
    public ControllerStep(
            ClusterContents contents, ControllerPlace place, Releases releases, ClusterObjects objects, Clock clock) {
        this.contents = contents;
        this.place = place;
        this.releases = releases;
        this.objects = objects;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "helm-controller";
    }

    @Override
    public Situation.Look<Seen> observe(Target target) {
        return Situation.look(target, endpoint -> {
            var situation = Situation.ofController(contents, endpoint, target, clock.instant());
            return new Seen(
                    situation,
                    place.choose(target, endpoint, situation.release()),
                    situation
                            .release()
                            .map(release -> live(target, endpoint, release))
                            .orElse(List.of()));
        });
    }

    @Override
    public Plan<ReleaseChange> plan(Target target, Situation.Look<Seen> look) {
        return Situation.plan(
                look,
                List.of(new ReleaseChange.Install(wanted(target, new Placement.OnNodes(1, true), "ClusterFirst"))),
                seen -> seen.situation().<ReleaseChange>obstacle(target).orElseGet(() -> placed(target, seen)));
    }

    @Override
    public void apply(Target target, ReleaseChange change) {
        new ReleaseApply(releases, objects).apply(target, change);
    }

    private List<JsonNode> live(Target target, ClusterEndpoint endpoint, Release release) {
        var kinds = release.kinds().stream().filter(contents::knows).toList();
        return contents.objects(endpoint, target.settings().controller().namespace(), release.name(), kinds);
    }

    private Plan<ReleaseChange> placed(Target target, Seen seen) {
        var installed = seen.situation().release();
        return switch (seen.choice()) {
            case PlacementChoice.Place(var placement) -> releasePlan(target, seen, placement);
            case PlacementChoice.Later(var reason) ->
                installed.isPresent() ? kept(reason) : new Plan.Waiting<>(List.of(), reason, LOOK_AGAIN);
            case PlacementChoice.Nowhere(var reason) ->
                installed.isPresent() ? kept(reason) : new Plan.Skipped<>(reason);
        };
    }

    private Plan<ReleaseChange> releasePlan(Target target, Seen seen, Placement placement) {
        var situation = seen.situation();
        var namespace = target.settings().controller().namespace();
        var drift = situation.release().stream()
                .flatMap(release -> Stream.concat(
                        Drift.of(release, situation.workloads(), namespace).stream(),
                        ObjectDrift.of(release, seen.objects(), namespace, contents::knows).stream()))
                .toList();
        var wanted = wanted(target, placement, NameServer.policy(situation, placement));
        var plan = ReleasePlan.of(wanted, situation.release(), drift, situation.at());
        var warning = situation.warning(target);
        if (warning.isPresent() && plan instanceof Plan.Changes<ReleaseChange>(var changes, var warnings)) {
            return new Plan.Changes<>(
                    changes, Stream.concat(warnings.stream(), warning.stream()).toList());
        }
        return plan;
    }

    private static WantedRelease wanted(Target target, Placement placement, String dnsPolicy) {
        var settings = target.settings();
        return new WantedRelease(
                Karpenter.RELEASE,
                settings.controller().namespace(),
                settings.controller().chart(Karpenter.RELEASE),
                settings.karpenterVersion(),
                ControllerValues.controller(target, placement, dnsPolicy));
    }

    // Installed and without a node for the moment: what fits it is not known now.
    private static Plan<ReleaseChange> kept(String reason) {
        return new Plan.Changes<>(List.of(), List.of(reason));
    }
}
