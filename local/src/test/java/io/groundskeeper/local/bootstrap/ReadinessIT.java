package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.addon.Addon;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.core.json.Json;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Steps add-ons and readiness by a Kubernetes API: the stand-in's, or that of KUBECONFIG. */
@Timeout(120)
class ReadinessIT {

    private static final String VERSION = "1.14.1";

    private HelmCluster cluster;

    @BeforeEach
    void start() {
        cluster = new HelmCluster();
        cluster.node("a");
        cluster.node("b");
        assertThat(outcome(cluster.definitions(VERSION, false))).isEqualTo(Outcome.CHANGED);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void karpenterThatRunsWithReadyObjects_isProvenAndNothingLess() {
        waits("not installed yet");
        assertThat(outcome(cluster.controller(VERSION, false))).isEqualTo(Outcome.CHANGED);
        if (!cluster.isPlayed()) {
            waits("0 of 2 pods ready");
        }
        cluster.ready(2);
        waits("EC2NodeClass default is not there yet");

        cluster.put(NODE_CLASS);
        cluster.put(NODE_POOL);
        if (!cluster.isPlayed()) {
            status(
                    "karpenter.k8s.aws/v1",
                    "EC2NodeClass",
                    "False",
                    "SubnetsNotFound",
                    "SubnetSelector did not match any Subnets");
            waits("SubnetSelector did not match any Subnets");
            status("karpenter.k8s.aws/v1", "EC2NodeClass", "True", "Ready", "");
            waits("NodePool default is not ready");
            status("karpenter.sh/v1", "NodePool", "True", "Ready", "");
            assertThat(outcome(cluster.readiness(VERSION))).isEqualTo(Outcome.UNCHANGED);
            changeNodePool();
            waits("its controller has not seen the last change");
        }
    }

    @Test
    void deploymentScaledToNothing_isNotReady() {
        cluster.controller(VERSION, false);
        cluster.ready(2);
        var deployment = cluster.deployment();
        ((ObjectNode) deployment.path("spec")).put("replicas", 0);
        deployment.remove("status");
        cluster.put(Json.write(deployment));
        waits("of 0 pods ready");
    }

    @Test
    void addOns_areAppliedAsOurFieldsAndOthersTermsAreLeft() {
        cluster.tags(Map.of("groundskeeper/pin-addons", "true"));
        cluster.controller(VERSION, false);
        cluster.put(deployment("metrics-server", ""));
        cluster.put(deployment("coredns", """
                "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
                {"matchExpressions":[{"key":"kubernetes.io/os","operator":"In","values":["linux"]}]}]}}},"""));
        var first = cluster.addOns(VERSION);
        assertThat(outcome(first)).isEqualTo(Outcome.CHANGED);
        assertThat(first.report().changes()).hasSize(1);
        assertThat(first.notes()).singleElement().asString().contains("kube-system/coredns", "someone else set");
        var pinned = cluster.get("apps/v1", "Deployment", "metrics-server").orElseThrow();
        assertThat(pinned.at("/spec/template/spec/affinity").toString())
                .contains("karpenter.sh/nodepool", "DoesNotExist");
        assertThat(pinned.at("/metadata/managedFields").toString()).contains("\"manager\":\"groundskeeper\"");
        assertThat(outcome(cluster.addOns(VERSION))).isEqualTo(Outcome.UNCHANGED);
        cluster.delete("apps/v1", "Deployment", "metrics-server");
        cluster.delete("apps/v1", "Deployment", "coredns");
        cluster.addons.put("coredns", new Addon("coredns", "ACTIVE", ""));
        assertThat(outcome(cluster.addOns(VERSION))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.addOns(VERSION))).isEqualTo(Outcome.UNCHANGED);
    }

    private void waits(String what) {
        var result = cluster.readiness(VERSION);
        assertThat(outcome(result)).as("%s", result).isEqualTo(Outcome.WAITING);
        assertThat(result.notes().toString()).contains(what);
        assertThat(result.report().changes()).isEmpty();
    }

    private void changeNodePool() {
        var pool = (ObjectNode)
                cluster.get("karpenter.sh/v1", "NodePool", "default").orElseThrow();
        ((ObjectNode) pool.path("spec")).put("weight", 7);
        pool.remove("status");
        cluster.put(Json.write(pool));
    }

    /** As Karpenter's controllers would set it. */
    private void status(String apiVersion, String kind, String status, String reason, String message) {
        var object = (ObjectNode) cluster.get(apiVersion, kind, "default").orElseThrow();
        object.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", status)
                .put("reason", reason)
                .put("message", message)
                .put("lastTransitionTime", "2026-11-30T10:00:00Z")
                .put(
                        "observedGeneration",
                        object.path("metadata").path("generation").asLong());
        cluster.put(Json.write(object));
    }

    private static Outcome outcome(StepResult result) {
        result.failure().ifPresent(failure -> {
            throw failure;
        });
        return result.report().outcome();
    }

    private static String deployment(String name, String spec) {
        JsonNode deployment = Json.read("""
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"namespace":"kube-system","name":"%s"},
                "spec":{"selector":{"matchLabels":{"k8s-app":"x"}},"template":{"metadata":{"labels":{"k8s-app":"x"}},
                "spec":{%s"containers":[{"name":"c","image":"i"}]}}}}""".formatted(name, spec));
        return Json.write(deployment);
    }

    private static final String NODE_CLASS = """
            {"apiVersion":"karpenter.k8s.aws/v1","kind":"EC2NodeClass","metadata":{"name":"default"},"spec":{"role":"nodes",
            "amiSelectorTerms":[{"alias":"al2023@v20261101"}],"subnetSelectorTerms":[{"id":"subnet-0a1b2c3d"}],
            "securityGroupSelectorTerms":[{"id":"sg-0a1b2c3d"}]}}""";

    private static final String NODE_POOL = """
            {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"default"},"spec":{"template":{"spec":{
            "nodeClassRef":{"group":"karpenter.k8s.aws","kind":"EC2NodeClass","name":"default"},"requirements":[
            {"key":"kubernetes.io/os","operator":"In","values":["linux"]}]}}}}""";
}
