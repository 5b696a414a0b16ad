package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.Optional;

/** Whether the cluster's Kubernetes API lets us in. */
sealed interface Entrance {

    /**
     * It does.
     *
     * @param awsAuth the ConfigMap, where the cluster goes by it
     */
    record Open(Kubernetes.Rbac rbac, Optional<AwsAuth> awsAuth) implements Entrance {}

    /**
     * It does not.
     *
     * @param mayOpen whether it may soon, without anyone doing anything
     */
    record Shut(String why, boolean mayOpen) implements Entrance {}

    static Entrance tried(Target target, Kubernetes kubernetes) {
        var endpoint = target.cluster().endpoint();
        if (endpoint.isEmpty()) {
            return new Shut("EKS names no Kubernetes endpoint for the cluster", false);
        }
        try {
            return new Open(
                    kubernetes.rbac(endpoint.get(), InterruptionRole.NAME),
                    target.cluster().logins().byConfigMapOnly()
                            ? kubernetes.awsAuth(endpoint.get())
                            : Optional.empty());
        } catch (KubernetesUnavailableException e) {
            return switch (e.reason()) {
                case UNAUTHORIZED, FORBIDDEN -> new Shut(e.getMessage(), true);
                case UNREACHABLE, NOT_READY -> new Shut(e.getMessage(), false);
            };
        }
    }
}
