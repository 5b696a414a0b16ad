package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds that a server serves without any definition. */
final class BuiltinTypes {
    static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String ADMISSION = "admissionregistration.k8s.io";

    static final ResourceType NAMESPACE = cluster("", "Namespace", "namespaces", true, "ns");
    static final ResourceType NODE = cluster("", "Node", "nodes", true, "no");

    static final List<ResourceType> ALL = List.of(
            NAMESPACE,
            NODE,
            namespaced("", "Pod", "pods", true, "po"),
            namespaced("", "Service", "services", true, "svc"),
            namespaced("", "ServiceAccount", "serviceaccounts", false, "sa"),
            namespaced("", "ConfigMap", "configmaps", false, "cm"),
            namespaced("", "Secret", "secrets", false),
            namespaced("", "Event", "events", false, "ev"),
            namespaced("apps", "Deployment", "deployments", true, "deploy"),
            namespaced("apps", "DaemonSet", "daemonsets", true, "ds"),
            namespaced("apps", "ReplicaSet", "replicasets", true, "rs"),
            namespaced("apps", "StatefulSet", "statefulsets", true, "sts"),
            namespaced("batch", "Job", "jobs", true),
            namespaced("policy", "PodDisruptionBudget", "poddisruptionbudgets", true, "pdb"),
            cluster(ADMISSION, "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false),
            cluster(ADMISSION, "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false),
            namespaced("coordination.k8s.io", "Lease", "leases", false),
            cluster(RBAC, "ClusterRole", "clusterroles", false),
            cluster(RBAC, "ClusterRoleBinding", "clusterrolebindings", false),
            namespaced(RBAC, "Role", "roles", false),
            namespaced(RBAC, "RoleBinding", "rolebindings", false),
            cluster("apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions", true, "crd"),
            namespaced("events.k8s.io", "Event", "events", false, "ev"));

    private BuiltinTypes() {}

    static Optional<ResourceType> builtin(String group, String kind) {
        return ALL.stream()
                .filter(type -> type.group().equals(group) && type.kind().equals(kind))
                .findFirst();
    }

    private static ResourceType cluster(
            String group, String kind, String plural, boolean status, String... shortNames) {
        return type(group, kind, plural, false, status, shortNames);
    }

    private static ResourceType namespaced(
            String group, String kind, String plural, boolean status, String... shortNames) {
        return type(group, kind, plural, true, status, shortNames);
    }

    private static ResourceType type(
            String group, String kind, String plural, boolean namespaced, boolean status, String... shortNames) {
        return new ResourceType(
                group,
                "v1",
                plural,
                kind.toLowerCase(Locale.ROOT),
                kind,
                namespaced,
                status,
                false,
                List.of(shortNames));
    }
}
