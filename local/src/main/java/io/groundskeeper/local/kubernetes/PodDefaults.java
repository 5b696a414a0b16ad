package io.groundskeeper.local.kubernetes;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the server and its usual admission plugins complete in a pod, as far as ending pods depends on it. */
final class PodDefaults {
    private static final int GRACE_SECONDS = 30;
    private static final int NODE_TROUBLE_SECONDS = 300;

    private PodDefaults() {}

    static void apply(ResourceType type, ObjectNode object) {
        if (!type.qualified().equals("pods") || !(object.path("spec") instanceof ObjectNode spec)) {
            return;
        }
        if (!spec.hasNonNull("terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", GRACE_SECONDS);
        }
        if (!spec.hasNonNull("priority")) {
            spec.put("priority", priority(spec.path("priorityClassName").asString("")));
        }
        ArrayNode tolerations = spec.withArrayProperty("tolerations");
        for (String key : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
            boolean there = tolerations
                    .valueStream()
                    .anyMatch(toleration ->
                            List.of(key, "").contains(toleration.path("key").asString("")));
            if (!there) {
                tolerations
                        .addObject()
                        .put("key", key)
                        .put("operator", "Exists")
                        .put("effect", "NoExecute")
                        .put("tolerationSeconds", NODE_TROUBLE_SECONDS);
            }
        }
    }

    private static int priority(String className) {
        return switch (className) {
            case "system-cluster-critical" -> 2_000_000_000;
            case "system-node-critical" -> 2_000_001_000;
            default -> 0;
        };
    }
}
