package io.groundskeeper.bootstrap.aws;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.groundskeeper.bootstrap.access.AwsAuth;
import io.groundskeeper.bootstrap.access.Kubernetes;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Who may do what, by the Kubernetes API. Writes are plain: over the version that was read, else refused.
 *
 * @param access to clusters
 */
public record ApiServer(KubernetesAccess access) implements Kubernetes {

    private static final int CONFLICT = 409;
    private static final String MAP_ROLES = "mapRoles";

    @Override
    public Rbac rbac(ClusterEndpoint endpoint, String name) {
        return access.in(
                endpoint,
                client -> new Rbac(
                        Optional.ofNullable(
                                client.rbac().clusterRoles().withName(name).get()),
                        Optional.ofNullable(client.rbac()
                                .clusterRoleBindings()
                                .withName(name)
                                .get())));
    }

    @Override
    public void put(ClusterEndpoint endpoint, ClusterRole role) {
        write(endpoint, client -> {
            var there = client.rbac()
                    .clusterRoles()
                    .withName(role.getMetadata().getName())
                    .get();
            if (there == null) {
                client.resource(role).create();
            } else {
                client.resource(new ClusterRoleBuilder(there)
                                .withRules(role.getRules())
                                .build())
                        .update();
            }
        });
    }

    @Override
    public void put(ClusterEndpoint endpoint, ClusterRoleBinding binding) {
        write(endpoint, client -> {
            var there = client.rbac()
                    .clusterRoleBindings()
                    .withName(binding.getMetadata().getName())
                    .get();
            if (there == null) {
                client.resource(binding).create();
            } else if (there.getRoleRef().equals(binding.getRoleRef())) {
                client.resource(new ClusterRoleBindingBuilder(there)
                                .withSubjects(binding.getSubjects())
                                .build())
                        .update();
            } else {
                // Kubernetes changes no binding's role.
                client.resource(there).delete();
                client.resource(binding).create();
            }
        });
    }

    @Override
    public void deleteRole(ClusterEndpoint endpoint, String name) {
        write(endpoint, client -> client.rbac().clusterRoles().withName(name).delete());
    }

    @Override
    public void deleteBinding(ClusterEndpoint endpoint, String name) {
        write(
                endpoint,
                client -> client.rbac().clusterRoleBindings().withName(name).delete());
    }

    @Override
    public Optional<AwsAuth> awsAuth(ClusterEndpoint endpoint) {
        return access.in(
                endpoint,
                client -> Optional.ofNullable(configMap(client).get())
                        .map(map -> new AwsAuth(
                                Optional.ofNullable(map.getData()).map(data -> data.get(MAP_ROLES)),
                                map.getMetadata().getResourceVersion())));
    }

    @Override
    public void write(ClusterEndpoint endpoint, Optional<AwsAuth> from, String mapRoles) {
        write(endpoint, client -> {
            if (from.isEmpty()) {
                client.resource(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withNamespace("kube-system")
                                .withName("aws-auth")
                                .endMetadata()
                                .withData(Map.of(MAP_ROLES, mapRoles))
                                .build())
                        .create();
                return;
            }
            var there = configMap(client).get();
            if (there == null
                    || !there.getMetadata()
                            .getResourceVersion()
                            .equals(from.get().version())) {
                throw changedMeanwhile(null);
            }
            client.resource(new ConfigMapBuilder(there)
                            .addToData(MAP_ROLES, mapRoles)
                            .build())
                    .update();
        });
    }

    private void write(ClusterEndpoint endpoint, Consumer<KubernetesClient> work) {
        try {
            access.in(endpoint, client -> {
                work.accept(client);
                return endpoint;
            });
        } catch (KubernetesClientException e) {
            throw e.getCode() == CONFLICT ? changedMeanwhile(e) : e;
        }
    }

    private static Resource<ConfigMap> configMap(KubernetesClient client) {
        return client.configMaps().inNamespace("kube-system").withName("aws-auth");
    }

    private static NotYetException changedMeanwhile(Throwable cause) {
        return new NotYetException("It was changed by someone else meanwhile", Duration.ofSeconds(15), cause);
    }
}
