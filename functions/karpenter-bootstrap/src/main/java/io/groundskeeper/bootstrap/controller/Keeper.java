package io.groundskeeper.bootstrap.controller;

import java.util.Map;
import java.util.Optional;

/** Tells from an object's labels and annotations what keeps it. */
final class Keeper {

    static final String RELEASE_NAME = "meta.helm.sh/release-name";
    static final String RELEASE_NAMESPACE = "meta.helm.sh/release-namespace";

    private Keeper() {}

    /** Flux or Argo CD, which would undo what others change; empty when neither does. */
    static Optional<String> gitOps(Map<String, String> labels, Map<String, String> annotations) {
        if (labels.containsKey("kustomize.toolkit.fluxcd.io/name")
                || labels.containsKey("helm.toolkit.fluxcd.io/name")) {
            return Optional.of("kept by Flux");
        }
        if (labels.containsKey("argocd.argoproj.io/instance")
                || annotations.containsKey("argocd.argoproj.io/tracking-id")) {
            return Optional.of("kept by Argo CD");
        }
        return Optional.empty();
    }

    /** Who keeps it, in words; empty when nobody does. */
    static Optional<String> of(Map<String, String> labels, Map<String, String> annotations) {
        return gitOps(labels, annotations)
                .or(() -> Optional.ofNullable(annotations.get(RELEASE_NAME))
                        .map(release -> "Helm release %s in %s"
                                .formatted(release, annotations.getOrDefault(RELEASE_NAMESPACE, ""))));
    }

    static boolean isRelease(Map<String, String> annotations, String release, String namespace) {
        return release.equals(annotations.get(RELEASE_NAME)) && namespace.equals(annotations.get(RELEASE_NAMESPACE));
    }
}
