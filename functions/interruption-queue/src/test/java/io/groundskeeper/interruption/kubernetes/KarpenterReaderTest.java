package io.groundskeeper.interruption.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.interruption.keeper.Karpenter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KarpenterReaderTest {

    private static final String SYSTEM = "/apis/apps/v1/namespaces/kube-system/deployments";
    private static final String KARPENTER = "/apis/apps/v1/namespaces/karpenter/deployments";
    private static final String NONE = "{\"kind\":\"DeploymentList\",\"apiVersion\":\"apps/v1\",\"items\":[]}";

    private final ApiServer server = new ApiServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"env\":[{\"name\":\"INTERRUPTION_QUEUE\",\"value\":\"Karpenter-dev\"}] | Karpenter-dev",
                "\"env\":[{\"name\":\"INTERRUPTION_QUEUE\",\"value\":\"\"}] | ''",
                "\"env\":[{\"name\":\"INTERRUPTION_QUEUE\",\"valueFrom\":{}}] | ''",
                "\"args\":[\"--interruption-queue=dev\"],\"env\":[{\"name\":\"INTERRUPTION_QUEUE\",\"value\":\"x\"}] | dev",
                "\"env\":[{\"name\":\"CLUSTER_NAME\",\"value\":\"dev\"}] | ''"
            })
    void queue_isThatOfArgumentsThenOfTheVariable(String container, String queue) {
        server.with(SYSTEM, 200, NONE).with(KARPENTER, 200, """
                {"kind":"DeploymentList","apiVersion":"apps/v1","items":[
                 {"metadata":{"name":"karpenter","namespace":"karpenter"},"status":{"readyReplicas":2},
                  "spec":{"template":{"spec":{"containers":[{"name":"controller",%s}]}}}}]}""".formatted(container));

        assertThat(read()).isEqualTo(new Karpenter.Deployed("karpenter/karpenter", queue, 2));
    }

    @Test
    void noDeployment_isAbsent() {
        server.with(SYSTEM, 200, NONE).with(KARPENTER, 200, NONE);

        assertThat(read()).isEqualTo(new Karpenter.Absent());
    }

    @Test
    void deploymentWithoutStatus_hasNoReadyReplica() {
        server.with(SYSTEM, 200, """
                {"kind":"DeploymentList","apiVersion":"apps/v1","items":[
                 {"metadata":{"name":"karpenter","namespace":"kube-system"},
                  "spec":{"template":{"spec":{"containers":[{"name":"controller"}]}}}}]}""");

        assertThat(read()).isEqualTo(new Karpenter.Deployed("kube-system/karpenter", "", 0));
    }

    @Test
    void refusal_isAFailureAndNotAnAbsence() {
        server.with(SYSTEM, 403, ApiServer.status(403));

        assertThatThrownBy(this::read).isInstanceOf(KubernetesClientException.class);
    }

    private Karpenter read() {
        var config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url())
                .withRequestRetryBackoffLimit(0)
                .build();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            return KarpenterReader.read(client);
        }
    }
}
