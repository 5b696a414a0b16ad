package io.groundskeeper.local.kubernetes;

import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** Which objects of a collection a request means. */
record Selection(ResourceType type, String namespace, Predicate<ObjectNode> matches) {

    static Selection of(ResourceType type, ResourcePath path, Request request) {
        Predicate<ObjectNode> matches = LabelSelector.parse(request.parameter("labelSelector"));
        matches = matches.and(FieldSelector.parse(type, request.parameter("fieldSelector")));
        String namespace = type.namespaced() && !path.namespace().isEmpty() ? path.namespace() : null;
        if (namespace != null) {
            matches = matches.and(object -> Metadata.of(object).namespace().equals(namespace));
        }
        if (path.name() != null) {
            matches = matches.and(object -> Metadata.of(object).name().equals(path.name()));
        }
        return new Selection(type, namespace, matches);
    }

    /** A stored object in the form of the version that was asked for. */
    ObjectNode shown(ObjectNode stored) {
        return shown(type, stored);
    }

    static ObjectNode shown(ResourceType type, ObjectNode stored) {
        return type.isNewEvents()
                ? EventForms.toNew(stored)
                : stored.deepCopy().put("apiVersion", type.apiVersion()).put("kind", type.kind());
    }
}
