package io.groundskeeper.local.tagging;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.inventory.Inventory;
import io.groundskeeper.local.inventory.Resource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which resources the Tagging API knows: those that have tags, and those that it once saw with tags. Thread-safe. */
final class TaggedResources {
    private final Inventory inventory;
    private final Set<String> onceTagged = ConcurrentHashMap.newKeySet();

    TaggedResources(Inventory inventory) {
        this.inventory = inventory;
    }

    /** All of them in these services, in the order of their ARNs; all services when none is given. */
    List<Resource> all(Scope caller, Set<String> services) {
        var wanted = services.isEmpty() ? inventory.services() : services;
        return wanted.stream()
                .flatMap(service -> inventory.list(caller, service).stream())
                .filter(this::known)
                .sorted(Comparator.comparing(Resource::arn))
                .toList();
    }

    private boolean known(Resource resource) {
        return resource.tags().isEmpty() ? onceTagged.contains(resource.arn()) : remember(resource);
    }

    private boolean remember(Resource resource) {
        onceTagged.add(resource.arn());
        return true;
    }

    /** The resource of an ARN, tagged or not. */
    Optional<Resource> find(Scope caller, String service, String arn) {
        var found = inventory.list(caller, service).stream()
                .filter(resource -> resource.arn().equals(arn))
                .findFirst();
        found.ifPresent(this::known);
        return found;
    }
}
