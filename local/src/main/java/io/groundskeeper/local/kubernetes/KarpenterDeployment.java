package io.groundskeeper.local.kubernetes;

import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Finds Karpenter in a cluster by its image, whoever installed it and under whatever name. */
final class KarpenterDeployment {
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

    private static boolean isController(ObjectNode deployment) {
        return deployment
                .at("/spec/template/spec/containers")
                .valueStream()
                .anyMatch(container ->
                        IMAGE.matcher(container.path("image").asString("")).matches());
    }
}
