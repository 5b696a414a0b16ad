package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class KarpenterTerminationTest {
    private static final String CLAIM = """
            apiVersion: karpenter.sh/v1
            kind: NodeClaim
            metadata: {name: a}
            spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}}
            status: {providerID: aws:///us-east-1a/i-1}
            """;

    private static final String NODE_CLASS = """
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata: {name: default}
            spec:
              role: nodes
              amiSelectorTerms: [{alias: al2023@v1}]
              subnetSelectorTerms: [{id: subnet-1}]
              securityGroupSelectorTerms: [{id: sg-1}]
            """;

    private final PodCluster cluster = new PodCluster();
    private final ResourceTypes types = cluster.types;
    private final Deletions deletions = cluster.deletions;
    private final ObjectStore objects = cluster.objects;
    private final FakeCloud cloud = new FakeCloud();
    private final KarpenterActions actions =
            new KarpenterActions(cluster.storage, types, deletions, objects, cluster.clock);
    private final KarpenterTermination termination = new KarpenterTermination(
            cluster.storage,
            types,
            cluster.registry,
            new KarpenterDrain(cluster.storage, cluster.evictions, deletions, cluster.clock),
            cloud,
            cluster.clock);

    @BeforeEach
    void create() {
        Documents.readAll(Resources.text("/charts/karpenter-crd/templates/kinds.yaml"))
                .forEach(objects::put);
        objects.put(Objects.yaml(NODE_CLASS));
        objects.put(Objects.yaml(
                "{apiVersion: v1, kind: Node, metadata: {name: n}, spec: {providerID: 'aws:///us-east-1a/i-1'}}"));
        objects.put(Objects.yaml(CLAIM));
        cloud.profiles.add("default");
        tick();
    }

    @Test
    void deletedClaim_endsItsInstanceAndTakesItsNodeAlong() {
        delete("NodeClaim", "karpenter.sh/v1", "a");
        assertThat(there("NodeClaim", "karpenter.sh/v1", "a")).isTrue();
        tick();
        assertThat(cloud.terminated).containsExactly("i-1");
        assertThat(there("NodeClaim", "karpenter.sh/v1", "a")).isFalse();
        assertThat(there("Node", "v1", "n")).isFalse();
    }

    @Test
    void nodeWithPods_goesWhenTheyHaveEnded() {
        pod("web", "{}", "");
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        assertThat(cluster.pod("web").metadata().terminating()).isTrue();
        assertThat(cloud.terminated).isEmpty();
        pass(2);
        assertThat(cloud.terminated).containsExactly("i-1");
        assertThat(there("Node", "v1", "n")).isFalse();
        assertThat(cluster.podNames()).isEmpty();
    }

    @Test
    void podsThatNeedNotGo_areLeftAlone() {
        pod("mirror", "{ownerReferences: [{apiVersion: v1, kind: Node, name: n, uid: u}]}", "");
        pod("tolerating", "{}", "tolerations: [{operator: Exists}]");
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        assertThat(cloud.terminated).containsExactly("i-1");
        assertThat(cluster.podNames()).containsExactly("mirror", "tolerating");
        assertThat(cluster.pods()).noneMatch(pod -> pod.metadata().terminating());
    }

    @Test
    void budgetInTheWay_isWaitedFor() {
        pod("web", "{labels: {app: web}}", "");
        cluster.put("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: all}
                spec: {minAvailable: 1, selector: {}}
                """);
        cluster.settle();
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        pass(600);
        assertThat(cluster.pod("web").metadata().terminating()).isFalse();
        assertThat(cloud.terminated).isEmpty();

        cluster.objects.delete("policy/v1", "PodDisruptionBudget", "default", "all");
        tick();
        pass(2);
        assertThat(cloud.terminated).containsExactly("i-1");
    }

    @Test
    void criticalPods_goLast() {
        pod("critical", "{}", "priorityClassName: system-node-critical");
        pod("web", "{}", "");
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        assertThat(cluster.pod("critical").metadata().terminating()).isFalse();
        assertThat(cluster.pod("web").metadata().terminating()).isTrue();
        pass(2);
        assertThat(cluster.podNames()).containsExactly("critical");
        assertThat(cluster.pod("critical").metadata().terminating()).isTrue();
    }

    @Test
    void podThatIsNotToBeDisrupted_isWaitedFor_forEverOrForSoLong() {
        pod("always", "{annotations: {karpenter.sh/do-not-disrupt: 'true'}}", "");
        pod("young", "{annotations: {karpenter.sh/do-not-disrupt: 5m}}", "");
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        assertThat(cluster.pods()).noneMatch(pod -> pod.metadata().terminating());
        pass(300);
        pass(2);
        assertThat(cluster.podNames()).containsExactly("always");
        assertThat(cloud.terminated).isEmpty();
    }

    @Test
    void gracePeriodOfTheNodeClaim_overridesBudgetsAndMarks() {
        cluster.put(CLAIM.replace("spec: {", "spec: {terminationGracePeriod: 2m0s, "));
        tick();
        pod("always", "{annotations: {karpenter.sh/do-not-disrupt: 'true'}}", "");
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        pass(80);
        assertThat(cluster.pod("always").metadata().terminating()).isFalse();
        pass(15);
        assertThat(cluster.pod("always")
                        .metadata()
                        .node()
                        .path("deletionGracePeriodSeconds")
                        .asInt())
                .isEqualTo(25);
        pass(30);
        assertThat(cloud.terminated).containsExactly("i-1");
    }

    @Test
    void deletedNodeClass_keepsItsProfileUntilItsLastClaimIsGone() {
        delete("EC2NodeClass", "karpenter.k8s.aws/v1", "default");
        tick();
        assertThat(cloud.profiles).containsExactly("default");
        assertThat(there("EC2NodeClass", "karpenter.k8s.aws/v1", "default")).isTrue();
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        tick();
        assertThat(cloud.profiles).isEmpty();
        assertThat(there("EC2NodeClass", "karpenter.k8s.aws/v1", "default")).isFalse();
    }

    private void pod(String name, String metadata, String spec) {
        ObjectNode pod = Objects.yaml("{apiVersion: v1, kind: Pod, spec: {nodeName: n, %s}}".formatted(spec));
        pod.set("metadata", Objects.yaml(metadata).put("name", name));
        objects.put(pod);
        cluster.settle();
    }

    private void tick() {
        actions.terminate();
        termination.reconcile();
        cluster.settle();
    }

    private void pass(long seconds) {
        cluster.clock.pass(Duration.ofSeconds(seconds));
        cluster.settle();
        tick();
    }

    private void delete(String kind, String apiVersion, String name) {
        deletions.delete(types.byKind(apiVersion, kind).orElseThrow(), "", name, DeleteOptions.background());
    }

    private boolean there(String kind, String apiVersion, String name) {
        return objects.get(apiVersion, kind, "", name).isPresent();
    }
}
