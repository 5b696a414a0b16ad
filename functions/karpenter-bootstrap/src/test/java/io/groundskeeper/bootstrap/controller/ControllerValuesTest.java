package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ControllerValuesTest {

    private static final String ROLE = "arn:aws:iam::123456789012:role/groundskeeper/KarpenterControllerRole-dev-0";
    private static final Placement NODES = new Placement.OnNodes(2, true);

    @Test
    void settings_nameClusterAndQueue() {
        var settings = values(NODES).path("settings");
        assertThat(settings.path("clusterName").asString()).isEqualTo("dev");
        assertThat(settings.path("interruptionQueue").asString()).isEqualTo("Karpenter-dev");
        assertThat(settings.path("isolatedVPC").asBoolean(true)).isFalse();
    }

    @Test
    void isolatedVpc_isSet() {
        var values = ControllerValues.controller(Objects.target(Map.of("ISOLATED_VPC", "true")), NODES, "ClusterFirst");
        assertThat(values.path("settings").path("isolatedVPC").asBoolean()).isTrue();
    }

    @Test
    void region_isGivenAndResourcesAreReserved() {
        assertThat(values(NODES).path("controller")).isEqualTo(Json.read("""
                {"env":[{"name":"AWS_REGION","value":"eu-west-1"}],
                "resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}}}"""));
    }

    @Test
    void replicas_areThoseOfThePlacement() {
        assertThat(values(new Placement.OnNodes(1, true)).path("replicas").asInt())
                .isEqualTo(1);
        assertThat(values(NODES).path("replicas").asInt()).isEqualTo(2);
    }

    @Test
    void managedNodeGroups_areAskedForInTheOneTermThatKeepsItOffItsOwnNodes() {
        var terms = terms(values(NODES));
        assertThat(terms.size()).isEqualTo(1);
        assertThat(terms.path(0).path("matchExpressions")).isEqualTo(Json.read("""
                [{"key":"karpenter.sh/nodepool","operator":"DoesNotExist"},
                {"key":"eks.amazonaws.com/nodegroup","operator":"Exists"},
                {"key":"eks.amazonaws.com/compute-type","operator":"NotIn","values":["hybrid"]}]"""));
    }

    @Test
    void selfManagedNodes_areNotAskedForANodeGroupAndHybridOnesAreKeptOff() {
        assertThat(terms(values(new Placement.OnNodes(1, false))).toString())
                .contains("DoesNotExist", "hybrid")
                .doesNotContain("eks.amazonaws.com/nodegroup");
    }

    @Test
    void onNodes_theRoleComesByPodIdentity() {
        assertThat(values(NODES).path("serviceAccount"))
                .isEqualTo(Json.read("{\"create\":true,\"name\":\"karpenter\"}"));
        assertThat(values(NODES).path("dnsPolicy").asString()).isEqualTo("ClusterFirst");
    }

    @Test
    void onFargate_theRoleComesByTheServiceAccountAndNamesAreAskedOfTheVpc() {
        var values = values(new Placement.OnFargate(2, ROLE));
        assertThat(values.path("serviceAccount")
                        .path("annotations")
                        .path("eks.amazonaws.com/role-arn")
                        .asString())
                .isEqualTo(ROLE);
        assertThat(values.path("dnsPolicy").asString()).isEqualTo("Default");
        assertThat(terms(values).toString()).contains("DoesNotExist").doesNotContain("eks.amazonaws.com");
    }

    @Test
    void coreDnsWithoutAReadyPod_issue25_lettingTheControllerAskTheNodesServerForGood() {
        assertThat(values(NODES, Optional.empty(), coreDns(2)).path("dnsPolicy").asString())
                .isEqualTo("ClusterFirst");
        var first = values(NODES, Optional.empty(), coreDns(0));
        assertThat(first.path("dnsPolicy").asString()).isEqualTo("Default");
        var later = values(NODES, Optional.of(Objects.release("deployed", "1.14.1", 0, first)), coreDns(2));
        assertThat(later).as("no rollout when CoreDNS comes").isEqualTo(first);
    }

    @Test
    void controllerThatLeavesFargate_asksTheClustersServerAgain() {
        var fargate = values(new Placement.OnFargate(2, ROLE));
        assertThat(values(NODES, Optional.of(Objects.release("deployed", "1.14.1", 0, fargate)))
                        .path("dnsPolicy")
                        .asString())
                .isEqualTo("ClusterFirst");
    }

    @Test
    void replicas_areKeptApart() {
        var apart = values(NODES).path("affinity").path("podAntiAffinity").toString();
        assertThat(apart).contains("kubernetes.io/hostname", "app.kubernetes.io/name");
    }

    @Test
    void bothReleases_sayThatTheyAreOurs() {
        assertThat(ControllerValues.areOurs(values(NODES))).isTrue();
        assertThat(ControllerValues.areOurs(
                        ControllerValues.definitions(Objects.target(Map.of()).id())))
                .isTrue();
        assertThat(ControllerValues.areOurs(Json.read("{\"settings\":{\"clusterName\":\"dev\"}}")))
                .isFalse();
        assertThat(values(NODES)
                        .path("additionalLabels")
                        .path("groundskeeper/managed")
                        .asString())
                .isEqualTo("true");
    }

    private static JsonNode values(Placement placement) {
        return values(placement, Optional.empty());
    }

    private static JsonNode values(Placement placement, Optional<Release> release, Workload... workloads) {
        var situation = new Situation(KubernetesVersion.of("1.33"), List.of(workloads), release, Objects.BEGUN);
        return ControllerValues.controller(
                Objects.target(Map.of()), placement, NameServer.policy(situation, placement));
    }

    private static Workload coreDns(int ready) {
        return new Workload(Json.read("""
                {"metadata":{"namespace":"kube-system","name":"coredns"},"status":{"readyReplicas":%d}}""".formatted(ready)));
    }

    private static JsonNode terms(JsonNode values) {
        return values.path("affinity")
                .path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution")
                .path("nodeSelectorTerms");
    }
}
