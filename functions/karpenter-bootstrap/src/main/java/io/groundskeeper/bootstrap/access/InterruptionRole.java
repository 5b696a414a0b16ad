package io.groundskeeper.bootstrap.access;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the function that looks after interruptions may do in a cluster. */
final class InterruptionRole {

    static final String NAME = "groundskeeper-interruption";
    static final String GROUP = "groundskeeper:interruption";

    private static final String API = "rbac.authorization.k8s.io";
    private static final Map<String, String> LABELS = Map.of("app.kubernetes.io/managed-by", "groundskeeper");

    private InterruptionRole() {}

    static ClusterRole role() {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(NAME)
                .withLabels(LABELS)
                .endMetadata()
                .withRules(
                        rule("", "nodes", "get", "list", "patch"),
                        rule("", "pods", "list", "delete"),
                        rule("", "pods/eviction", "create"),
                        rule("karpenter.sh", "nodeclaims", "list", "delete"),
                        rule("karpenter.sh", "nodepools", "list"),
                        rule("coordination.k8s.io", "leases", "get"),
                        rule("apps", "deployments", "list"))
                .build();
    }

    static ClusterRoleBinding binding() {
        return new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(NAME)
                .withLabels(LABELS)
                .endMetadata()
                .withNewRoleRef(API, "ClusterRole", NAME)
                .addNewSubject(API, "Group", GROUP, null)
                .build();
    }

    /** What leads from what is there to both. */
    static List<AccessChange> changes(Kubernetes.Rbac there) {
        var changes = new ArrayList<AccessChange>();
        var role = role();
        var binding = binding();
        if (there.role().filter(r -> r.getRules().equals(role.getRules())).isEmpty()) {
            changes.add(new AccessChange.PutRole(role, there.role().isEmpty()));
        }
        if (there.binding()
                .filter(b -> b.getRoleRef().equals(binding.getRoleRef())
                        && b.getSubjects().equals(binding.getSubjects()))
                .isEmpty()) {
            changes.add(new AccessChange.PutBinding(binding, there.binding().isEmpty()));
        }
        return changes;
    }

    /** Whether we made one of both. */
    static boolean isOurs(ObjectMeta metadata) {
        return metadata.getLabels() != null && metadata.getLabels().entrySet().containsAll(LABELS.entrySet());
    }

    private static PolicyRule rule(String group, String resource, String... verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(resource)
                .withVerbs(verbs)
                .build();
    }
}
