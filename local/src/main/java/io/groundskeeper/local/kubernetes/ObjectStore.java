package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A way to a cluster's objects without TLS, token and access rules, for those who prepare or examine a cluster.
 * Thread-safe.
 */
public final class ObjectStore {
    private final Storage storage;
    private final ResourceTypes types;
    private final Deletions deletions;
    private final Clock clock;
    private final Schemas schemas;

    ObjectStore(Storage storage, ResourceTypes types, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.types = types;
        this.deletions = deletions;
        this.clock = clock;
        this.schemas = new Schemas(storage);
    }

    /**
     * Creates the object, or replaces the one of the same kind, namespace and name, status and all.
     *
     * @param object with apiVersion, kind and metadata.name; the namespace of a namespaced kind is {@code default}
     *     unless it says otherwise. What the server owns (uid, creationTimestamp) is added where it is missing.
     * @return the object as stored
     * @throws IllegalArgumentException when the kind is not served: install Karpenter or put its definition first
     */
    public JsonNode put(JsonNode object) {
        ObjectNode stored = object.deepCopy().asObject();
        ResourceType type = type(text(object, "apiVersion"), text(object, "kind"));
        Metadata metadata = Metadata.in(stored);
        if (metadata.name().isEmpty()) {
            throw new IllegalArgumentException("An object to put needs a metadata.name: " + object);
        }
        if (type.namespaced() && metadata.namespace().isEmpty()) {
            metadata.node().put("namespace", "default");
        }
        return storage.locked(() -> {
            Storage.Key key = Registry.key(type, metadata.namespace(), metadata.name());
            JsonNode status = stored.path("status").deepCopy();
            Optional<ObjectNode> current = storage.find(key);
            ObjectNode given = metadata.node().deepCopy();
            CreationDefaults.apply(type, stored, clock.instant());
            schemas.complete(type, stored);
            current.map(Metadata::of).ifPresent(found -> metadata.node().setAll(identity(found)));
            metadata.node().setAll(given);
            if (!status.isMissingNode()) {
                stored.set("status", status);
            }
            return storage.store(key, type.isNewEvents() ? EventForms.toCore(stored) : stored);
        });
    }

    /**
     * Reads one object.
     *
     * @param namespace ignored for a cluster-scoped kind
     */
    public Optional<JsonNode> get(String apiVersion, String kind, String namespace, String name) {
        ResourceType type = type(apiVersion, kind);
        return storage.find(Registry.key(type, namespace, name)).map(found -> Selection.shown(type, found));
    }

    /** Every object of a kind, of all namespaces. */
    public List<JsonNode> list(String apiVersion, String kind) {
        ResourceType type = type(apiVersion, kind);
        return storage.list(type.storedAs(), null).stream()
                .<JsonNode>map(found -> Selection.shown(type, found))
                .toList();
    }

    /** Does several things between which no controller comes. */
    void atOnce(Runnable work) {
        storage.locked(() -> {
            work.run();
            return null;
        });
    }

    /**
     * Takes an object away at once, whatever its finalizers.
     *
     * @return whether it was there
     */
    public boolean delete(String apiVersion, String kind, String namespace, String name) {
        ResourceType type = type(apiVersion, kind);
        Storage.Key key = Registry.key(type, namespace, name);
        return storage.locked(() -> {
            boolean found = storage.find(key).isPresent();
            if (found) {
                deletions.remove(type, key);
            }
            return found;
        });
    }

    private static ObjectNode identity(Metadata found) {
        ObjectNode identity = Documents.object().put("uid", found.uid());
        identity.put("creationTimestamp", found.text("creationTimestamp"));
        if (found.node().has("managedFields")) {
            identity.set("managedFields", found.node().get("managedFields"));
        }
        if (found.generation() > 0) {
            identity.put("generation", found.generation());
        }
        return identity;
    }

    private ResourceType type(String apiVersion, String kind) {
        return types.byKind(apiVersion, kind)
                .orElseThrow(() -> new IllegalArgumentException(
                        "This cluster does not serve the kind " + kind + " of " + apiVersion + ": it is neither"
                                + " built in nor defined. Karpenter's kinds are defined by karpenter(ALIVE)."));
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asString("");
    }
}
