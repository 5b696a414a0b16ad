package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DeploymentControllerTest {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: kube-system}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  nodeSelector: {kubernetes.io/os: linux}
                  tolerations: [{key: CriticalAddonsOnly, operator: Exists}]
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                          - matchExpressions: [{key: karpenter.sh/nodepool, operator: DoesNotExist}]
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname}]
                  containers: [{name: one, image: "a:1"}]
            """;

    private final Ticking clock = new Ticking();
    private final Storage storage = new Storage();
    private final ResourceTypes types = new ResourceTypes(storage);
    private final Deletions deletions = new Deletions(storage, clock);
    private final Registry registry = new Registry(storage, deletions, clock);
    private final ObjectStore objects = new ObjectStore(storage, types, deletions, clock);
    private final FakeCloud cloud = new FakeCloud();
    private final DeploymentController controller =
            new DeploymentController(storage, registry, deletions, cloud, clock);
    private final ResourceType type = types.byKind("apps/v1", "Deployment").orElseThrow();

    @BeforeEach
    void cluster() {
        InitialObjects.put(objects);
        registry.create(type, "kube-system", Objects.yaml(DEPLOYMENT), Write.by("test"));
    }

    @Test
    void deployment_becomesAvailableASecondAfterItsCreation() {
        node("a", "{}");
        node("b", "{}");
        controller.reconcile("");
        assertThat(status().isMissingNode()).isTrue();

        settle();

        assertThat(status().path("observedGeneration").asInt()).isEqualTo(1);
        assertThat(status().path("readyReplicas").asInt()).isEqualTo(2);
        assertThat(condition("Available").path("status").asString()).isEqualTo("True");
        ObjectNode set = storage.list("replicasets.apps", "kube-system").getFirst();
        assertThat(set.at("/status/readyReplicas").asInt()).isEqualTo(2);
        assertThat(set.at("/spec/template/spec")).isEqualTo(deployment().at("/spec/template/spec"));
        long revision = storage.revision();
        settle();
        assertThat(storage.revision()).as("nothing more to write").isEqualTo(revision);
    }

    @Test
    void tooFewNodes_runFewerReplicas() {
        node("a", "{}");

        settle();

        assertThat(status().path("readyReplicas").asInt()).isEqualTo(1);
        assertThat(status().path("unavailableReplicas").asInt()).isEqualTo(1);
        assertThat(condition("Available").path("reason").asString()).isEqualTo("MinimumReplicasUnavailable");
        node("b", "{}");
        settle();
        assertThat(condition("Available").path("status").asString()).isEqualTo("True");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{spec: {unschedulable: true}}",
                "{spec: {taints: [{key: a, effect: NoSchedule}]}}",
                "{metadata: {labels: {karpenter.sh/nodepool: default}}}",
                "{metadata: {labels: {kubernetes.io/os: windows}}}",
                "{status: {conditions: [{type: Ready, status: Unknown}]}}"
            })
    void unfitNode_runsNothing(String node) {
        node("a", node);

        settle();

        assertThat(status().has("readyReplicas")).isFalse();
    }

    @Test
    void toleratedTaint_isNoHindrance() {
        node("a", "{spec: {taints: [{key: CriticalAddonsOnly, effect: NoSchedule}]}}");

        settle();

        assertThat(status().path("readyReplicas").asInt()).isEqualTo(1);
    }

    @Test
    void fargate_runsWhatItsProfilesSelect() {
        cloud.fargateNamespaces.add("kube-system");

        settle();

        assertThat(status().path("readyReplicas").asInt()).isEqualTo(2);
    }

    @Test
    void changedTemplate_isRolledOut() {
        node("a", "{}");
        settle();
        patch("{'spec':{'replicas':0,'template':{'metadata':{'labels':{'x':'y'}}}}}");

        settle();

        assertThat(status().path("observedGeneration").asInt()).isEqualTo(2);
        assertThat(status().has("readyReplicas")).isFalse();
        assertThat(storage.list("replicasets.apps", null)).hasSize(1);
        deletions.delete(type, "kube-system", "web", DeleteOptions.background());
        settle();
        assertThat(storage.list("replicasets.apps", null)).isEmpty();
    }

    @Test
    void preparedStatus_staysUntilTheDeploymentChanges() {
        ObjectNode prepared = Objects.yaml(DEPLOYMENT.replace("name: web,", "name: ready,"));
        prepared.putObject("status").put("readyReplicas", 2);
        objects.put(prepared);

        settle();

        assertThat(registry.get(type, "kube-system", "ready")
                        .at("/status/readyReplicas")
                        .asInt())
                .isEqualTo(2);
    }

    private void settle() {
        controller.reconcile("");
        clock.pass(Duration.ofSeconds(1));
        controller.reconcile("");
    }

    private void node(String name, String more) {
        ObjectNode node = Objects.yaml(more);
        node.put("apiVersion", "v1").put("kind", "Node");
        node.withObjectProperty("metadata").put("name", name);
        objects.put(node);
    }

    private void patch(String patch) {
        registry.patch(
                type,
                "kube-system",
                "web",
                found -> MergePatch.apply(found, Objects.json(patch)),
                Registry.Part.MAIN,
                Write.by("test"));
    }

    private ObjectNode deployment() {
        return registry.get(type, "kube-system", "web");
    }

    private JsonNode status() {
        return deployment().path("status");
    }

    private JsonNode condition(String name) {
        return status().path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
