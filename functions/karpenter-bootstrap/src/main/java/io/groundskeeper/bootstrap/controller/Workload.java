package io.groundskeeper.bootstrap.controller;

import tools.jackson.databind.JsonNode;

/**
 * A Deployment of a cluster.
 *
 * @param object as the API server gives it
 */
public record Workload(JsonNode object) {

    private static final String HELM = "meta.helm.sh/release-";

    String namespace() {
        return metadata().path("namespace").asString("");
    }

    String name() {
        return metadata().path("name").asString("");
    }

    /** Whether it is Karpenter's controller, whoever installed it: its chart always sets this variable. */
    boolean isKarpenter() {
        return containers()
                .valueStream()
                .anyMatch(container -> image(container).endsWith("karpenter/controller")
                        || container
                                .path("env")
                                .valueStream()
                                .anyMatch(variable ->
                                        variable.path("name").asString("").equals("KARPENTER_SERVICE")));
    }

    /** Whether it is a Cluster Autoscaler that is not switched off. */
    boolean isRunningAutoscaler() {
        return object.path("spec").path("replicas").asInt(1) > 0
                && containers()
                        .valueStream()
                        .anyMatch(container -> image(container).endsWith("/cluster-autoscaler"));
    }

    /** Whether we installed it. */
    boolean isOurs(String namespace) {
        return metadata().path("labels").path(Karpenter.MARK).asString("").equals("true")
                && namespace().equals(namespace)
                && annotation(HELM + "name").equals(Karpenter.RELEASE)
                && annotation(HELM + "namespace").equals(namespace);
    }

    /** Who keeps it, in words. */
    String keeper() {
        var labels = metadata().path("labels");
        if (labels.has("kustomize.toolkit.fluxcd.io/name") || labels.has("helm.toolkit.fluxcd.io/name")) {
            return "kept by Flux";
        }
        if (labels.has("argocd.argoproj.io/instance")
                || metadata().path("annotations").has("argocd.argoproj.io/tracking-id")) {
            return "kept by Argo CD";
        }
        var release = annotation(HELM + "name");
        return release.isEmpty()
                ? "installed by someone else"
                : "Helm release %s in %s".formatted(release, annotation(HELM + "namespace"));
    }

    private JsonNode metadata() {
        return object.path("metadata");
    }

    private String annotation(String key) {
        return metadata().path("annotations").path(key).asString("");
    }

    private JsonNode containers() {
        return object.path("spec").path("template").path("spec").path("containers");
    }

    /** The image without registry's port, tag and digest; with a slash in front where it has no path. */
    private static String image(JsonNode container) {
        var image = container.path("image").asString("").replaceFirst("@.*", "").replaceFirst(":[^:/]*$", "");
        return image.contains("/") ? image : "/" + image;
    }
}
