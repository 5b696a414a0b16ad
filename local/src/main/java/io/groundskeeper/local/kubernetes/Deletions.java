package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes: an object with finalizers stays, marked, until its last finalizer goes. A namespace takes what is in it
 * along, and a definition takes its objects. There is no kubelet, so a pod's grace period ends at once. Thread-safe.
 */
final class Deletions {
    private final Storage storage;
    private final Clock clock;

    /** What a deletion came to: the object as it was last or is now, and whether it is gone. */
    record Deletion(ObjectNode object, boolean gone) {}

    Deletions(Storage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    Deletion delete(ResourceType type, String namespace, String name, DeleteOptions options) {
        Storage.Key key = Registry.key(type, namespace, name);
        return storage.locked(() -> {
            ObjectNode object = storage.find(key).orElseThrow(() -> ApiError.notFound(type, name));
            Metadata metadata = Metadata.of(object);
            options.check(type, metadata);
            boolean stays =
                    !metadata.finalizers().isEmpty() || !options.finalizer().isEmpty();
            if (options.dryRun()) {
                return new Deletion(object, !stays);
            }
            if (!options.finalizer().isEmpty() && !metadata.finalizers().contains(options.finalizer())) {
                Metadata.in(object).node().withArrayProperty("finalizers").add(options.finalizer());
                return mark(key, object);
            }
            return stays ? mark(key, object) : remove(type, key);
        });
    }

    /** Takes an object away, whatever its finalizers, with all that cannot be without it. */
    Deletion remove(ResourceType type, Storage.Key key) {
        return storage.locked(() -> {
            ObjectNode object = storage.remove(key).orElseThrow(() -> ApiError.notFound(type, key.name()));
            if (type.isNamespace()) {
                storage.keysIn(key.name()).forEach(storage::remove);
            }
            if (type.isDefinition()) {
                List<ObjectNode> instances = storage.list(key.name(), null);
                instances.forEach(instance -> storage.remove(new Storage.Key(
                        key.name(),
                        Metadata.of(instance).namespace(),
                        Metadata.of(instance).name())));
            }
            return new Deletion(object, true);
        });
    }

    private Deletion mark(Storage.Key key, ObjectNode object) {
        Metadata metadata = Metadata.in(object);
        if (metadata.terminating()) {
            return new Deletion(storage.store(key, object), false);
        }
        metadata.node().put("deletionTimestamp", Metadata.timestamp(clock.instant()));
        metadata.node().put("deletionGracePeriodSeconds", 0);
        if (metadata.generation() > 0) {
            metadata.node().put("generation", metadata.generation() + 1);
        }
        return new Deletion(storage.store(key, object), false);
    }
}
