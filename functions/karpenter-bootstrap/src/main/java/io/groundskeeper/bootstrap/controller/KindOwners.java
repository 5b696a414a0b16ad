package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides whether Karpenter's kinds that are there can become our release's. */
final class KindOwners {

    private KindOwners() {}

    /** What keeps the release from being installed: Helm would stop at it too, after it had begun. */
    static Optional<Plan<ReleaseChange>> obstacle(Target target, List<Definition> definitions) {
        return kept(target, definitions).or(() -> old(target, definitions)).map(Plan.Refused::new);
    }

    /** The kinds that nobody keeps. */
    static List<ReleaseChange.Adopt> adoptions(Target target, List<Definition> definitions) {
        var namespace = target.settings().controller().namespace();
        return unkept(definitions)
                .map(definition -> new ReleaseChange.Adopt(
                        definition.name(), Karpenter.CRD_RELEASE, namespace, definition.convertedByWebhook()))
                .toList();
    }

    private static Optional<String> kept(Target target, List<Definition> definitions) {
        var namespace = target.settings().controller().namespace();
        var kept = definitions.stream()
                .filter(definition -> definition.keeper().isPresent())
                .filter(definition -> !definition.isOf(Karpenter.CRD_RELEASE, namespace))
                .toList();
        if (kept.isEmpty()) {
            return Optional.empty();
        }
        var names = kept.stream().map(Definition::name).collect(Collectors.joining(" "));
        var keepers = kept.stream()
                .map(definition -> definition.keeper().orElseThrow())
                .distinct()
                .collect(Collectors.joining(", "));
        return Optional.of(
                ("Some of Karpenter's kinds are there and do not belong to release karpenter-crd in %s: %s (%s). Once nothing else keeps them, hand them over: kubectl label crd %s app.kubernetes.io/managed-by=Helm --overwrite; "
                                + "kubectl annotate crd %s meta.helm.sh/release-name=karpenter-crd meta.helm.sh/release-namespace=%s --overwrite")
                        .formatted(namespace, names, keepers, names, names, namespace));
    }

    // The chart's kinds have v1 only: what is stored in another version could not be read any more.
    private static Optional<String> old(Target target, List<Definition> definitions) {
        var old = unkept(definitions)
                .filter(definition -> !definition.oldVersions().isEmpty())
                .toList();
        if (old.isEmpty()) {
            return Optional.empty();
        }
        var stored = old.stream()
                .map(definition -> "%s (%s)".formatted(definition.name(), String.join(", ", definition.oldVersions())))
                .collect(Collectors.joining(", "));
        var name = old.getFirst().name();
        return Optional.of(
                "Objects of an old Karpenter may still be stored in versions that %s does not have: %s. Finish its migration to v1 first: store each object anew (kubectl get %s -o json | kubectl replace -f -), then set status.storedVersions of each kind to [v1] (kubectl patch crd %s --subresource status --type merge -p '{\"status\":{\"storedVersions\":[\"v1\"]}}')"
                        .formatted(target.settings().karpenterVersion(), stored, name, name));
    }

    private static Stream<Definition> unkept(List<Definition> definitions) {
        return definitions.stream().filter(definition -> definition.keeper().isEmpty());
    }
}
