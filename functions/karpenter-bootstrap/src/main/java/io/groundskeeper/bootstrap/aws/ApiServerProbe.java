package io.groundskeeper.bootstrap.aws;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.bootstrap.access.KubernetesProbe;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Failures;
import java.util.Optional;

/**
 * Asks the API server for its version, which every identity that it knows may.
 *
 * @param access to clusters
 */
public record ApiServerProbe(KubernetesAccess access) implements KubernetesProbe {

    @Override
    public Optional<String> obstacle(ClusterEndpoint endpoint) {
        try {
            access.in(endpoint, KubernetesClient::getKubernetesVersion);
            return Optional.empty();
        } catch (KubernetesUnavailableException e) {
            return Optional.of(e.getMessage());
        } catch (KubernetesClientException e) {
            return Optional.of("The Kubernetes endpoint %s of cluster %s answered an error: %s"
                    .formatted(endpoint.url(), endpoint.name(), Failures.describe(e)));
        }
    }
}
