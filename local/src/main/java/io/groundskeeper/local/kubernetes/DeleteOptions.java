package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.JsonNode;

/**
 * What a client asks of a deletion. A grace period is accepted: nothing here runs anything.
 *
 * @param uid the uid that the object must have, or empty
 * @param resourceVersion the version that the object must have, or empty
 * @param dryRun whether to change nothing
 * @param finalizer with which the garbage collector is told about the object's dependents; empty when they go after it
 */
record DeleteOptions(String uid, String resourceVersion, boolean dryRun, String finalizer) {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    /** A deletion without conditions, after which the dependents go. */
    static DeleteOptions background() {
        return new DeleteOptions("", "", false, "");
    }

    static DeleteOptions of(JsonNode body, Request request) {
        JsonNode preconditions = body.path("preconditions");
        boolean dryRunInBody = body.path("dryRun")
                .valueStream()
                .anyMatch(value -> value.asString("").equals("All"));
        return new DeleteOptions(
                preconditions.path("uid").asString(""),
                preconditions.path("resourceVersion").asString(""),
                request.dryRun() || dryRunInBody,
                finalizer(body, request));
    }

    private static String finalizer(JsonNode body, Request request) {
        String policy = body.path("propagationPolicy").asString(request.parameter("propagationPolicy"));
        return switch (policy) {
            case "Foreground" -> FOREGROUND;
            case "Orphan" -> ORPHAN;
            case "", "Background" -> "";
            default ->
                throw ApiError.badRequest("propagationPolicy must be Foreground, Background or Orphan, not " + policy);
        };
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
