package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
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

    Registry(Storage storage, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.deletions = deletions;
        this.clock = clock;
    }

    ObjectNode get(ResourceType type, String namespace, String name) {
        return storage.find(key(type, namespace, name)).orElseThrow(() -> ApiError.notFound(type, name));
    }

    ObjectNode create(ResourceType type, String namespace, ObjectNode body, boolean dryRun) {
        ObjectNode object = body.deepCopy();
        Metadata metadata = Metadata.in(object);
        if (metadata.name().isEmpty() && !metadata.text("generateName").isEmpty()) {
            metadata.node().put("name", ObjectNames.generated(metadata.text("generateName")));
        }
        ObjectNames.check(type, metadata.name());
        if (!metadata.resourceVersion().isEmpty()) {
            throw ApiError.badRequest("resourceVersion should not be set on objects to be created");
        }
        place(type, namespace, metadata);
        CreationDefaults.apply(type, object, clock.instant());
        return storage.locked(() -> add(type, namespace, object, dryRun));
    }

    /** A PUT. */
    ObjectNode replace(ResourceType type, String namespace, String name, ObjectNode body, Part part, boolean dryRun) {
        Metadata given = Metadata.of(body);
        if (!given.name().equals(name)) {
            throw ApiError.badRequest(
                    "the name of the object (" + given.name() + ") does not match the name on the URL (" + name + ")");
        }
        if (given.resourceVersion().isEmpty() && !type.allowsUnconditionalUpdate()) {
            throw ApiError.invalid(
                    type, name, "metadata.resourceVersion", "Invalid value: 0: must be specified for an update");
        }
        return storage.locked(() -> write(type, namespace, name, body.deepCopy(), part, dryRun));
    }

    /** A PATCH: what the patch makes of the stored object is written like a PUT. */
    ObjectNode patch(
            ResourceType type,
            String namespace,
            String name,
            UnaryOperator<JsonNode> patch,
            Part part,
            boolean dryRun) {
        return storage.locked(() -> {
            JsonNode patched = patch.apply(get(type, namespace, name));
            if (!(patched instanceof ObjectNode object)) {
                throw ApiError.badRequest("the patch leaves no object");
            }
            Metadata.in(object).node().put("name", name);
            return write(type, namespace, name, object, part, dryRun);
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

    private ObjectNode add(ResourceType type, String namespace, ObjectNode object, boolean dryRun) {
        String name = Metadata.of(object).name();
        if (type.namespaced()
                && storage.find(new Storage.Key("namespaces", "", namespace)).isEmpty()) {
            throw ApiError.notFound(BuiltinTypes.NAMESPACE, namespace);
        }
        if (storage.find(key(type, namespace, name)).isPresent()) {
            throw ApiError.alreadyExists(type, name);
        }
        return dryRun ? object : storage.store(key(type, namespace, name), object);
    }

    private ObjectNode write(
            ResourceType type, String namespace, String name, ObjectNode body, Part part, boolean dryRun) {
        ObjectNode current = get(type, namespace, name);
        Update.checkUnchanged(type, current, body);
        ObjectNode next = Update.of(type, current, body, part);
        ImmutableFields.check(type, current, next);
        if (next.equals(current)) {
            return current;
        }
        Metadata metadata = Metadata.of(next);
        if (dryRun) {
            return next;
        }
        if (metadata.terminating() && metadata.finalizers().isEmpty()) {
            deletions.remove(type, key(type, namespace, name));
            return next;
        }
        return storage.store(key(type, namespace, name), next);
    }
}
