package io.groundskeeper.local.kubernetes;

import io.groundskeeper.local.fields.ApplyConflict;
import io.groundskeeper.local.schema.Violation;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An answer other than success, which the client gets as a {@code Status} object. */
final class ApiError extends RuntimeException {
    private static final String RETRY_AFTER = "retryAfterSeconds";

    private final transient ObjectNode status;
    private final int code;

    private ApiError(int code, String reason, String message, ObjectNode details) {
        super(message);
        this.code = code;
        status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", message).put("reason", reason);
        if (!details.isEmpty()) {
            status.set("details", details);
        }
        status.put("code", code);
    }

    static ApiError of(int code, String reason, String message) {
        return new ApiError(code, reason, message, JsonNodeFactory.instance.objectNode());
    }

    static ApiError of(int code, String reason, String message, ResourceType type, String name) {
        return new ApiError(code, reason, message, details(type.group(), type.plural(), name));
    }

    static ApiError badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    static ApiError unauthorized() {
        return of(401, "Unauthorized", "Unauthorized");
    }

    static ApiError forbidden(Access access, String message) {
        return new ApiError(403, "Forbidden", message, details(access.group(), access.resource(), access.name()));
    }

    static ApiError unknownResource() {
        return of(404, "NotFound", "the server could not find the requested resource");
    }

    static ApiError methodNotAllowed() {
        return of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    static ApiError notFound(ResourceType type, String name) {
        return of(404, "NotFound", type.qualified() + " \"" + name + "\" not found", type, name);
    }

    static ApiError alreadyExists(ResourceType type, String name) {
        return of(409, "AlreadyExists", type.qualified() + " \"" + name + "\" already exists", type, name);
    }

    static ApiError conflict(ResourceType type, String name, String why) {
        return of(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + type.qualified() + " \"" + name + "\": " + why,
                type,
                name);
    }

    /** A deletion that was meant for another object, or another state of it; these messages name the kind. */
    static ApiError preconditionFailed(ResourceType type, String name, String why) {
        String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
        return new ApiError(
                409,
                "Conflict",
                "Operation cannot be fulfilled on " + kind + " \"" + name + "\": " + why,
                details(type.group(), type.kind(), name));
    }

    /** An eviction that a disruption budget does not allow; 0 seconds leave it open when to try again. */
    static ApiError disruptionNotAllowed(String why, int retryAfterSeconds) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.putArray("causes").addObject().put("reason", "DisruptionBudget").put("message", why);
        if (retryAfterSeconds > 0) {
            details.put(RETRY_AFTER, retryAfterSeconds);
        }
        return new ApiError(
                429, "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", details);
    }

    /** A failure that Kubernetes gives no reason for. */
    static ApiError withoutReason(int code, String message) {
        ApiError error = of(code, "", message);
        error.status.remove("reason");
        return error;
    }

    static ApiError invalid(ResourceType type, String name, String field, String why) {
        return invalid(type, name, List.of(new Violation("FieldValueInvalid", field, why)));
    }

    static ApiError invalid(ResourceType type, String name, List<Violation> violations) {
        String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
        return invalid(kind, name, details(type.group(), type.kind(), name), violations);
    }

    static ApiError invalidOption(String option, String why) {
        return invalid(
                "PatchOptions.meta.k8s.io",
                "",
                details("meta.k8s.io", "PatchOptions", null),
                List.of(new Violation("FieldValueRequired", option, why)));
    }

    private static ApiError invalid(String kind, String name, ObjectNode details, List<Violation> violations) {
        ArrayNode causes = details.putArray("causes");
        violations.forEach(violation -> causes.addObject()
                .put("reason", violation.reason())
                .put("message", violation.message())
                .put("field", violation.field()));
        String all = violations.stream()
                .map(violation -> violation.field() + ": " + violation.message())
                .collect(Collectors.joining(", "));
        String why = violations.size() == 1 ? all : "[" + all + "]";
        return new ApiError(422, "Invalid", kind + " \"" + name + "\" is invalid: " + why, details);
    }

    static ApiError applyConflict(ApplyConflict conflict) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        ArrayNode causes = details.putArray("causes");
        conflict.causes()
                .forEach(cause -> causes.addObject()
                        .put("reason", "FieldManagerConflict")
                        .put("message", cause.message())
                        .put("field", cause.field()));
        return new ApiError(409, "Conflict", conflict.getMessage(), details);
    }

    static ApiError unsupportedMediaType(String message) {
        return of(415, "UnsupportedMediaType", message);
    }

    int code() {
        return code;
    }

    /** After how many seconds to try again; 0 when that is open. */
    int retryAfterSeconds() {
        return status.path("details").path(RETRY_AFTER).asInt(0);
    }

    ObjectNode status() {
        return status;
    }

    private static ObjectNode details(String group, String kind, String name) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        if (name != null) {
            details.put("name", name);
        }
        if (!group.isEmpty()) {
            details.put("group", group);
        }
        return details.put("kind", kind);
    }
}
