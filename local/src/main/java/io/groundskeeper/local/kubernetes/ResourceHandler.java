package io.groundskeeper.local.kubernetes;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The verbs on resources. */
final class ResourceHandler {
    private final Storage storage;
    private final ResourceTypes types;
    private final Registry registry;
    private final Deletions deletions;
    private final Rbac rbac;
    private final Listing listing;
    private final EvictionHandler evictions;
    private final ScaleHandler scales;

    ResourceHandler(
            Storage storage,
            ResourceTypes types,
            Registry registry,
            Deletions deletions,
            Evictions evictions,
            Rbac rbac) {
        this.storage = storage;
        this.types = types;
        this.registry = registry;
        this.deletions = deletions;
        this.rbac = rbac;
        this.listing = new Listing(storage);
        this.evictions = new EvictionHandler(evictions);
        this.scales = new ScaleHandler(registry);
    }

    Answer answer(Caller caller, Request request, ResourcePath path) {
        String verb = verb(request, path);
        rbac.check(caller, Access.of(verb, path));
        ResourceType type =
                types.byPlural(path.group(), path.version(), path.plural()).orElseThrow(ApiError::unknownResource);
        if (EvictionHandler.covers(type, path)) {
            return evictions.answer(request, path);
        }
        if (ScaleHandler.covers(type, path)) {
            return scales.answer(request, path, type);
        }
        checkShape(type, path);
        return switch (verb) {
            case "get" -> shown(200, type, registry.get(type, path.namespace(), path.name()));
            case "list" -> Answer.json(200, listing.list(Selection.of(type, path, request), request));
            case "watch" -> new WatchStream(storage, Selection.of(type, path, request), request);
            case "create" -> create(request, path, type);
            case "update" -> replace(request, path, type);
            case "patch" -> patch(request, path, type);
            case "delete" -> delete(request, path, type);
            case "deletecollection" -> deleteCollection(request, path, type);
            default -> throw new IllegalStateException("no verb " + verb);
        };
    }

    private static String verb(Request request, ResourcePath path) {
        boolean collection = path.name() == null;
        return switch (request.method()) {
            case "GET" -> request.flag("watch") ? "watch" : collection ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> throw ApiError.methodNotAllowed();
        };
    }

    private static void checkShape(ResourceType type, ResourcePath path) {
        boolean inNamespace = !path.namespace().isEmpty();
        boolean status = "status".equals(path.subresource()) && type.statusSubresource();
        if (path.subresource() != null && !status) {
            throw ApiError.unknownResource();
        }
        if (!type.namespaced() && inNamespace && !type.isNamespace()) {
            throw ApiError.unknownResource();
        }
        if (type.namespaced() && !inNamespace && path.name() != null) {
            throw ApiError.unknownResource();
        }
    }

    private Answer create(Request request, ResourcePath path, ResourceType type) {
        if (path.name() != null || (type.namespaced() && path.namespace().isEmpty())) {
            throw ApiError.methodNotAllowed();
        }
        ObjectNode body = body(request, type);
        return shown(201, type, registry.create(type, path.namespace(), body, Write.of(request)));
    }

    private Answer replace(Request request, ResourcePath path, ResourceType type) {
        requireName(path);
        ObjectNode body = body(request, type);
        return shown(
                200, type, registry.replace(type, path.namespace(), path.name(), body, part(path), Write.of(request)));
    }

    private Answer patch(Request request, ResourcePath path, ResourceType type) {
        requireName(path);
        if (Patches.isApply(request.contentType())) {
            return apply(request, path, type);
        }
        var patch = Patches.parse(type, request.contentType(), request.body());
        ObjectNode patched = registry.patch(
                type,
                path.namespace(),
                path.name(),
                stored -> stored(type, patch.apply(Selection.shown(type, (ObjectNode) stored))),
                part(path),
                Write.of(request));
        return shown(200, type, patched);
    }

    private Answer apply(Request request, ResourcePath path, ResourceType type) {
        Write write = Write.ofApply(request);
        Registry.Applied applied =
                registry.apply(type, path.namespace(), path.name(), body(request, type), part(path), write);
        return shown(applied.created() ? 201 : 200, type, applied.object());
    }

    private Answer delete(Request request, ResourcePath path, ResourceType type) {
        if (path.subresource() != null) {
            throw ApiError.methodNotAllowed();
        }
        Deletions.Deletion deletion = deletions.delete(type, path.namespace(), path.name(), options(request));
        if (!deletion.gone() || type.plural().equals("pods")) {
            return shown(200, type, deletion.object());
        }
        ObjectNode status = Documents.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        ObjectNode details = status.putObject("details").put("name", path.name());
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.plural())
                .put("uid", Metadata.of(deletion.object()).uid());
        return Answer.json(200, status);
    }

    private Answer deleteCollection(Request request, ResourcePath path, ResourceType type) {
        Selection selection = Selection.of(type, path, request);
        DeleteOptions options = options(request);
        List<ObjectNode> deleted = new ArrayList<>();
        for (ObjectNode object : storage.list(type.storedAs(), selection.namespace())) {
            if (selection.matches().test(object)) {
                Metadata metadata = Metadata.of(object);
                deleted.add(deletions
                        .delete(type, metadata.namespace(), metadata.name(), options)
                        .object());
            }
        }
        ObjectNode list = Documents.object().put("kind", type.kind() + "List").put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(storage.revision()));
        ArrayNode items = list.putArray("items");
        deleted.forEach(object -> items.add(selection.shown(object)));
        return Answer.json(200, list);
    }

    private static DeleteOptions options(Request request) {
        ObjectNode body = request.body().isEmpty()
                ? Documents.object()
                : Documents.readObject(request.contentType(), request.body());
        return DeleteOptions.of(body, request);
    }

    private static ObjectNode body(Request request, ResourceType type) {
        ObjectNode body = Documents.readObject(request.contentType(), request.body());
        String apiVersion = body.path("apiVersion").asString("");
        String kind = body.path("kind").asString("");
        if (!apiVersion.equals(type.apiVersion())) {
            throw ApiError.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + type.apiVersion() + ")");
        }
        if (!kind.equals(type.kind())) {
            throw ApiError.badRequest(
                    "the kind in the data (" + kind + ") does not match the expected kind (" + type.kind() + ")");
        }
        return (ObjectNode) stored(type, body);
    }

    private static JsonNode stored(ResourceType type, JsonNode given) {
        return type.isNewEvents() && given instanceof ObjectNode event ? EventForms.toCore(event) : given;
    }

    private static Answer shown(int code, ResourceType type, ObjectNode stored) {
        return Answer.json(code, Selection.shown(type, stored));
    }

    private static Registry.Part part(ResourcePath path) {
        return path.subresource() == null ? Registry.Part.MAIN : Registry.Part.STATUS;
    }

    private static void requireName(ResourcePath path) {
        if (path.name() == null) {
            throw ApiError.methodNotAllowed();
        }
    }
}
