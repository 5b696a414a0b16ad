package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Step {@code helm-crd}: Karpenter's kinds, as the Helm release karpenter-crd. They go before the controller, also when
 * it is upgraded.
 */
public final class CrdStep implements Step<Situation.Look<CrdStep.Seen>, ReleaseChange> {

    /** What is there. */
    record Seen(Situation situation, List<Definition> definitions) {}

    private final ClusterContents contents;
    private final Releases releases;
    private final Clock clock;

    /** @param clock tells how old a release is that was left half done */
    public CrdStep(ClusterContents contents, Releases releases, Clock clock) {
        this.contents = contents;
        this.releases = releases;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "helm-crd";
    }

    @Override
    public Situation.Look<Seen> observe(Target target) {
        return Situation.look(target, endpoint -> {
            var situation = Situation.of(contents, endpoint, target, Karpenter.CRD_RELEASE, clock.instant());
            var names = new TreeSet<>(Karpenter.definitions(target.settings().karpenterVersion()));
            situation.release().ifPresent(release -> names.addAll(installed(release)));
            return new Seen(situation, contents.definitions(endpoint, List.copyOf(names)));
        });
    }

    @Override
    public Plan<ReleaseChange> plan(Target target, Situation.Look<Seen> look) {
        return switch (look) {
            case Situation.Look.NoAccess<Seen>(var reason) -> new Plan.Skipped<>(reason);
            case Situation.Look.Seen<Seen>(var seen) ->
                seen.situation()
                        .<ReleaseChange>obstacle(target)
                        .or(() -> foreign(target, seen))
                        .orElseGet(() -> ReleasePlan.of(
                                wanted(target),
                                seen.situation().release(),
                                missing(seen),
                                seen.situation().at()));
        };
    }

    @Override
    public void apply(Target target, ReleaseChange change) {
        new ReleaseApply(releases).apply(target, change);
    }

    private static WantedRelease wanted(Target target) {
        var settings = target.settings();
        return new WantedRelease(
                Karpenter.CRD_RELEASE,
                settings.controller().namespace(),
                settings.controller().chart(Karpenter.CRD_RELEASE),
                settings.karpenterVersion(),
                ControllerValues.definitions(target.id()));
    }

    // Helm would refuse them too, after it had begun.
    private static Optional<Plan<ReleaseChange>> foreign(Target target, Seen seen) {
        var namespace = target.settings().controller().namespace();
        var foreign = seen.definitions().stream()
                .filter(definition -> !definition.isOf(Karpenter.CRD_RELEASE, namespace))
                .map(Definition::name)
                .toList();
        if (foreign.isEmpty()) {
            return Optional.empty();
        }
        var names = String.join(" ", foreign);
        return Optional.of(new Plan.Refused<>(
                ("Some of Karpenter's kinds are there and do not belong to release karpenter-crd in %s: %s. To hand them over: kubectl label crd %s app.kubernetes.io/managed-by=Helm --overwrite; "
                                + "kubectl annotate crd %s meta.helm.sh/release-name=karpenter-crd meta.helm.sh/release-namespace=%s --overwrite")
                        .formatted(namespace, names, names, names, namespace)));
    }

    private static List<String> missing(Seen seen) {
        var found = seen.definitions().stream().map(Definition::name).toList();
        return seen.situation().release().stream()
                .flatMap(release -> installed(release).stream())
                .filter(name -> !found.contains(name))
                .map(name -> name + " was missing")
                .toList();
    }

    private static List<String> installed(Release release) {
        return release.names("CustomResourceDefinition");
    }
}
