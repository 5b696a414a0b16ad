package io.groundskeeper.local.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kubernetes' garbage collector: deletes what only objects own that are gone, or that are being deleted in the
 * foreground; lets those go once nothing is left that blocks them; and takes orphans off their owners.
 */
final class GarbageCollector {
    private static final Write WRITE = Write.by("kube-controller-manager");

    private final Storage storage;
    private final ResourceTypes types;
    private final Registry registry;
    private final Deletions deletions;
    private long quiet = -1;

    GarbageCollector(Storage storage, ResourceTypes types, Registry registry, Deletions deletions) {
        this.storage = storage;
        this.types = types;
        this.registry = registry;
        this.deletions = deletions;
    }

    /** One round; a chain of owners takes one for each link. */
    void collect() {
        storage.locked(() -> {
            if (storage.revision() == quiet) {
                return null;
            }
            quiet = storage.revision();
            List<ObjectNode> owned =
                    new ArrayList<>(storage.view(object -> !references(object).isEmpty()));
            List<ObjectNode> waiting = storage.view(object ->
                    Metadata.of(object).terminating() && !policies(object).isEmpty());
            waiting.stream()
                    .filter(owner -> policies(owner).contains(DeleteOptions.ORPHAN))
                    .forEach(owner -> orphan(owner, owned));
            Set<String> alive = storage.uids();
            waiting.stream()
                    .filter(owner -> policies(owner).contains(DeleteOptions.FOREGROUND))
                    .forEach(owner -> alive.remove(Metadata.of(owner).uid()));
            owned.stream().filter(object -> isGarbage(object, alive)).forEach(this::delete);
            waiting.stream()
                    .filter(owner -> policies(owner).contains(DeleteOptions.FOREGROUND))
                    .filter(owner -> owned.stream().noneMatch(object -> blocks(object, owner)))
                    .forEach(owner -> release(owner, DeleteOptions.FOREGROUND));
            return null;
        });
    }

    private static Set<String> policies(ObjectNode object) {
        return Metadata.of(object).finalizers().stream()
                .filter(finalizer ->
                        finalizer.equals(DeleteOptions.ORPHAN) || finalizer.equals(DeleteOptions.FOREGROUND))
                .collect(Collectors.toSet());
    }

    private static boolean isGarbage(ObjectNode object, Set<String> alive) {
        return !Metadata.of(object).terminating()
                && references(object)
                        .valueStream()
                        .noneMatch(reference ->
                                alive.contains(reference.path("uid").asString("")));
    }

    private static boolean blocks(ObjectNode object, ObjectNode owner) {
        return references(object)
                .valueStream()
                .anyMatch(reference -> isTo(reference, owner)
                        && reference.path("blockOwnerDeletion").asBoolean(false));
    }

    private static boolean isTo(JsonNode reference, ObjectNode owner) {
        return reference.path("uid").asString("").equals(Metadata.of(owner).uid());
    }

    private static JsonNode references(ObjectNode object) {
        return Metadata.of(object).node().path("ownerReferences");
    }

    private void delete(ObjectNode object) {
        // Its kind may have gone with its definition.
        typeOf(object)
                .ifPresent(type -> deletions.delete(
                        type,
                        Metadata.of(object).namespace(),
                        Metadata.of(object).name(),
                        DeleteOptions.background()));
    }

    private void orphan(ObjectNode owner, List<ObjectNode> owned) {
        for (ObjectNode object : owned) {
            if (references(object).valueStream().anyMatch(reference -> isTo(reference, owner))) {
                change(
                        object,
                        metadata -> metadata.withArrayProperty("ownerReferences")
                                .removeIf(reference -> isTo(reference, owner)));
            }
        }
        owned.removeIf(object -> references(object).valueStream().anyMatch(reference -> isTo(reference, owner)));
        release(owner, DeleteOptions.ORPHAN);
    }

    private void release(ObjectNode owner, String finalizer) {
        change(
                owner,
                metadata -> metadata.withArrayProperty("finalizers")
                        .removeIf(each -> each.asString("").equals(finalizer)));
    }

    private void change(ObjectNode object, Consumer<ObjectNode> change) {
        typeOf(object)
                .ifPresent(type -> registry.patch(
                        type,
                        Metadata.of(object).namespace(),
                        Metadata.of(object).name(),
                        current -> {
                            ObjectNode next = current.deepCopy().asObject();
                            change.accept(Metadata.in(next).node());
                            return next;
                        },
                        Registry.Part.MAIN,
                        WRITE));
    }

    private Optional<ResourceType> typeOf(ObjectNode object) {
        return types.byKind(
                object.path("apiVersion").asString(""), object.path("kind").asString(""));
    }
}
