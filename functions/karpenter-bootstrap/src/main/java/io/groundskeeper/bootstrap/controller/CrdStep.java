package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import java.time.Clock;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Step {@code helm-crd}: Karpenter's kinds, as the Helm release karpenter-crd. They go before the controller, also when
 * it is upgraded.
 */
public final class CrdStep implements Step<Situation.Look<CrdStep.Seen>, ReleaseChange> {

    /**
     * What is there.
     *
     * @param oldWebhooks that old releases of Karpenter left; looked for only before the first installation
     */
    record Seen(Situation situation, List<Definition> definitions, List<String> oldWebhooks) {}

    private final ClusterContents contents;
    private final Releases releases;
    private final ClusterObjects objects;
    private final Clock clock;

    /** @param clock tells how old a release is that was left half done */
    public CrdStep(ClusterContents contents, Releases releases, ClusterObjects objects, Clock clock) {
        this.contents = contents;
        this.releases = releases;
        this.objects = objects;
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
            return new Seen(
                    situation,
                    contents.definitions(endpoint, List.copyOf(names)),
                    situation.release().isPresent() ? List.of() : contents.oldWebhooks(endpoint));
        });
    }

    @Override
    public Plan<ReleaseChange> plan(Target target, Situation.Look<Seen> look) {
        return Situation.plan(
                look,
                List.of(new ReleaseChange.Install(wanted(target))),
                seen -> seen.situation()
                        .<ReleaseChange>obstacle(target)
                        .or(() -> KindOwners.obstacle(target, seen.definitions()))
                        .orElseGet(() -> planned(target, seen)));
    }

    @Override
    public void apply(Target target, ReleaseChange change) {
        new ReleaseApply(releases, objects).apply(target, change);
    }

    private static Plan<ReleaseChange> planned(Target target, Seen seen) {
        var adoptions = KindOwners.adoptions(target, seen.definitions());
        var differences =
                Stream.concat(missing(seen), adoptions.stream().map(a -> a.definition() + " belonged to nobody"));
        var plan = ReleasePlan.of(
                wanted(target),
                seen.situation().release(),
                differences.toList(),
                seen.situation().at());
        // Only with the release's own change: kinds that are handed over must not stay without it.
        if (plan instanceof Plan.Changes<ReleaseChange>(var changes, var warnings)) {
            return new Plan.Changes<>(
                    changes.isEmpty()
                            ? changes
                            : Stream.<ReleaseChange>concat(adoptions.stream(), changes.stream())
                                    .toList(),
                    Stream.concat(warnings.stream(), webhooks(seen)).toList());
        }
        return plan;
    }

    private static Stream<String> webhooks(Seen seen) {
        return seen.oldWebhooks().isEmpty()
                ? Stream.empty()
                : Stream.of(
                        "An old release of Karpenter left admission webhooks behind, which may refuse what Karpenter writes: %s. Delete them if nothing answers them any more (kubectl delete validatingwebhookconfiguration or mutatingwebhookconfiguration, with their names)"
                                .formatted(String.join(", ", seen.oldWebhooks())));
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

    private static Stream<String> missing(Seen seen) {
        var found = seen.definitions().stream().map(Definition::name).toList();
        return seen.situation().release().stream()
                .flatMap(release -> installed(release).stream())
                .filter(name -> !found.contains(name))
                .map(name -> name + " was missing");
    }

    private static List<String> installed(Release release) {
        return release.names("CustomResourceDefinition");
    }
}
