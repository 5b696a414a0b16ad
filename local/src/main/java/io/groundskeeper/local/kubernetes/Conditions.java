package io.groundskeeper.local.kubernetes;

import java.time.Instant;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The conditions in a status, each with the time of its last change. */
record Conditions(ArrayNode list, Instant now) {

    static Conditions in(ObjectNode status, Instant now) {
        return new Conditions(status.withArrayProperty("conditions"), now);
    }

    ObjectNode set(String type, String status, String reason, String message) {
        ObjectNode condition = find(type);
        if (!condition.path("status").asString("").equals(status)) {
            condition.put("lastTransitionTime", Metadata.timestamp(now));
        }
        return condition.put("status", status).put("reason", reason).put("message", message);
    }

    boolean isTrue(String type) {
        return list.valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals(type)
                        && condition.path("status").asString("").equals("True"));
    }

    private ObjectNode find(String type) {
        for (var condition : list) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.asObject();
            }
        }
        return list.addObject().put("type", type);
    }
}
