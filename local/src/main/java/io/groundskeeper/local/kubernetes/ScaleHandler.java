package io.groundskeeper.local.kubernetes;

import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The subresource {@code scale} of what has replicas: their number, whatever else the object says. */
final class ScaleHandler {
    static final String SUBRESOURCE = "scale";
    private static final Set<String> SCALED = Set.of("deployments.apps", "replicasets.apps", "statefulsets.apps");

    private final Registry registry;

    ScaleHandler(Registry registry) {
        this.registry = registry;
    }

    static boolean has(ResourceType type) {
        return SCALED.contains(type.qualified());
    }

    static boolean covers(ResourceType type, ResourcePath path) {
        return SUBRESOURCE.equals(path.subresource()) && has(type);
    }

    Answer answer(Request request, ResourcePath path, ResourceType type) {
        return switch (request.method()) {
            case "GET" -> shown(registry.get(type, path.namespace(), path.name()));
            case "PUT" -> put(request, path, type);
            case "PATCH" -> patch(request, path, type);
            default -> throw ApiError.methodNotAllowed();
        };
    }

    private Answer put(Request request, ResourcePath path, ResourceType type) {
        ObjectNode scale = Documents.readObject(request.contentType(), request.body());
        if (!Metadata.of(scale).name().equals(path.name())) {
            throw ApiError.badRequest("the name of the object ("
                    + Metadata.of(scale).name() + ") does not match the name on the URL (" + path.name() + ")");
        }
        return write(request, path, type, any -> scale);
    }

    private Answer patch(Request request, ResourcePath path, ResourceType type) {
        if (Patches.isApply(request.contentType())) {
            throw ApiError.unsupportedMediaType("a scale is not applied here: send a merge patch");
        }
        var patch = Patches.parse(type, request.contentType(), request.body());
        return write(request, path, type, stored -> patch.apply(scaleOf(stored.asObject())));
    }

    private Answer write(Request request, ResourcePath path, ResourceType type, UnaryOperator<JsonNode> scaled) {
        return shown(registry.patch(
                type,
                path.namespace(),
                path.name(),
                stored -> with(stored.asObject(), scaled.apply(stored)),
                Registry.Part.MAIN,
                Write.of(request)));
    }

    /** A scale that names a version or uid is held to it, as every write is. */
    private static ObjectNode with(ObjectNode stored, JsonNode scale) {
        JsonNode replicas = scale.path("spec").path("replicas");
        if (!replicas.isMissingNode() && (!replicas.isIntegralNumber() || replicas.asInt() < 0)) {
            throw ApiError.badRequest("spec.replicas: Invalid value: " + replicas
                    + ": must be a whole number greater than or equal to 0");
        }
        ObjectNode next = stored.deepCopy();
        next.withObjectProperty("spec").put("replicas", replicas.asInt(0));
        for (String identity : new String[] {"resourceVersion", "uid"}) {
            String given = Metadata.of(scale).text(identity);
            if (!given.isEmpty()) {
                Metadata.in(next).node().put(identity, given);
            }
        }
        return next;
    }

    private static Answer shown(ObjectNode stored) {
        return Answer.json(200, scaleOf(stored));
    }

    private static ObjectNode scaleOf(ObjectNode stored) {
        ObjectNode scale = Documents.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata");
        Metadata own = Metadata.of(stored);
        for (String field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            metadata.put(field, own.text(field));
        }
        scale.putObject("spec").put("replicas", Scheduling.replicas(stored));
        scale.putObject("status")
                .put("replicas", stored.path("status").path("replicas").asInt(0))
                .put("selector", LabelSelector.text(stored.path("spec").path("selector")));
        return scale;
    }
}
