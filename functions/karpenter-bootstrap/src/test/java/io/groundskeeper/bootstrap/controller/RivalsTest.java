package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ControllerSettings;
import io.groundskeeper.core.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RivalsTest {

    private static final JsonNode AUTOSCALER =
            Objects.deployment("kube-system", "cas", "", "registry.k8s.io/autoscaling/cluster-autoscaler:v1.33.0", "");

    @Test
    void emptyCluster_hasNone() {
        assertThat(obstacle(Optional.empty())).isEmpty();
    }

    @Test
    void ourOwn_isNone() {
        assertThat(obstacle(Optional.of(Objects.ours("deployed")), Objects.ourDeployment()))
                .isEmpty();
        assertThat(obstacle(Optional.empty(), Objects.ourDeployment()))
                .as("its Secrets are gone, the marks are not")
                .isEmpty();
    }

    @Test
    void releaseThatSomeoneElseInstalled_isNamed() {
        var theirs = Objects.release("deployed", "1.14.1", 0, Json.read("{\"settings\":{\"clusterName\":\"dev\"}}"));
        assertThat(obstacle(Optional.of(theirs)))
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("Helm release karpenter in kube-system", "not taken over"));
    }

    @Test
    void deploymentByVariable_isKarpenterWhateverItsImage() {
        var mirrored = Objects.deployment(
                "tools", "autoscaling", "", "registry:5000/k:1", "{\"name\":\"KARPENTER_SERVICE\",\"value\":\"k\"}");
        assertThat(obstacle(Optional.empty(), mirrored))
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("Deployment tools/autoscaling", "installed by someone else"));
    }

    @ParameterizedTest
    @CsvSource({
        "public.ecr.aws/karpenter/controller:1.14.1@sha256:00",
        "registry:5000/karpenter/controller:1",
        "karpenter/controller"
    })
    void deploymentByImage_isKarpenter(String image) {
        assertThat(obstacle(Optional.empty(), Objects.deployment("x", "y", "", image, "")))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"labels\":{\"helm.toolkit.fluxcd.io/name\":\"k\"}|Flux",
                "\"labels\":{\"kustomize.toolkit.fluxcd.io/name\":\"k\"}|Flux",
                "\"labels\":{\"argocd.argoproj.io/instance\":\"k\"}|Argo CD",
                "\"annotations\":{\"argocd.argoproj.io/tracking-id\":\"k\"}|Argo CD",
                "\"annotations\":{\"meta.helm.sh/release-name\":\"k\",\"meta.helm.sh/release-namespace\":\"n\"}|Helm release k in n"
            })
    void keeperOfADeployment_isNamed(String metadata, String keeper) {
        var theirs =
                Objects.deployment("karpenter", "karpenter", "," + metadata, "public.ecr.aws/karpenter/controller", "");
        assertThat(obstacle(Optional.empty(), theirs))
                .hasValueSatisfying(reason -> assertThat(reason).contains(keeper));
    }

    @Test
    void runningClusterAutoscaler_isNamedWithHowToStopIt() {
        assertThat(obstacle(Optional.empty(), AUTOSCALER))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("Cluster Autoscaler", "kubectl -n kube-system scale deployment cas --replicas=0"));
    }

    @Test
    void autoscalerThatIsSwitchedOffAndOthersOfLikeName_areNone() {
        var off = (ObjectNode) AUTOSCALER.deepCopy();
        ((ObjectNode) off.path("spec")).put("replicas", 0);
        var dns = Objects.deployment(
                "kube-system", "dns", "", "registry.k8s.io/cpa/cluster-proportional-autoscaler:1", "");
        assertThat(obstacle(Optional.empty(), off, dns)).isEmpty();
    }

    @Test
    void autoscalerThatMayStay_isNoneAndStrangersHelmReleaseInOurPlaceIsTakenOver() {
        var beside = settings(Map.of("BESIDE_AUTOSCALER", "true"));
        var cas = List.of(new Workload(AUTOSCALER));
        assertThat(Rivals.obstacle(beside, cas, Optional.empty())).isEmpty();
        var takeOver = settings(Map.of("TAKE_OVER", "true"));
        var theirs = Optional.of(Objects.release("deployed", "1.12.0", 0, Json.object()));
        assertThat(Rivals.obstacle(takeOver, List.of(new Workload(strangers("kube-system", ""))), theirs))
                .isEmpty();
        assertThat(Rivals.obstacle(settings(Map.of()), List.of(new Workload(strangers("kube-system", ""))), theirs))
                .hasValueSatisfying(reason -> assertThat(reason).contains("groundskeeper/take-over=true"));
    }

    @Test
    void takeOver_leavesKarpenterElsewhereAndThatOfFluxAndArgo() {
        var takeOver = settings(Map.of("TAKE_OVER", "true"));
        for (var left : List.of(
                strangers("karpenter", ""),
                strangers("kube-system", ",\"labels\":{\"argocd.argoproj.io/instance\":\"k\"}"),
                strangers("kube-system", ",\"labels\":{\"helm.toolkit.fluxcd.io/name\":\"k\"}"))) {
            assertThat(Rivals.obstacle(takeOver, List.of(new Workload(left)), Optional.empty()))
                    .hasValueSatisfying(reason -> assertThat(reason)
                            .contains("Remove it to have it installed anew")
                            .doesNotContain("groundskeeper/take-over"));
        }
    }

    private static JsonNode strangers(String namespace, String labels) {
        return Objects.deployment(
                namespace,
                "karpenter",
                labels
                        + ",\"annotations\":{\"meta.helm.sh/release-name\":\"karpenter\",\"meta.helm.sh/release-namespace\":\"%s\"}"
                                .formatted(namespace),
                "public.ecr.aws/karpenter/controller:1.12.0",
                "");
    }

    private static ControllerSettings settings(Map<String, String> settings) {
        return Objects.target(settings).settings().controller();
    }

    private static Optional<String> obstacle(Optional<Release> release, JsonNode... deployments) {
        return Rivals.obstacle(
                settings(Map.of()),
                Arrays.stream(deployments).map(Workload::new).toList(),
                release);
    }
}
