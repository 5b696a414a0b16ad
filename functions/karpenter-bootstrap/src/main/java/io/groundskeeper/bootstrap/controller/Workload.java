package io.groundskeeper.bootstrap.controller;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A Deployment of a cluster.
 *
 * @param object as the API server gives it
 */
public record Workload(JsonNode object) {

    public String namespace() {
        return metadata().path("namespace").asString("");
    }

    public String name() {
        return metadata().path("name").asString("");
    }

    /** Whether it is Karpenter's controller, whoever installed it: its chart always sets this variable. */
    public boolean isKarpenter() {
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
        return replicas() > 0
                && containers()
                        .valueStream()
                        .anyMatch(container -> image(container).endsWith("/cluster-autoscaler"));
    }

    /** Whether we installed it. */
    boolean isOurs(String namespace) {
        return metadata().path("labels").path(Karpenter.MARK).asString("").equals("true") && isOfRelease(namespace);
    }

    /** Whether it is of the Helm release karpenter in this namespace, whoever installed that. */
    boolean isOfRelease(String namespace) {
        return namespace().equals(namespace)
                && Keeper.isRelease(annotations(), Karpenter.RELEASE, namespace)
                && Keeper.gitOps(labels(), annotations()).isEmpty();
    }

    /** Who keeps it, in words. */
    public String keeper() {
        return Keeper.of(labels(), annotations()).orElse("installed by someone else");
    }

    /** How many pods it wants. */
    public int replicas() {
        return object.path("spec").path("replicas").asInt(1);
    }

    /** How many of its pods are ready. */
    public int readyReplicas() {
        return object.path("status").path("readyReplicas").asInt(0);
    }

    /** How many of its pods are of its newest form. */
    public int updatedReplicas() {
        return object.path("status").path("updatedReplicas").asInt(0);
    }

    /** Whether its status is of its newest form. */
    public boolean isObserved() {
        return object.path("status").path("observedGeneration").asLong(0)
                >= metadata().path("generation").asLong(0);
    }

    /** Its pods' specification. */
    public JsonNode podSpec() {
        return object.path("spec").path("template").path("spec");
    }

    /** An annotation of its pods; empty without. */
    public String podAnnotation(String key) {
        return object.path("spec")
                .path("template")
                .path("metadata")
                .path("annotations")
                .path(key)
                .asString("");
    }

    /** The field managers that wrote it, those of its status aside. */
    public List<String> fieldManagers() {
        return metadata()
                .path("managedFields")
                .valueStream()
                .filter(entry -> entry.path("subresource").asString("").isEmpty())
                .map(entry -> entry.path("manager").asString(""))
                .distinct()
                .toList();
    }

    /** How many pods it has, of whatever form. */
    public int currentReplicas() {
        return object.path("status").path("replicas").asInt(0);
    }

    /** Whether it is this one. */
    public boolean is(String namespace, String name) {
        return namespace().equals(namespace) && name().equals(name);
    }

    private JsonNode metadata() {
        return object.path("metadata");
    }

    private Map<String, String> labels() {
        return map(metadata().path("labels"));
    }

    private Map<String, String> annotations() {
        return map(metadata().path("annotations"));
    }

    private static Map<String, String> map(JsonNode object) {
        return object.properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().asString("")));
    }

    private JsonNode containers() {
        return podSpec().path("containers");
    }

    /** The image without registry's port, tag and digest; with a slash in front where it has no path. */
    private static String image(JsonNode container) {
        var image = container.path("image").asString("").replaceFirst("@.*", "").replaceFirst(":[^:/]*$", "");
        return image.contains("/") ? image : "/" + image;
    }
}
