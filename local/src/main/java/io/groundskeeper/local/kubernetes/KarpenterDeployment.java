package io.groundskeeper.local.kubernetes;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds Karpenter in a cluster by its image, whoever installed it and under whatever name. */
final class KarpenterDeployment {
    private static final String QUEUE = "INTERRUPTION_QUEUE";
    private static final String PLAYED = "groundskeeper.local/played";
    private static final Pattern IMAGE = Pattern.compile("(.*/)?karpenter/controller([:@].*)?");

    private final Storage storage;

    KarpenterDeployment(Storage storage) {
        this.storage = storage;
    }

    Optional<ObjectNode> find() {
        return storage.list("deployments.apps", null).stream()
                .filter(KarpenterDeployment::isController)
                .findFirst();
    }

    /** What the Deployment's own state says about Karpenter. */
    KarpenterState state() {
        return find().map(found -> found.path("status").path("readyReplicas").asInt(0) > 0
                        ? KarpenterState.ALIVE
                        : KarpenterState.DOWN)
                .orElse(KarpenterState.ABSENT);
    }

    /** The name of the queue that it is told to read, {@code ""} for none; empty when there is no Deployment. */
    Optional<String> queue() {
        return find().map(found -> environment(found)
                .filter(variable -> variable.path("name").asString("").equals(QUEUE))
                .map(variable -> variable.path("value").asString(""))
                .findFirst()
                .orElse(""));
    }

    /** Whether nobody has installed it, nor set its queue. */
    boolean isOnlyPlayed() {
        return find().map(found -> Metadata.of(found).node().at("/annotations").has(PLAYED)
                        && queue().filter(String::isEmpty).isPresent())
                .orElse(false);
    }

    static void setQueue(ObjectNode deployment, String name) {
        var variables = deployment
                .withObjectProperty("spec")
                .withObjectProperty("template")
                .withObjectProperty("spec")
                .withArrayProperty("containers")
                .get(0)
                .asObject()
                .withArrayProperty("env");
        variables.removeIf(variable -> variable.path("name").asString("").equals(QUEUE));
        variables.addObject().put("name", QUEUE).put("value", name);
    }

    private static Stream<JsonNode> environment(ObjectNode deployment) {
        return deployment
                .at("/spec/template/spec/containers")
                .valueStream()
                .flatMap(container -> container.path("env").valueStream());
    }

    private static boolean isController(ObjectNode deployment) {
        return deployment
                .at("/spec/template/spec/containers")
                .valueStream()
                .anyMatch(container ->
                        IMAGE.matcher(container.path("image").asString("")).matches());
    }
}
