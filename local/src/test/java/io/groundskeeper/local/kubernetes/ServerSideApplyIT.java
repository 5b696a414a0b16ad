package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NamespaceableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServerSideApplyIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default, labels: {a: b}}
            spec:
              replicas: 1
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: one, image: "a:1"}, {name: two, image: "b:1"}]}
            """;

    private KubernetesApi api;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        api = TestApi.start();
        client = TestApi.client(api, "admin");
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void apply_createsAndThenChangesNothing() {
        HasMetadata first = apply("x", DEPLOYMENT);
        HasMetadata second = apply("x", DEPLOYMENT);

        assertThat(second.getMetadata().getResourceVersion())
                .isEqualTo(first.getMetadata().getResourceVersion());
        assertThat(first.getMetadata().getManagedFields())
                .extracting(entry -> entry.getManager() + " " + entry.getOperation() + " " + entry.getApiVersion())
                .containsExactly("x Apply apps/v1");
    }

    @Test
    void fieldOfSomeoneElse_isAConflictUnlessForced() {
        apply("x", DEPLOYMENT);
        client.apps().deployments().inNamespace("default").withName("web").edit(found -> {
            found.getSpec().setReplicas(3);
            return found;
        });

        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(() -> apply("x", DEPLOYMENT))
                .satisfies(error -> {
                    assertThat(error.getCode()).isEqualTo(409);
                    assertThat(error.getStatus().getReason()).isEqualTo("Conflict");
                    var cause = error.getStatus().getDetails().getCauses().getFirst();
                    assertThat(cause.getReason()).isEqualTo("FieldManagerConflict");
                    assertThat(cause.getField()).isEqualTo(".spec.replicas");
                })
                .withMessageContaining("Apply failed with 1 conflict: conflict with \"fabric8-kubernetes-client\""
                        + " using apps/v1: .spec.replicas");
        HasMetadata forced =
                resource(DEPLOYMENT).fieldManager("x").forceConflicts().serverSideApply();

        assertThat(((Deployment) forced).getSpec().getReplicas()).isEqualTo(1);
        assertThat(forced.getMetadata().getManagedFields()).hasSize(1);
    }

    @Test
    void droppedField_isRemovedAndOthersStay() {
        apply("x", DEPLOYMENT);
        apply("y", """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: default, annotations: {of: y}}
                """);

        Deployment rest = (Deployment) apply("x", DEPLOYMENT.replace(", {name: two, image: \"b:1\"}", ""));

        assertThat(rest.getSpec().getTemplate().getSpec().getContainers()).hasSize(1);
        assertThat(rest.getMetadata().getAnnotations()).containsEntry("of", "y");
    }

    @Test
    void statusApply_leavesTheRestAlone() {
        apply("x", DEPLOYMENT);

        HasMetadata applied = resource(DEPLOYMENT)
                .subresource("status")
                .patch(by("kubelet"), DEPLOYMENT.replace("replicas: 1", "replicas: 7") + "status: {readyReplicas: 1}");

        assertThat(((Deployment) applied).getSpec().getReplicas()).isEqualTo(1);
        assertThat(((Deployment) applied).getStatus().getReadyReplicas()).isEqualTo(1);
        assertThat(applied.getMetadata().getManagedFields())
                .extracting(entry -> entry.getManager() + " " + entry.getSubresource())
                .containsExactlyInAnyOrder("x null", "kubelet status");
    }

    @Test
    void applyWithoutManager_isRefused() {
        apply("x", DEPLOYMENT);

        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(() -> resource(DEPLOYMENT).patch(by(""), DEPLOYMENT))
                .withMessageContaining("fieldManager: Required value: is required for apply patch");
    }

    private static PatchContext by(String manager) {
        return new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(manager)
                .build();
    }

    private HasMetadata apply(String manager, String yaml) {
        return resource(yaml).fieldManager(manager).serverSideApply();
    }

    private NamespaceableResource<HasMetadata> resource(String yaml) {
        return client.resource(client.getKubernetesSerialization().<HasMetadata>unmarshal(yaml));
    }
}
