package io.groundskeeper.local.kubernetes;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The subresource {@code pods/eviction}. */
final class EvictionHandler {
    static final String SUBRESOURCE = "eviction";
    private static final String KIND = "Eviction";
    private static final List<String> VERSIONS = List.of("policy/v1", "policy/v1beta1");

    private final Evictions evictions;

    EvictionHandler(Evictions evictions) {
        this.evictions = evictions;
    }

    static boolean covers(ResourceType type, ResourcePath path) {
        return SUBRESOURCE.equals(path.subresource()) && type.storedAs().equals(Pod.STORED_AS);
    }

    Answer answer(Request request, ResourcePath path) {
        if (!request.method().equals("POST")) {
            throw ApiError.methodNotAllowed();
        }
        ObjectNode eviction = Documents.readObject(request.contentType(), request.body());
        check(eviction, path);
        evictions.evict(path.namespace(), path.name(), DeleteOptions.of(eviction.path("deleteOptions"), request));
        ObjectNode status = Documents.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return Answer.json(201, status.put("status", "Success").put("code", 201));
    }

    private static void check(ObjectNode eviction, ResourcePath path) {
        String apiVersion = eviction.path("apiVersion").asString("");
        String kind = eviction.path("kind").asString("");
        if (!VERSIONS.contains(apiVersion) || !kind.equals(KIND)) {
            throw ApiError.badRequest("the object provided is unrecognized: an eviction is of the kind " + KIND
                    + " in the API version policy/v1, not \"" + kind + "\" in \"" + apiVersion + "\"");
        }
        Metadata metadata = Metadata.of(eviction);
        if (!metadata.namespace().isEmpty() && !metadata.namespace().equals(path.namespace())) {
            throw ApiError.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        if (!metadata.name().equals(path.name())) {
            throw ApiError.badRequest("name in URL does not match name in Eviction object");
        }
    }
}
