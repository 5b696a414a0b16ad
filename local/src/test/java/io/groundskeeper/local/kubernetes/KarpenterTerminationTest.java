package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

    private final Ticking clock = new Ticking();
    private final Storage storage = new Storage();
    private final ResourceTypes types = new ResourceTypes(storage);
    private final Deletions deletions = new Deletions(storage, clock);
    private final ObjectStore objects = new ObjectStore(storage, types, deletions, clock);
    private final Registry registry = new Registry(storage, deletions, clock);
    private final FakeCloud cloud = new FakeCloud();
    private final KarpenterActions actions = new KarpenterActions(storage, types, deletions, objects, clock);
    private final KarpenterTermination termination =
            new KarpenterTermination(storage, types, registry, deletions, cloud, clock);

    @BeforeEach
    void create() {
        Documents.readAll(Resources.text("/charts/karpenter-crd/templates/kinds.yaml"))
                .forEach(objects::put);
        objects.put(Objects.yaml("{apiVersion: v1, kind: Namespace, metadata: {name: default}}"));
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
    void nodeWithPods_goesWhenTheyHaveMoved() {
        objects.put(Objects.yaml("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {nodeName: n}}"));
        delete("NodeClaim", "karpenter.sh/v1", "a");
        tick();
        tick();
        assertThat(cloud.terminated).isEmpty();
        clock.pass(Duration.ofSeconds(20));
        tick();
        assertThat(cloud.terminated).containsExactly("i-1");
        assertThat(there("Node", "v1", "n")).isFalse();
        assertThat(storage.list("pods", null)).isEmpty();
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

    private void tick() {
        actions.terminate();
        termination.reconcile();
    }

    private void delete(String kind, String apiVersion, String name) {
        deletions.delete(types.byKind(apiVersion, kind).orElseThrow(), "", name, DeleteOptions.background());
    }

    private boolean there(String kind, String apiVersion, String name) {
        return objects.get(apiVersion, kind, "", name).isPresent();
    }
}
