package io.groundskeeper.local.kubernetes;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Events have two forms, core/v1 and events.k8s.io/v1, of the same stored object. The core form is stored. */
final class EventForms {
    private static final Map<String, String> CORE_TO_NEW = Map.of(
            "involvedObject", "regarding",
            "message", "note",
            "reportingComponent", "reportingController",
            "source", "deprecatedSource",
            "firstTimestamp", "deprecatedFirstTimestamp",
            "lastTimestamp", "deprecatedLastTimestamp",
            "count", "deprecatedCount");

    private EventForms() {}

    static ObjectNode toCore(ObjectNode event) {
        ObjectNode core = event.deepCopy();
        CORE_TO_NEW.forEach((coreName, newName) -> rename(core, newName, coreName));
        return core.put("apiVersion", "v1");
    }

    static ObjectNode toNew(ObjectNode event) {
        ObjectNode renamed = event.deepCopy();
        CORE_TO_NEW.forEach((coreName, newName) -> rename(renamed, coreName, newName));
        return renamed.put("apiVersion", "events.k8s.io/v1");
    }

    private static void rename(ObjectNode event, String from, String to) {
        JsonNode value = event.remove(from);
        if (value != null) {
            event.set(to, value);
        }
    }
}
