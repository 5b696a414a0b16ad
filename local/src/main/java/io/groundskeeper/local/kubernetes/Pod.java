package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A pod as those see it who schedule, run, evict and count pods. */
record Pod(ObjectNode object) {
    static final ResourceType TYPE = BuiltinTypes.builtin("", "Pod").orElseThrow();
    static final String STORED_AS = TYPE.storedAs();
    private static final List<String> ENDED = List.of("Succeeded", "Failed");

    Metadata metadata() {
        return Metadata.of(object);
    }

    String uid() {
        return metadata().uid();
    }

    String nodeName() {
        return object.path("spec").path("nodeName").asString("");
    }

    boolean isOn(String node) {
        return nodeName().equals(node);
    }

    String phase() {
        return object.path("status").path("phase").asString("");
    }

    /** Succeeded or Failed: it will never run again. */
    boolean ended() {
        return ENDED.contains(phase());
    }

    boolean isReady() {
        return object.path("status")
                .path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals("Ready")
                        && condition.path("status").asString("").equals("True"));
    }

    String annotation(String name) {
        return metadata().node().path("annotations").path(name).asString("");
    }

    /** The reference to the one owner that controls it. */
    Optional<JsonNode> controller() {
        return metadata()
                .node()
                .path("ownerReferences")
                .valueStream()
                .filter(owner -> owner.path("controller").asBoolean(false))
                .findFirst();
    }

    boolean isControlledBy(String uid) {
        return controller()
                .map(owner -> owner.path("uid").asString("").equals(uid))
                .orElse(false);
    }

    boolean hasOwnerOfKind(String kind) {
        return metadata()
                .node()
                .path("ownerReferences")
                .valueStream()
                .anyMatch(owner -> owner.path("kind").asString("").equals(kind));
    }

    /** How long it may take to end, in seconds, unless whoever deletes it says otherwise. */
    long gracePeriodSeconds() {
        return object.path("spec").path("terminationGracePeriodSeconds").asLong(0);
    }
}
