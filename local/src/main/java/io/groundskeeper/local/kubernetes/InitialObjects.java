package io.groundskeeper.local.kubernetes;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What a new cluster holds. */
final class InitialObjects {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");
    private static final String RBAC = "rbac.authorization.k8s.io";

    private InitialObjects() {}

    static void put(ObjectStore objects) {
        NAMESPACES.forEach(name -> objects.put(named("v1", "Namespace", name)));
        ObjectNode admin = named(RBAC + "/v1", "ClusterRole", "cluster-admin");
        ObjectNode everything = admin.putArray("rules").addObject();
        for (String field : List.of("apiGroups", "resources", "verbs")) {
            everything.putArray(field).add("*");
        }
        objects.put(admin);
        ObjectNode binding = named(RBAC + "/v1", "ClusterRoleBinding", "cluster-admin");
        binding.putObject("roleRef")
                .put("apiGroup", RBAC)
                .put("kind", "ClusterRole")
                .put("name", "cluster-admin");
        binding.putArray("subjects")
                .addObject()
                .put("apiGroup", RBAC)
                .put("kind", "Group")
                .put("name", "system:masters");
        objects.put(binding);
    }

    private static ObjectNode named(String apiVersion, String kind, String name) {
        ObjectNode object = Documents.object().put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }
}
