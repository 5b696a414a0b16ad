package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RbacTest {
    private final Storage storage = new Storage();
    private final Rbac rbac = new Rbac(storage);
    private final ObjectStore objects = new ObjectStore(
            storage, new ResourceTypes(storage), new Deletions(storage, Clock.systemUTC()), Clock.systemUTC());

    @BeforeEach
    void storeRoles() {
        objects.put(Objects.yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: keeper}
                rules:
                  - {apiGroups: [""], resources: [nodes, pods/eviction], verbs: [get, create]}
                  - {apiGroups: [karpenter.sh], resources: ["*"], verbs: ["*"]}
                  - {apiGroups: [""], resources: [configmaps], resourceNames: [aws-auth], verbs: [get]}
                  - {apiGroups: [apps], resources: ["*/status"], verbs: [patch]}
                """));
        objects.put(Objects.yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: keeper}
                roleRef: {kind: ClusterRole, name: keeper}
                subjects: [{kind: Group, name: keepers}]
                """));
        objects.put(Objects.yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: keeper, namespace: team}
                roleRef: {kind: ClusterRole, name: keeper}
                subjects: [{kind: ServiceAccount, name: bot}, {kind: User, name: ann}]
                """));
    }

    @Test
    void memberOfABoundGroup_mayWhatTheRoleSays() {
        Caller keeper = caller("arn", "keepers");

        assertThat(rbac.allows(keeper, access("get", "", "nodes", "", "n1"))).isTrue();
        assertThat(rbac.allows(keeper, access("create", "", "pods/eviction", "team", "p")))
                .isTrue();
        assertThat(rbac.allows(keeper, access("delete", "karpenter.sh", "nodeclaims", "", "c")))
                .isTrue();
        assertThat(rbac.allows(keeper, access("patch", "apps", "deployments/status", "team", "d")))
                .isTrue();
        assertThat(rbac.allows(keeper, access("list", "", "nodes", "", null))).isFalse();
        assertThat(rbac.allows(keeper, access("get", "", "pods", "team", "p"))).isFalse();
    }

    @Test
    void resourceNames_limitToTheseObjects() {
        Caller keeper = caller("arn", "keepers");

        assertThat(rbac.allows(keeper, access("get", "", "configmaps", "kube-system", "aws-auth")))
                .isTrue();
        assertThat(rbac.allows(keeper, access("get", "", "configmaps", "kube-system", "other")))
                .isFalse();
    }

    @Test
    void roleBinding_countsOnlyInItsNamespace() {
        for (Caller caller : List.of(caller("system:serviceaccount:team:bot"), caller("ann"))) {
            assertThat(rbac.allows(caller, access("create", "", "pods/eviction", "team", "p")))
                    .isTrue();
            assertThat(rbac.allows(caller, access("create", "", "pods/eviction", "other", "p")))
                    .isFalse();
            assertThat(rbac.allows(caller, access("get", "", "nodes", "", "n1")))
                    .isFalse();
        }
    }

    @Test
    void accessPolicies_needNoRole() {
        Caller admin = new Caller("a", List.of(), true, false);
        Caller reader = new Caller("r", List.of(), false, true);

        assertThat(rbac.allows(admin, access("delete", "", "nodes", "", "n"))).isTrue();
        assertThat(rbac.allows(reader, access("watch", "", "nodes", "", null))).isTrue();
        assertThat(rbac.allows(reader, access("delete", "", "nodes", "", "n"))).isFalse();
    }

    @Test
    void refusal_hasKubernetesWords() {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> rbac.check(caller("x"), access("list", "", "nodes", "", null)))
                .withMessage("nodes is forbidden: User \"x\" cannot list resource \"nodes\" in API group \"\" at the"
                        + " cluster scope");
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> rbac.check(caller("x"), access("create", "", "pods/eviction", "team", "p")))
                .withMessage("pods \"p\" is forbidden: User \"x\" cannot create resource \"pods/eviction\" in API group"
                        + " \"\" in the namespace \"team\"");
    }

    private static Caller caller(String name, String... groups) {
        return new Caller(name, List.of(groups), false, false);
    }

    private static Access access(String verb, String group, String resource, String namespace, String name) {
        return new Access(verb, group, resource, namespace, name);
    }
}
