package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlayedNodeTest {
    private final PodCluster cluster = new PodCluster();
    private final PlayedNode node = PlayedNode.spot("a", "i-1", "us-east-1a");

    @BeforeEach
    void kinds() {
        cluster.put(Resources.text("/charts/karpenter-crd/templates/kinds.yaml"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DAEMON_SET")
    void pods_runOnTheirNodeAndStayAsTheyAre(PodKind kind) {
        node.with(kind, "web", 3).putInto(cluster.objects);
        cluster.settle();
        cluster.settle();
        assertThat(cluster.podNames()).containsExactly("web-a-1", "web-a-2", "web-a-3");
        assertThat(cluster.pods()).allMatch(pod -> pod.isOn("a") && pod.isReady());
    }

    @Test
    void daemonSet_getsOnePodOnEachNode() {
        node.with(PodKind.DAEMON_SET, "agent", 1).putInto(cluster.objects);
        PlayedNode.spot("b", "i-2", "us-east-1b")
                .with(PodKind.DAEMON_SET, "agent", 1)
                .putInto(cluster.objects);
        cluster.settle();
        assertThat(cluster.pods()).extracting(Pod::nodeName).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void applicationOnTwoNodes_isOne() {
        node.with(PodKind.REPLICA_SET, "web", 2).putInto(cluster.objects);
        PlayedNode.spot("b", "i-2", "us-east-1b")
                .with(PodKind.REPLICA_SET, "web", 1)
                .putInto(cluster.objects);
        cluster.settle();
        assertThat(cluster.pods()).hasSize(3);
        assertThat(cluster.objects
                        .get("apps/v1", "ReplicaSet", "default", "web")
                        .orElseThrow()
                        .at("/spec/replicas")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void karpenterKnowsTheNodeByItsInstance() {
        node.putInto(cluster.objects);
        var claim = cluster.objects.get("karpenter.sh/v1", "NodeClaim", "", "a").orElseThrow();
        assertThat(claim.at("/status/providerID").asString()).isEqualTo("aws:///us-east-1a/i-1");
        assertThat(Nodes.byProviderId(cluster.storage)).containsOnlyKeys("aws:///us-east-1a/i-1");
    }
}
