package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes: an object with finalizers stays, marked, until its last finalizer goes, and a pod on a node until its grace
 * period is over or {@link Kubelets} have ended it. A namespace takes what is in it along, and a definition takes its
 * objects. Thread-safe.
 */
final class Deletions {
    private static final String GRACE = "deletionGracePeriodSeconds";

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
            options.check(type, Metadata.of(object));
            return Metadata.of(object).terminating()
                    ? again(type, key, object, options)
                    : first(type, key, object, options);
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

    /** Whether nothing holds an object any more that is being deleted. */
    static boolean isDue(ObjectNode object) {
        Metadata metadata = Metadata.of(object);
        return metadata.terminating()
                && metadata.finalizers().isEmpty()
                && metadata.node().path(GRACE).asLong(0) == 0;
    }

    private Deletion first(ResourceType type, Storage.Key key, ObjectNode object, DeleteOptions options) {
        Metadata metadata = Metadata.in(object);
        long grace = type.storedAs().equals(Pod.STORED_AS) ? grace(new Pod(object), options.gracePeriodSeconds()) : 0;
        boolean held = !metadata.finalizers().isEmpty() || !options.finalizer().isEmpty();
        boolean stays = held || grace > 0;
        if (options.dryRun()) {
            return new Deletion(object, !stays);
        }
        if (!stays) {
            return remove(type, key);
        }
        if (!options.finalizer().isEmpty() && !metadata.finalizers().contains(options.finalizer())) {
            metadata.node().withArrayProperty("finalizers").add(options.finalizer());
        }
        end(metadata, clock.instant().plusSeconds(grace), grace);
        if (metadata.generation() > 0) {
            metadata.node().put("generation", metadata.generation() + 1);
        }
        return new Deletion(storage.store(key, object), false);
    }

    /** A later deletion can only shorten what an earlier one allowed. */
    private Deletion again(ResourceType type, Storage.Key key, ObjectNode object, DeleteOptions options) {
        Metadata metadata = Metadata.in(object);
        long before = metadata.node().path(GRACE).asLong(0);
        long grace = Math.min(before, options.gracePeriodSeconds().orElse(before));
        boolean gone = grace == 0 && metadata.finalizers().isEmpty();
        if (options.dryRun() || (grace == before && !gone)) {
            return new Deletion(object, gone);
        }
        if (gone) {
            return remove(type, key);
        }
        end(metadata, Instant.parse(metadata.text("deletionTimestamp")).minusSeconds(before - grace), grace);
        return new Deletion(storage.store(key, object), false);
    }

    private static void end(Metadata metadata, Instant when, long grace) {
        metadata.node().put("deletionTimestamp", Metadata.timestamp(when));
        metadata.node().put(GRACE, grace);
    }

    /** A pod that runs nowhere has nothing to end. */
    private static long grace(Pod pod, OptionalLong wanted) {
        return pod.nodeName().isEmpty() || pod.ended() ? 0 : wanted.orElse(pod.gracePeriodSeconds());
    }
}
