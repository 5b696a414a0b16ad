package io.groundskeeper.local.kubernetes;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Fields that Kubernetes lets nobody change: whoever wants another value has to make the object anew. */
final class ImmutableFields {
    private static final Map<String, String> FIELDS = Map.of(
            "clusterrolebindings.rbac.authorization.k8s.io", "/roleRef",
            "rolebindings.rbac.authorization.k8s.io", "/roleRef",
            "deployments.apps", "/spec/selector",
            "daemonsets.apps", "/spec/selector",
            "replicasets.apps", "/spec/selector",
            "statefulsets.apps", "/spec/selector",
            "customresourcedefinitions.apiextensions.k8s.io", "/spec/scope",
            "secrets", "/type");

    private ImmutableFields() {}

    static void check(ResourceType type, ObjectNode current, ObjectNode next) {
        String pointer = FIELDS.get(type.qualified());
        if (pointer != null && !current.at(pointer).equals(next.at(pointer))) {
            refuse(type, current, pointer, next.at(pointer));
        }
        boolean sealed = current.path("immutable").asBoolean(false);
        if (sealed && !current.path("data").equals(next.path("data"))) {
            refuse(type, current, "/data", next.path("data"));
        }
    }

    private static void refuse(ResourceType type, ObjectNode current, String pointer, JsonNode value) {
        String field = pointer.substring(1).replace('/', '.');
        throw ApiError.invalid(
                type, Metadata.of(current).name(), field, "Invalid value: " + value + ": field is immutable");
    }
}
