package io.groundskeeper.local.kubernetes;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * What a client asks of a deletion.
 *
 * @param uid the uid that the object must have, or empty
 * @param resourceVersion the version that the object must have, or empty
 * @param dryRun whether to change nothing
 * @param finalizer with which the garbage collector is told about the object's dependents; empty when they go after it
 * @param gracePeriodSeconds how long a pod may take to end; empty for what the pod itself says
 */
record DeleteOptions(
        String uid, String resourceVersion, boolean dryRun, String finalizer, OptionalLong gracePeriodSeconds) {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    /** A deletion without conditions, after which the dependents go. */
    static DeleteOptions background() {
        return new DeleteOptions("", "", false, "", OptionalLong.empty());
    }

    /** A deletion of this object and no other of its name. */
    static DeleteOptions exactly(String uid) {
        return new DeleteOptions(uid, "", false, "", OptionalLong.empty());
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
                finalizer(body, request),
                grace(body.path("gracePeriodSeconds"), request.parameter("gracePeriodSeconds")));
    }

    /** As this, but with so many seconds for a pod to end. */
    DeleteOptions within(long seconds) {
        return new DeleteOptions(uid, resourceVersion, dryRun, finalizer, OptionalLong.of(seconds));
    }

    /** As this, whatever the version of the object. */
    DeleteOptions ofAnyVersion() {
        return new DeleteOptions(uid, "", dryRun, finalizer, gracePeriodSeconds);
    }

    private static OptionalLong grace(JsonNode inBody, String parameter) {
        if (inBody.isIntegralNumber()) {
            return least(inBody.asLong());
        }
        if (!inBody.isMissingNode() && !inBody.isNull()) {
            throw ApiError.badRequest("gracePeriodSeconds: Invalid value: " + inBody + ": has to be a whole number");
        }
        if (parameter.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!parameter.matches("-?\\d{1,9}")) {
            throw ApiError.badRequest(
                    "gracePeriodSeconds: Invalid value: \"" + parameter + "\": has to be a whole number");
        }
        return least(Long.parseLong(parameter));
    }

    /** Kubernetes takes a negative period for the shortest in which a pod is still told to end. */
    private static OptionalLong least(long seconds) {
        return OptionalLong.of(seconds < 0 ? 1 : seconds);
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
            throw failed(type, stored, "UID", uid, stored.uid(), "deleted and then recreated");
        }
        if (!resourceVersion.isEmpty() && !resourceVersion.equals(stored.resourceVersion())) {
            throw failed(type, stored, "ResourceVersion", resourceVersion, stored.resourceVersion(), "modified");
        }
    }

    private static ApiError failed(
            ResourceType type, Metadata stored, String what, String wanted, String is, String since) {
        return ApiError.preconditionFailed(
                type,
                stored.name(),
                "the " + what + " in the precondition (" + wanted + ") does not match the " + what + " in record (" + is
                        + "). The object might have been " + since);
    }
}
