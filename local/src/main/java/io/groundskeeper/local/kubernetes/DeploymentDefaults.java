package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.node.ObjectNode;

/** What the server completes in a Deployment: what clients that wait for one rely on. */
final class DeploymentDefaults {
    private static final String QUARTER = "25%";

    private DeploymentDefaults() {}

    static void apply(ResourceType type, ObjectNode object) {
        if (!type.qualified().equals("deployments.apps") || !(object.path("spec") instanceof ObjectNode spec)) {
            return;
        }
        absent(spec, "replicas", 1);
        absent(spec, "revisionHistoryLimit", 10);
        absent(spec, "progressDeadlineSeconds", 600);
        ObjectNode strategy = spec.withObjectProperty("strategy");
        if (!strategy.has("type")) {
            strategy.put("type", "RollingUpdate");
        }
        if (strategy.path("type").asString("").equals("RollingUpdate")) {
            ObjectNode rolling = strategy.withObjectProperty("rollingUpdate");
            for (String field : new String[] {"maxUnavailable", "maxSurge"}) {
                if (!rolling.has(field)) {
                    rolling.put(field, QUARTER);
                }
            }
        }
    }

    private static void absent(ObjectNode spec, String field, int value) {
        if (!spec.hasNonNull(field)) {
            spec.put(field, value);
        }
    }
}
