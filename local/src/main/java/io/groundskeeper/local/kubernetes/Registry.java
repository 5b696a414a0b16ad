package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Create, read, update and patch with the rules of an API server. Errors are {@link ApiError}s. Thread-safe. */
final class Registry {
    /** Which part of an object a write may change. */
    enum Part {
        MAIN,
        STATUS
    }

    private final Storage storage;
    private final Deletions deletions;
    private final Clock clock;
    private final Schemas schemas;
    private final FieldOwners owners;

    /** What an apply came to. */
    record Applied(ObjectNode object, boolean created) {}

    Registry(Storage storage, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.deletions = deletions;
        this.clock = clock;
        this.schemas = new Schemas(storage);
        this.owners = new FieldOwners(schemas, clock);
    }

    ObjectNode get(ResourceType type, String namespace, String name) {
        return storage.find(key(type, namespace, name)).orElseThrow(() -> ApiError.notFound(type, name));
    }

    ObjectNode create(ResourceType type, String namespace, ObjectNode body, Write write) {
        ObjectNode object = body.deepCopy();
        Metadata metadata = Metadata.in(object);
        if (metadata.name().isEmpty() && !metadata.text("generateName").isEmpty()) {
            metadata.node().put("name", ObjectNames.generated(metadata.text("generateName")));
        }
        schemas.prune(type, object, write.strict());
        prepare(type, namespace, object);
        owners.created(type, object, write);
        return storage.locked(() -> add(type, namespace, object, write));
    }

    private void prepare(ResourceType type, String namespace, ObjectNode object) {
        Metadata metadata = Metadata.in(object);
        ObjectNames.check(type, metadata.name());
        if (!metadata.resourceVersion().isEmpty()) {
            throw ApiError.badRequest("resourceVersion should not be set on objects to be created");
        }
        place(type, namespace, metadata);
        CreationDefaults.apply(type, object, clock.instant());
        schemas.complete(type, object);
        schemas.validate(type, MissingNode.getInstance(), object);
    }

    /** A server-side apply: creates the object where there is none. */
    Applied apply(ResourceType type, String namespace, String name, ObjectNode configuration, Part part, Write write) {
        String given = Metadata.of(configuration).name();
        if (!given.isEmpty() && !given.equals(name)) {
            throw ApiError.badRequest(
                    "the name of the object (" + given + ") does not match the name on the URL (" + name + ")");
        }
        schemas.checkKnown(type, configuration);
        Metadata.in(configuration).node().put("name", name);
        return storage.locked(() -> {
            Optional<ObjectNode> live = storage.find(key(type, namespace, name));
            if (live.isEmpty() && part == Part.STATUS) {
                throw ApiError.notFound(type, name);
            }
            JsonNode start = live.isPresent() ? live.get() : MissingNode.getInstance();
            ObjectNode merged = owners.applied(type, start, configuration, part, write);
            if (live.isEmpty()) {
                prepare(type, namespace, merged);
                return new Applied(add(type, namespace, merged, write), true);
            }
            Update.checkUnchanged(type, live.get(), configuration);
            ObjectNode next = next(type, live.get(), merged, part);
            // Of a status, only that is taken from what was merged; its owners are new all the same.
            FieldOwners.copy(merged, next);
            return new Applied(finish(type, live.get(), next, write), false);
        });
    }

    /** A PUT. */
    ObjectNode replace(ResourceType type, String namespace, String name, ObjectNode body, Part part, Write write) {
        Metadata given = Metadata.of(body);
        if (!given.name().equals(name)) {
            throw ApiError.badRequest(
                    "the name of the object (" + given.name() + ") does not match the name on the URL (" + name + ")");
        }
        if (given.resourceVersion().isEmpty() && !type.allowsUnconditionalUpdate()) {
            throw ApiError.invalid(
                    type, name, "metadata.resourceVersion", "Invalid value: 0: must be specified for an update");
        }
        return storage.locked(() -> write(type, namespace, name, body.deepCopy(), part, write));
    }

    /** A PATCH: what the patch makes of the stored object is written like a PUT. */
    ObjectNode patch(
            ResourceType type, String namespace, String name, UnaryOperator<JsonNode> patch, Part part, Write write) {
        return storage.locked(() -> {
            JsonNode patched = patch.apply(get(type, namespace, name));
            if (!(patched instanceof ObjectNode object)) {
                throw ApiError.badRequest("the patch leaves no object");
            }
            Metadata.in(object).node().put("name", name);
            return write(type, namespace, name, object, part, write);
        });
    }

    static Storage.Key key(ResourceType type, String namespace, String name) {
        return new Storage.Key(type.storedAs(), type.namespaced() ? namespace : "", name);
    }

    private static void place(ResourceType type, String namespace, Metadata metadata) {
        if (!type.namespaced()) {
            metadata.node().remove("namespace");
            return;
        }
        if (!metadata.namespace().isEmpty() && !metadata.namespace().equals(namespace)) {
            throw ApiError.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        metadata.node().put("namespace", namespace);
    }

    private ObjectNode add(ResourceType type, String namespace, ObjectNode object, Write write) {
        String name = Metadata.of(object).name();
        if (type.namespaced()
                && storage.find(new Storage.Key("namespaces", "", namespace)).isEmpty()) {
            throw ApiError.notFound(BuiltinTypes.NAMESPACE, namespace);
        }
        if (storage.find(key(type, namespace, name)).isPresent()) {
            throw ApiError.alreadyExists(type, name);
        }
        return write.dryRun() ? object : storage.store(key(type, namespace, name), object);
    }

    private ObjectNode write(
            ResourceType type, String namespace, String name, ObjectNode body, Part part, Write write) {
        ObjectNode current = get(type, namespace, name);
        Update.checkUnchanged(type, current, body);
        schemas.prune(type, body, write.strict());
        ObjectNode next = next(type, current, body, part);
        owners.updated(type, current, next, part, write);
        return finish(type, current, next, write);
    }

    private ObjectNode next(ResourceType type, ObjectNode current, ObjectNode body, Part part) {
        ObjectNode wanted = body.deepCopy();
        if (type.namespaced()) {
            // A client may leave it out, and defaults may depend on it.
            Metadata.in(wanted).node().put("namespace", Metadata.of(current).namespace());
        }
        schemas.complete(type, wanted);
        ObjectNode next = Update.of(type, current, wanted, part);
        ImmutableFields.check(type, current, next);
        schemas.validate(type, current, next);
        return next;
    }

    private ObjectNode finish(ResourceType type, ObjectNode current, ObjectNode next, Write write) {
        if (Documents.copy(next).equals(current)) {
            return current;
        }
        Metadata metadata = Metadata.of(next);
        if (write.dryRun()) {
            return next;
        }
        Storage.Key key = key(type, metadata.namespace(), metadata.name());
        if (Deletions.isDue(next)) {
            deletions.remove(type, key);
            return next;
        }
        return storage.store(key, next);
    }
}
