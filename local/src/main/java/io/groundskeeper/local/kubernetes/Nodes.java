package io.groundskeeper.local.kubernetes;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The nodes of a cluster. */
final class Nodes {
    private Nodes() {}

    /** Every node that has an instance, by its provider id; nobody may change them. */
    static Map<String, ObjectNode> byProviderId(Storage storage) {
        return storage
                .view(
                        BuiltinTypes.NODE.storedAs(),
                        null,
                        node -> !providerId(node).isEmpty())
                .stream()
                .collect(Collectors.toMap(Nodes::providerId, Function.identity(), (first, second) -> first));
    }

    /** The names of those that are such. */
    static Set<String> names(Storage storage, Predicate<ObjectNode> test) {
        return storage.view(BuiltinTypes.NODE.storedAs(), null, test).stream()
                .map(node -> Metadata.of(node).name())
                .collect(Collectors.toSet());
    }

    private static String providerId(ObjectNode node) {
        return node.path("spec").path("providerID").asString("");
    }
}
