package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Things that the tests here look at. */
final class Objects {

    static final Instant BEGUN = Instant.parse("2026-11-30T10:00:00Z");

    private Objects() {}

    static Target target(Map<String, String> settings) {
        return new Target(
                new ClusterFacts(
                        new ClusterId("aws", "eu-west-1", "123456789012", "dev"),
                        "ACTIVE",
                        Map.of(),
                        ClusterFacts.Kind.STANDARD,
                        false,
                        "vpc-1",
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        new ClusterFacts.Logins("API", Optional.empty())),
                ClusterSettings.of(Settings.of(settings), Map.of()));
    }

    static Node node(String name, Map<String, String> labels, String... taints) {
        return new Node(name, labels, true, Set.of(taints));
    }

    static Release release(String status, String version, int older, JsonNode values, JsonNode... objects) {
        return new Release(
                "karpenter",
                "sh.helm.release.v1.karpenter.v" + (older + 1),
                older,
                status,
                version,
                values,
                BEGUN,
                List.of(objects));
    }

    static Release ours(String status) {
        return release(status, "1.14.1", 0, Json.read("{\"groundskeeper\":{\"cluster\":\"dev\"}}"));
    }

    static JsonNode deployment(String namespace, String name, String metadata, String image, String env) {
        return Json.read("""
                {"kind":"Deployment","metadata":{"namespace":"%s","name":"%s"%s},"spec":{"replicas":2,"template":{"spec":{
                "serviceAccountName":"karpenter","containers":[{"name":"controller","image":"%s","env":[%s]}]}}}}""".formatted(namespace, name, metadata, image, env));
    }

    /** Our Deployment as the API server gives it. */
    static JsonNode ourDeployment() {
        return deployment(
                "kube-system",
                "karpenter",
                ",\"labels\":{\"groundskeeper/managed\":\"true\"},\"annotations\":{\"meta.helm.sh/release-name\":\"karpenter\",\"meta.helm.sh/release-namespace\":\"kube-system\"}",
                "public.ecr.aws/karpenter/controller:1.14.1@sha256:00",
                "{\"name\":\"KARPENTER_SERVICE\",\"value\":\"karpenter\"}");
    }
}
