package io.groundskeeper.local.kubernetes;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The nodes of a cluster. */
final class Nodes {
    private Nodes() {}

    /** The node of an instance. */
    static Optional<ObjectNode> of(Storage storage, String providerId) {
        return storage
                .select(
                        BuiltinTypes.NODE.storedAs(),
                        null,
                        node -> node.at("/spec/providerID").asString("").equals(providerId))
                .stream()
                .findFirst();
    }

    static Set<String> names(Storage storage) {
        return storage.list(BuiltinTypes.NODE.storedAs(), null).stream()
                .map(node -> Metadata.of(node).name())
                .collect(Collectors.toSet());
    }
}
