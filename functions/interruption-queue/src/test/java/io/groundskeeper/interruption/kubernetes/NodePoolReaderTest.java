package io.groundskeeper.interruption.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.interruption.digest.NodePool;
import io.groundskeeper.interruption.digest.Requirement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodePoolReaderTest {

    private static final String POOLS = "/apis/karpenter.sh/v1/nodepools";

    private final ApiServer server = new ApiServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void requirementsAndLabels_areRead() {
        server.with(POOLS, 200, """
                {"kind":"NodePoolList","apiVersion":"karpenter.sh/v1","items":[
                 {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"default"},"spec":{"template":{
                  "metadata":{"labels":{"kubernetes.io/arch":"arm64"}},
                  "spec":{"requirements":[
                   {"key":"karpenter.k8s.aws/instance-cpu","operator":"Gt","values":["2"]},
                   {"key":"team","operator":"Exists"},{"operator":"In"},7]}}}},
                 {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"bare"}}]}""");

        assertThat(read())
                .containsExactly(
                        new NodePool(
                                "default",
                                List.of(
                                        new Requirement("karpenter.k8s.aws/instance-cpu", "Gt", List.of("2")),
                                        new Requirement("team", "Exists", List.of()),
                                        new Requirement("kubernetes.io/arch", "In", List.of("arm64")))),
                        new NodePool("bare", List.of()));
    }

    @Test
    void clusterWithoutKarpenter_hasNone() {
        assertThat(read()).isEmpty();
    }

    @Test
    void refusal_isAFailure() {
        server.with(POOLS, 403, ApiServer.status(403));

        assertThatThrownBy(this::read).isInstanceOf(KubernetesClientException.class);
    }

    private List<NodePool> read() {
        var config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url())
                .withRequestRetryBackoffLimit(0)
                .build();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            return NodePoolReader.read(client);
        }
    }
}
