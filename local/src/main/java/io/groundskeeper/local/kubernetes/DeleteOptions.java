package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.JsonNode;

/**
 * What a client asks of a deletion. Propagation and grace are accepted: nothing here owns or runs anything, so every
 * policy comes to the same.
 *
 * @param uid the uid that the object must have, or empty
 * @param resourceVersion the version that the object must have, or empty
 * @param dryRun whether to change nothing
 */
record DeleteOptions(String uid, String resourceVersion, boolean dryRun) {

    static DeleteOptions of(JsonNode body, boolean dryRun) {
        JsonNode preconditions = body.path("preconditions");
        boolean dryRunInBody = body.path("dryRun")
                .valueStream()
                .anyMatch(value -> value.asString("").equals("All"));
        return new DeleteOptions(
                preconditions.path("uid").asString(""),
                preconditions.path("resourceVersion").asString(""),
                dryRun || dryRunInBody);
    }

    void check(ResourceType type, Metadata stored) {
        if (!uid.isEmpty() && !uid.equals(stored.uid())) {
            throw failed(type, stored, "UID", uid, stored.uid());
        }
        if (!resourceVersion.isEmpty() && !resourceVersion.equals(stored.resourceVersion())) {
            throw failed(type, stored, "ResourceVersion", resourceVersion, stored.resourceVersion());
        }
    }

    private static ApiError failed(ResourceType type, Metadata stored, String what, String wanted, String is) {
        return ApiError.conflict(
                type,
                stored.name(),
                "Precondition failed: " + what + " in precondition: " + wanted + ", " + what + " in object meta: "
                        + is);
    }
}
