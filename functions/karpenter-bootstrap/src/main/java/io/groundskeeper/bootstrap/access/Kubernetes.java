package io.groundskeeper.bootstrap.access;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.Optional;

/**
 * What says in a cluster's Kubernetes API who may do what.
 *
 * <p>Every method throws {@link io.groundskeeper.core.kubernetes.KubernetesUnavailableException} when it does not answer
 * us.
 */
public interface Kubernetes {

    /** ClusterRole and ClusterRoleBinding of one name; each empty when there is none. */
    record Rbac(Optional<ClusterRole> role, Optional<ClusterRoleBinding> binding) {}

    /** Reads both. */
    Rbac rbac(ClusterEndpoint endpoint, String name);

    /** Creates the role, or gives it these rules. */
    void put(ClusterEndpoint endpoint, ClusterRole role);

    /** Creates the binding, or gives it these subjects and this role. */
    void put(ClusterEndpoint endpoint, ClusterRoleBinding binding);

    /** Deletes a ClusterRole; one that is gone is as good. */
    void deleteRole(ClusterEndpoint endpoint, String name);

    /** Deletes a ClusterRoleBinding; one that is gone is as good. */
    void deleteBinding(ClusterEndpoint endpoint, String name);

    /** The ConfigMap aws-auth; empty when there is none. */
    Optional<AwsAuth> awsAuth(ClusterEndpoint endpoint);

    /** Writes mapRoles, but only over what was read before. */
    void write(ClusterEndpoint endpoint, Optional<AwsAuth> from, String mapRoles);
}
