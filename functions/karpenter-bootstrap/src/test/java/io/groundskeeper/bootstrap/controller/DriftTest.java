package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DriftTest {

    private final JsonNode installed = Objects.ourDeployment();
    private final ObjectNode live = (ObjectNode) Objects.ourDeployment().deepCopy();

    @Test
    void asInstalled_none() {
        assertThat(drift()).isEmpty();
    }

    @Test
    void whatTheApiServerAndOthersAdd_isNone() {
        ((ObjectNode) live.path("spec")).put("paused", false);
        var pod = (ObjectNode) live.path("spec").path("template").path("spec");
        pod.put("restartPolicy", "Always");
        ((ObjectNode) pod.path("containers").path(0))
                .put("imagePullPolicy", "Always")
                .withArray("env")
                .addObject()
                .put("name", "EXTRA")
                .put("value", "1");
        assertThat(drift()).isEmpty();
    }

    @Test
    void missingDeployment_isNamed() {
        var release = Objects.release("deployed", "1.14.1", 0, Json.object(), installed);
        assertThat(Drift.of(release, List.of(), "kube-system")).containsExactly("Deployment karpenter was missing");
    }

    @Test
    void scaledToZeroAndOtherImageAndLostVariable_areNamed() {
        ((ObjectNode) live.path("spec")).put("replicas", 0);
        var container = (ObjectNode) live.path("spec")
                .path("template")
                .path("spec")
                .path("containers")
                .path(0);
        container.put("image", "evil:1").putArray("env");
        assertThat(drift())
                .containsExactly(
                        "Deployment's replicas was 0",
                        "Deployment's containers.controller.image was evil:1",
                        "Deployment's containers.controller.env.KARPENTER_SERVICE.name was missing",
                        "Deployment's containers.controller.env.KARPENTER_SERVICE.value was missing");
    }

    private List<String> drift() {
        var release = Objects.release("deployed", "1.14.1", 0, Json.object(), installed);
        return Drift.of(release, List.of(new Workload(live)), "kube-system");
    }
}
