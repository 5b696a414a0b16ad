package io.groundskeeper.local.kubernetes;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of a stored object when a client writes it. */
final class Update {
    private static final List<String> SERVER_OWNED = List.of(
            "name",
            "namespace",
            "uid",
            "resourceVersion",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation");

    private Update() {}

    /** Refuses a write that is based on another state, or on another object of the same name. */
    static void checkUnchanged(ResourceType type, ObjectNode current, ObjectNode body) {
        Metadata given = Metadata.of(body);
        Metadata stored = Metadata.of(current);
        if (!given.uid().isEmpty() && !given.uid().equals(stored.uid())) {
            throw ApiError.conflict(
                    type,
                    stored.name(),
                    "Precondition failed: UID in precondition: " + given.uid() + ", UID in object meta: "
                            + stored.uid());
        }
        if (!given.resourceVersion().isEmpty()
                && !given.resourceVersion().equals(stored.resourceVersion())
                && !given.resourceVersion().equals("0")) {
            throw ApiError.conflict(
                    type,
                    stored.name(),
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
    }

    static ObjectNode of(ResourceType type, ObjectNode current, ObjectNode body, Registry.Part part) {
        if (part == Registry.Part.STATUS) {
            ObjectNode next = current.deepCopy();
            copy(body, next, "status");
            return next;
        }
        ObjectNode next = body.deepCopy();
        Metadata metadata = Metadata.in(next);
        SERVER_OWNED.forEach(field -> copy(Metadata.of(current).node(), metadata.node(), field));
        copy(current, next, "apiVersion");
        copy(current, next, "kind");
        if (type.statusSubresource()) {
            copy(current, next, "status");
            if (!desired(current).equals(desired(next))) {
                metadata.node().put("generation", metadata.generation() + 1);
            }
        }
        return next;
    }

    private static JsonNode desired(ObjectNode object) {
        ObjectNode desired = object.deepCopy();
        desired.remove(List.of("metadata", "status"));
        return desired;
    }

    private static void copy(ObjectNode from, ObjectNode to, String field) {
        if (from.hasNonNull(field)) {
            to.set(field, from.get(field).deepCopy());
        } else {
            to.remove(field);
        }
    }
}
