package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.Karpenter;
import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Steps {@code helm-controller} and {@code helm-crd}: a Helm release that we installed is uninstalled. With Karpenter's
 * kinds all their objects would go, so that they stay as long as there is one of somebody else's.
 */
public final class UninstallStep implements Step<UninstallStep.Observed, UninstallStep.Uninstall> {

    /**
     * What is there.
     *
     * @param others objects of the release's kinds that are not ours
     * @param running a Karpenter that runs without the release; looked for only where it is the controller's
     */
    public record Observed(Optional<Release> release, List<KarpenterObject> others, Optional<Workload> running) {
        public Observed {
            others = List.copyOf(others);
        }
    }

    /** A release goes. */
    public record Uninstall(String namespace, String release) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.DELETE, "Helm release %s/%s".formatted(namespace, release), "with all it installed");
        }
    }

    private final String name;
    private final String release;
    private final List<KarpenterKind> kinds;
    private final ClusterContents contents;
    private final Releases releases;
    private final KarpenterObjects objects;

    private UninstallStep(
            String name,
            String release,
            List<KarpenterKind> kinds,
            ClusterContents contents,
            Releases releases,
            KarpenterObjects objects) {
        this.name = name;
        this.release = release;
        this.kinds = kinds;
        this.contents = contents;
        this.releases = releases;
        this.objects = objects;
    }

    /** For the controller. */
    public static UninstallStep ofController(ClusterContents contents, Releases releases, KarpenterObjects objects) {
        return new UninstallStep("helm-controller", Karpenter.RELEASE, List.of(), contents, releases, objects);
    }

    /** For Karpenter's kinds. */
    public static UninstallStep ofKinds(ClusterContents contents, Releases releases, KarpenterObjects objects) {
        return new UninstallStep(
                "helm-crd", Karpenter.CRD_RELEASE, List.of(KarpenterKind.values()), contents, releases, objects);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Observed observe(Target target) {
        var endpoint = NodePoolRemovalStep.endpoint(target);
        var found = contents.release(endpoint, target.settings().controller().namespace(), release);
        var others = new ArrayList<KarpenterObject>();
        if (found.isPresent()) {
            kinds.forEach(kind -> others.addAll(objects.list(endpoint, kind).stream()
                    .filter(object -> !object.isOurs())
                    .filter(object -> kind != KarpenterKind.NODE_CLAIM)
                    .toList()));
        }
        return new Observed(
                found,
                others,
                release.equals(Karpenter.RELEASE) && found.isEmpty()
                        ? contents.workloads(endpoint).stream()
                                .filter(Workload::isKarpenter)
                                .findFirst()
                        : Optional.empty());
    }

    @Override
    public Plan<Uninstall> plan(Target target, Observed observed) {
        if (observed.running().isPresent()) {
            return new Plan.Skipped<>(
                    "Deployment %s/%s stays, %s, and with it the instance profiles and launch templates"
                            .formatted(
                                    observed.running().get().namespace(),
                                    observed.running().get().name(),
                                    observed.running().get().keeper()));
        }
        if (observed.release().isEmpty()) {
            return new Plan.Changes<>(List.of(), List.of());
        }
        var namespace = target.settings().controller().namespace();
        if (!observed.release().get().isOurs()) {
            return new Plan.Skipped<>(
                    "Helm release %s in %s stays: someone else installed it".formatted(release, namespace));
        }
        if (!observed.others().isEmpty()) {
            return new Plan.Skipped<>(
                    "Helm release %s stays, since with Karpenter's kinds others' objects would go: %s. Delete them, then run helm uninstall %s -n %s"
                            .formatted(
                                    release,
                                    NodePoolRemovalStep.named(
                                            observed.others(),
                                            object -> "%s %s".formatted(object.kind(), object.words())),
                                    release,
                                    namespace));
        }
        return new Plan.Changes<>(List.of(new Uninstall(namespace, release)), List.of());
    }

    @Override
    public void apply(Target target, Uninstall change) {
        releases.uninstall(NodePoolRemovalStep.endpoint(target), change.namespace(), change.release());
    }
}
