package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Karpenter as a bootstrap installs it: nobody says in which state it is. */
@Timeout(60)
class KarpenterReadinessIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: karpenter, namespace: kube-system}
            spec:
              replicas: 1
              selector: {matchLabels: {app: karpenter}}
              template:
                metadata: {labels: {app: karpenter}}
                spec: {containers: [{name: controller, image: "public.ecr.aws/karpenter/controller:1.14.1@sha256:00"}]}
            """;
    private static final String OBJECTS = """
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata: {name: default}
            spec:
              role: nodes
              amiSelectorTerms: [{alias: al2023@v1}]
              subnetSelectorTerms: [{id: subnet-1}]
              securityGroupSelectorTerms: [{id: sg-1}]
            ---
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: default}
            spec:
              template:
                spec:
                  nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
                  requirements: []
            """;

    private final FakeCloud cloud = new FakeCloud();
    private KubernetesApi api;

    @BeforeEach
    void start() {
        api = KubernetesApi.start("test", "1.33", token -> new Caller(token, List.of(), true, true), cloud);
        Documents.readAll(Resources.text("/charts/karpenter-crd/templates/kinds.yaml"))
                .forEach(api.objects()::put);
        Documents.readAll(OBJECTS).forEach(api.objects()::put);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void installedKarpenter_livesAndSaysWhatIsMissing() throws InterruptedException {
        assertThat(api.karpenter()).isEqualTo(KarpenterState.ABSENT);
        api.objects().put(Objects.yaml(DEPLOYMENT));
        assertThat(api.karpenter()).isEqualTo(KarpenterState.DOWN);
        api.objects().put(Objects.yaml("{apiVersion: v1, kind: Node, metadata: {name: n}}"));

        waitUntil(() ->
                condition("EC2NodeClass", "Ready").path("status").asString("").equals("False"));

        assertThat(api.karpenter()).isEqualTo(KarpenterState.ALIVE);
        assertThat(condition("EC2NodeClass", "SubnetsReady").path("reason").asString())
                .isEqualTo("SubnetsNotFound");
        assertThat(condition("EC2NodeClass", "SecurityGroupsReady")
                        .path("reason")
                        .asString())
                .isEqualTo("SecurityGroupsNotFound");
        assertThat(condition("EC2NodeClass", "InstanceProfileReady")
                        .path("reason")
                        .asString())
                .isEqualTo("NodeRoleNotFound");
        assertThat(condition("EC2NodeClass", "ValidationSucceeded")
                        .path("reason")
                        .asString())
                .isEqualTo("DependenciesNotReady");
        waitUntil(() -> condition("NodePool", "NodeClassReady")
                .path("reason")
                .asString("")
                .equals("UnhealthyDependents"));
        provide();
        waitUntil(
                () -> condition("NodePool", "Ready").path("status").asString("").equals("True"));
        assertThat(condition("EC2NodeClass", "Ready").path("status").asString()).isEqualTo("True");
    }

    @Test
    void scaledToNothing_givesItsLeaseUpAndLetsItGoStale() throws InterruptedException {
        api.objects().put(Objects.yaml("{apiVersion: v1, kind: Node, metadata: {name: n}}"));
        api.objects().put(Objects.yaml(DEPLOYMENT));
        waitUntil(() -> api.karpenter() == KarpenterState.ALIVE && lease().isAfter(Instant.EPOCH));

        ObjectNode none = Objects.yaml(DEPLOYMENT.replace("replicas: 1", "replicas: 0"));
        Metadata.in(none).node().put("generation", 2);
        api.objects().put(none);
        waitUntil(() -> api.karpenter() == KarpenterState.DOWN && holder().isEmpty());

        Instant last = lease();
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(lease()).isEqualTo(last);
    }

    @Test
    void setState_winsOverTheDeployment() throws InterruptedException {
        api.objects().put(Objects.yaml("{apiVersion: v1, kind: Node, metadata: {name: n}}"));
        api.objects().put(Objects.yaml(DEPLOYMENT));
        waitUntil(() -> api.karpenter() == KarpenterState.ALIVE);

        api.karpenter(KarpenterState.DOWN);

        Thread.sleep(Duration.ofSeconds(2));
        assertThat(api.karpenter()).isEqualTo(KarpenterState.DOWN);
        assertThat(deployment().path("status").has("readyReplicas")).isFalse();
        assertThat(deployment().at("/spec/template/spec/containers/0/image").asString())
                .endsWith("@sha256:00");
    }

    private void provide() {
        cloud.found.put(Cloud.Selected.SUBNETS, List.of("subnet-1"));
        cloud.found.put(Cloud.Selected.SECURITY_GROUPS, List.of("sg-1"));
        cloud.found.put(Cloud.Selected.IMAGES, List.of("ami-1"));
        cloud.roles.add("nodes");
    }

    private JsonNode deployment() {
        return api.objects()
                .get("apps/v1", "Deployment", "kube-system", "karpenter")
                .orElseThrow();
    }

    private Instant lease() {
        return api.objects()
                .get("coordination.k8s.io/v1", "Lease", "kube-system", "karpenter-leader-election")
                .map(found -> Instant.parse(found.at("/spec/renewTime").asString()))
                .orElse(Instant.EPOCH);
    }

    private String holder() {
        return api.objects()
                .get("coordination.k8s.io/v1", "Lease", "kube-system", "karpenter-leader-election")
                .orElseThrow()
                .at("/spec/holderIdentity")
                .asString();
    }

    private JsonNode condition(String kind, String type) {
        String apiVersion = kind.equals("NodePool") ? "karpenter.sh/v1" : "karpenter.k8s.aws/v1";
        return api.objects()
                .get(apiVersion, kind, "", "default")
                .orElseThrow()
                .at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString().equals(type))
                .findFirst()
                .orElse(Documents.object());
    }

    private static void waitUntil(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            Thread.sleep(100);
        }
    }
}
