package io.groundskeeper.local.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KubernetesApiIT {
    private static final ResourceDefinitionContext NODE_CLAIMS = new ResourceDefinitionContext.Builder()
            .withGroup("karpenter.sh")
            .withVersion("v1")
            .withKind("NodeClaim")
            .withPlural("nodeclaims")
            .withNamespaced(false)
            .build();

    private KubernetesApi api;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        api = TestApi.start();
        client = client("admin");
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void nodes_areCreatedListedAndSelected() {
        for (String name : List.of("a", "b", "c")) {
            client.resource(new NodeBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .addToLabels("zone", name.equals("c") ? "2" : "1")
                            .endMetadata()
                            .withNewSpec()
                            .withProviderID("aws:///eu-west-1a/i-" + name)
                            .endSpec()
                            .build())
                    .create();
        }

        assertThat(client.nodes().list().getItems())
                .extracting(node -> node.getSpec().getProviderID())
                .containsExactly("aws:///eu-west-1a/i-a", "aws:///eu-west-1a/i-b", "aws:///eu-west-1a/i-c");
        assertThat(client.nodes().withLabel("zone", "1").list().getItems()).hasSize(2);
        assertThat(client.nodes().withField("metadata.name", "b").list().getItems())
                .hasSize(1);
        client.nodes()
                .withName("b")
                .edit(node -> new NodeBuilder(node)
                        .editSpec()
                        .withUnschedulable(true)
                        .endSpec()
                        .build());
        assertThat(client.nodes().withName("b").get().getSpec().getUnschedulable())
                .isTrue();
    }

    @Test
    void limitedList_goesOnWhereItEnded() {
        List.of("a", "b", "c").forEach(name -> createConfigMap(name));

        var first = client.configMaps()
                .inNamespace("default")
                .list(new ListOptionsBuilder().withLimit(2L).build());
        var second = client.configMaps()
                .inNamespace("default")
                .list(new ListOptionsBuilder()
                        .withLimit(2L)
                        .withContinue(first.getMetadata().getContinue())
                        .build());

        assertThat(first.getItems()).hasSize(2);
        assertThat(first.getMetadata().getRemainingItemCount()).isEqualTo(1);
        assertThat(second.getItems())
                .extracting(item -> item.getMetadata().getName())
                .containsExactly("c");
        assertThat(second.getMetadata().getContinue()).isNullOrEmpty();
    }

    @Test
    void updateOfAnOlderState_isAConflict() {
        ConfigMap old = createConfigMap("a");
        client.configMaps()
                .inNamespace("default")
                .withName("a")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"k\":\"v\"}}");

        assertThat(client.configMaps()
                        .inNamespace("default")
                        .withName("a")
                        .get()
                        .getData())
                .isEqualTo(Map.of("k", "v"));
        expect(
                409,
                () -> client.resource(new ConfigMapBuilder(old)
                                .addToData("k", "other")
                                .build())
                        .update());
        expect(409, () -> createConfigMap("a"));
    }

    @Test
    void deletionOfAnotherUid_isAConflict() {
        api.karpenter(KarpenterState.DOWN);
        putNodeClaim("claim", "i-0abc");
        var claim =
                client.genericKubernetesResources(NODE_CLAIMS).withName("claim").get();

        expect(409, () -> deleteExactly("claim", "another"));
        deleteExactly("claim", claim.getMetadata().getUid());

        ObjectMeta metadata = client.genericKubernetesResources(NODE_CLAIMS)
                .withName("claim")
                .get()
                .getMetadata();
        assertThat(metadata.getDeletionTimestamp()).isNotNull();
        client.genericKubernetesResources(NODE_CLAIMS).withName("claim").edit(found -> {
            found.getMetadata().setFinalizers(List.of());
            return found;
        });
        assertThat(client.genericKubernetesResources(NODE_CLAIMS)
                        .withName("claim")
                        .get())
                .isNull();
    }

    @Test
    void watch_showsEveryChange() throws InterruptedException {
        createConfigMap("before");
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        String since =
                client.configMaps().inNamespace("default").list().getMetadata().getResourceVersion();

        try (var watch = client.configMaps()
                .inNamespace("default")
                .withResourceVersion(since)
                .watch(new Recorder(seen))) {
            assertThat(watch).isNotNull();
            createConfigMap("during");
            client.configMaps()
                    .inNamespace("default")
                    .withName("during")
                    .edit(found ->
                            new ConfigMapBuilder(found).addToData("k", "v").build());
            client.configMaps().inNamespace("default").withName("during").delete();

            for (String expected : List.of("ADDED during", "MODIFIED during", "DELETED during")) {
                assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo(expected);
            }
        }
    }

    @Test
    void informer_keepsUp() throws InterruptedException {
        createConfigMap("a");
        try (var informer = client.configMaps().inNamespace("default").inform()) {
            createConfigMap("b");

            waitUntil(() -> informer.getStore().list().size() == 2);
        }
    }

    @Test
    void refusedTokens_areUnauthorized() {
        for (String token : List.of("wrong", "")) {
            try (KubernetesClient stranger = client(token)) {
                expect(401, () -> stranger.nodes().list());
            }
        }
    }

    @Test
    void callerWithoutRole_isForbiddenInKubernetesWords() {
        try (KubernetesClient nobody = client("nobody")) {
            assertThatExceptionOfType(KubernetesClientException.class)
                    .isThrownBy(() -> nobody.nodes().list())
                    .satisfies(error -> assertThat(error.getCode()).isEqualTo(403))
                    .withMessageContaining("nodes is forbidden: User \"nobody\" cannot list resource \"nodes\" in API"
                            + " group \"\" at the cluster scope");
        }
        try (KubernetesClient reader = client("reader")) {
            assertThat(reader.namespaces().list().getItems()).hasSize(4);
            expect(403, () -> reader.namespaces().withName("default").delete());
        }
    }

    @Test
    void karpenterKinds_areUnknownUntilItIsInstalled() {
        expect(404, () -> client.genericKubernetesResources(NODE_CLAIMS).list());

        api.karpenter(KarpenterState.DOWN);

        assertThat(client.genericKubernetesResources(NODE_CLAIMS).list().getItems())
                .isEmpty();
        var deployment = client.apps()
                .deployments()
                .inNamespace("kube-system")
                .withName("karpenter")
                .get();
        assertThat(deployment.getStatus().getReadyReplicas()).isNull();
        assertThat(leaseRenewal())
                .isCloseTo(ZonedDateTime.now(ZoneOffset.UTC).minusMinutes(5), within(30, ChronoUnit.SECONDS));
    }

    @Test
    void aliveKarpenter_actsOnAnInterruption() throws InterruptedException {
        api.karpenter(KarpenterState.ALIVE);
        putNodeClaim("claim", "i-0abc");

        api.interrupt("i-0abc");

        waitUntil(
                () -> client.nodes().withName("node-i-0abc").get().getMetadata().getDeletionTimestamp() != null);
        var node = client.nodes().withName("node-i-0abc").get();
        assertThat(node.getSpec().getTaints())
                .extracting(taint -> taint.getKey() + ":" + taint.getEffect())
                .containsExactly("karpenter.sh/disrupted:NoSchedule");
        assertThat(node.getMetadata().getLabels())
                .containsEntry("node.kubernetes.io/exclude-from-external-load-balancers", "karpenter");
        assertThat(client.genericKubernetesResources(NODE_CLAIMS)
                        .withName("claim")
                        .get()
                        .getMetadata()
                        .getDeletionTimestamp())
                .isNotNull();
        assertThat(client.v1()
                        .events()
                        .inAnyNamespace()
                        .withField("involvedObject.name", "claim")
                        .list()
                        .getItems())
                .extracting(event -> event.getReason() + " by " + event.getReportingComponent())
                .containsExactlyInAnyOrder("SpotInterrupted by karpenter", "TerminatingOnInterruption by karpenter");
        assertThat(client.events().v1().events().inNamespace("default").list().getItems())
                .hasSize(4)
                .allSatisfy(event -> assertThat(event.getRegarding().getName()).isNotEmpty());
    }

    @Test
    void aliveKarpenter_goesOnWithANodeClaimThatSomeoneElseDeleted() throws InterruptedException {
        api.karpenter(KarpenterState.ALIVE);
        putNodeClaim("claim", "i-0abc");

        client.genericKubernetesResources(NODE_CLAIMS).withName("claim").delete();

        waitUntil(() -> client.nodes().withName("node-i-0abc").get().isMarkedForDeletion());
    }

    @Test
    void badParameters_areABadRequest() {
        expect(400, () -> client.raw("/api/v1/nodes?watch=true&resourceVersion=abc"));
        expect(400, () -> client.raw("/api/v1/nodes?limit=many"));
        expect(400, () -> client.raw("/api/v1/nodes?fieldSelector=spec.providerID%3Dx"));
    }

    @Test
    void removedKarpenter_leavesItsKinds() {
        api.karpenter(KarpenterState.ALIVE);
        api.karpenter(KarpenterState.ABSENT);

        assertThat(client.apps().deployments().inNamespace("kube-system").list().getItems())
                .isEmpty();
        assertThat(client.genericKubernetesResources(NODE_CLAIMS).list().getItems())
                .isEmpty();
    }

    @Test
    void idleKarpenter_renewsItsLeaseAndDoesNothing() throws InterruptedException {
        api.karpenter(KarpenterState.IDLE);
        putNodeClaim("claim", "i-0abc");
        ZonedDateTime first = leaseRenewal();

        api.interrupt("i-0abc");

        waitUntil(() -> leaseRenewal().isAfter(first));
        assertThat(client.genericKubernetesResources(NODE_CLAIMS)
                        .withName("claim")
                        .get()
                        .isMarkedForDeletion())
                .isFalse();
    }

    @Test
    void idleKarpenter_goesOnWithANodeClaimThatSomeoneElseDeleted() throws InterruptedException {
        api.karpenter(KarpenterState.IDLE);
        putNodeClaim("claim", "i-0abc");

        client.genericKubernetesResources(NODE_CLAIMS).withName("claim").delete();

        waitUntil(() ->
                client.genericKubernetesResources(NODE_CLAIMS).withName("claim").get() == null);
        assertThat(client.nodes().withName("node-i-0abc").get()).isNull();
    }

    @Test
    void downKarpenter_leavesADeletedNodeClaimAlone() {
        api.karpenter(KarpenterState.DOWN);
        putNodeClaim("claim", "i-0abc");
        client.genericKubernetesResources(NODE_CLAIMS).withName("claim").delete();
        var lease = client.leases()
                .inNamespace("kube-system")
                .withName("karpenter-leader-election")
                .get();
        assertThat(lease.getSpec().getHolderIdentity()).isNotEmpty();
        assertThat(lease.getSpec().getRenewTime())
                .isBefore(ZonedDateTime.now(ZoneOffset.UTC).minusMinutes(4));
        assertThat(client.nodes().withName("node-i-0abc").get().isMarkedForDeletion())
                .isFalse();
    }

    @Test
    void stoppedKarpenter_givesItsLeaseUp_andTheNextOneTakesIt() {
        api.karpenter(KarpenterState.ALIVE);
        api.karpenter(KarpenterState.STOPPED);
        var given = client.leases()
                .inNamespace("kube-system")
                .withName("karpenter-leader-election")
                .get()
                .getSpec();
        assertThat(given.getHolderIdentity()).isEmpty();
        assertThat(given.getLeaseDurationSeconds()).isEqualTo(1);

        api.karpenter(KarpenterState.ALIVE);
        var taken = client.leases()
                .inNamespace("kube-system")
                .withName("karpenter-leader-election")
                .get()
                .getSpec();
        assertThat(taken.getHolderIdentity()).isNotEmpty();
        assertThat(taken.getLeaseTransitions()).isEqualTo(given.getLeaseTransitions() + 1);
        assertThat(taken.getLeaseDurationSeconds()).isEqualTo(15);
    }

    @Test
    void karpenterScaledToNone_givesItsLeaseUp() throws InterruptedException {
        api.objects().put(Objects.yaml("{apiVersion: v1, kind: Node, metadata: {name: n}}"));
        client.load(new ByteArrayInputStream(
                        Resources.text("karpenter-controller.yaml").getBytes(UTF_8)))
                .items()
                .forEach(item -> client.resource(item).create());
        waitUntil(() -> api.karpenter() == KarpenterState.ALIVE);

        client.apps()
                .deployments()
                .inNamespace("kube-system")
                .withName("karpenter")
                .scale(0);

        waitUntil(() -> client.leases()
                .inNamespace("kube-system")
                .withName("karpenter-leader-election")
                .get()
                .getSpec()
                .getHolderIdentity()
                .isEmpty());
        assertThat(api.karpenter()).isEqualTo(KarpenterState.DOWN);
    }

    @Test
    void interruptionQueue_isTheOneThatTheDeploymentNames() {
        assertThat(api.readsQueueOfCluster()).isFalse();
        api.karpenter(KarpenterState.ALIVE);
        assertThat(api.readsQueueOfCluster()).isTrue();
        assertThat(api.interruptionQueue()).isEmpty();

        api.interruptionQueue("wrong");
        assertThat(api.readsQueueOfCluster()).isFalse();
        assertThat(api.interruptionQueue()).contains("wrong");
    }

    @Test
    void evictionByClient_isRefusedWithTheBudgetsReason() {
        api.objects().put(Objects.yaml("{apiVersion: v1, kind: Node, metadata: {name: n}}"));
        api.objects().put(Objects.yaml("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {nodeName: n}}"));
        api.objects().put(Objects.yaml("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: all}
                spec: {minAvailable: 1, selector: {}}
                """));
        api.settle();
        String path = "/api/v1/namespaces/default/pods/web/eviction";
        Map<String, Object> eviction =
                Map.of("apiVersion", "policy/v1", "kind", "Eviction", "metadata", Map.of("name", "web"));

        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(() -> client.raw(path, "POST", eviction))
                .satisfies(error -> assertThat(error.getCode()).isEqualTo(429))
                .satisfies(error -> assertThat(error.getStatus().getDetails().getCauses())
                        .extracting(cause -> cause.getReason() + ": " + cause.getMessage())
                        .containsExactly("DisruptionBudget: The disruption budget all needs 1 healthy pods and has 1"
                                + " currently"));
        expect(400, () -> client.raw(path.replace("web", "other"), "POST", eviction));
        expect(405, () -> client.raw(path, "PUT", eviction));
        try (KubernetesClient reader = client("reader")) {
            assertThatExceptionOfType(KubernetesClientException.class)
                    .isThrownBy(() -> reader.raw(path, "POST", eviction))
                    .withMessageContaining("pods \"web\" is forbidden: User \"reader\" cannot create resource"
                            + " \"pods/eviction\" in API group \"\" in the namespace \"default\"");
        }

        api.objects().delete("policy/v1", "PodDisruptionBudget", "default", "all");
        assertThat(client.raw(path, "POST", eviction)).contains("\"status\":\"Success\"", "\"code\":201");
        assertThat(client.pods().inNamespace("default").withName("web").get().isMarkedForDeletion())
                .isTrue();
    }

    @Test
    void podsOfANode_areListedInPages() {
        for (String name : List.of("a", "b", "c")) {
            api.objects().put(Objects.yaml("{apiVersion: v1, kind: Node, metadata: {name: %s}}".formatted(name)));
            for (String pod : List.of("1", "2")) {
                api.objects()
                        .put(Objects.yaml("{apiVersion: v1, kind: Pod, metadata: {name: %s-%s}, spec: {nodeName: %s}}"
                                .formatted(name, pod, name)));
            }
        }
        assertThat(client.pods()
                        .inAnyNamespace()
                        .list(new ListOptionsBuilder()
                                .withResourceVersion("0")
                                .withFieldSelector("spec.nodeName=b")
                                .build())
                        .getItems())
                .extracting(pod -> pod.getMetadata().getName())
                .containsExactly("b-1", "b-2");
        var first = client.pods()
                .inAnyNamespace()
                .list(new ListOptionsBuilder()
                        .withLimit(1L)
                        .withFieldSelector("spec.nodeName=b")
                        .build());
        assertThat(client.pods()
                        .inAnyNamespace()
                        .list(new ListOptionsBuilder()
                                .withLimit(1L)
                                .withFieldSelector("spec.nodeName=b")
                                .withContinue(first.getMetadata().getContinue())
                                .build())
                        .getItems())
                .extracting(pod -> pod.getMetadata().getName())
                .containsExactly("b-2");
        assertThat(client.nodes()
                        .list(new ListOptionsBuilder()
                                .withResourceVersion("0")
                                .withLimit(2L)
                                .build())
                        .getItems())
                .hasSize(2);
    }

    private void deleteExactly(String name, String uid) {
        client.raw(
                "/apis/karpenter.sh/v1/nodeclaims/" + name,
                "DELETE",
                Map.of("kind", "DeleteOptions", "apiVersion", "v1", "preconditions", Map.of("uid", uid)));
    }

    private ZonedDateTime leaseRenewal() {
        return client.leases()
                .inNamespace("kube-system")
                .withName("karpenter-leader-election")
                .get()
                .getSpec()
                .getRenewTime();
    }

    private void putNodeClaim(String name, String instanceId) {
        api.objects().put(Objects.yaml("""
                apiVersion: karpenter.sh/v1
                kind: NodeClaim
                metadata: {name: %s, finalizers: [karpenter.sh/termination]}
                status: {providerID: "aws:///eu-west-1a/%s"}
                """.formatted(name, instanceId)));
        api.objects().put(Objects.yaml("""
                apiVersion: v1
                kind: Node
                metadata: {name: node-%s, finalizers: [karpenter.sh/termination]}
                spec: {providerID: "aws:///eu-west-1a/%s"}
                """.formatted(instanceId, instanceId)));
        // Until it has moved, the node stays.
        api.objects().put(Objects.yaml("""
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec: {nodeName: node-%s}
                """.formatted(instanceId)));
    }

    private ConfigMap createConfigMap(String name) {
        return client.resource(configMap(name)).create();
    }

    private static ConfigMap configMap(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .build();
    }

    private KubernetesClient client(String token) {
        return TestApi.client(api, token);
    }

    private static void expect(int code, Runnable call) {
        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(call::run)
                .satisfies(error -> assertThat(error.getCode()).isEqualTo(code));
    }

    private static void waitUntil(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            Thread.sleep(100);
        }
    }

    private record Recorder(BlockingQueue<String> seen) implements Watcher<ConfigMap> {
        @Override
        public void eventReceived(Action action, ConfigMap resource) {
            seen.add(action + " " + resource.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {
            seen.add("closed by " + cause);
        }
    }
}
