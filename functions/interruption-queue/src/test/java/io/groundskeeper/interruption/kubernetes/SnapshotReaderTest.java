package io.groundskeeper.interruption.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotReaderTest {

    private static final Instant NOW = Instant.parse("2026-11-30T10:00:30Z");
    private static final String NODES = "/api/v1/nodes";
    private static final String CLAIMS = "/apis/karpenter.sh/v1/nodeclaims";
    private static final String LEASE = "/apis/coordination.k8s.io/v1/namespaces/%s/leases/karpenter-leader-election";

    private final ApiServer server = new ApiServer();

    @BeforeEach
    void emptyCluster() {
        nodes("");
        claims("");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void nodesAndClaims_areReadInOneListEach() {
        nodes("""
                {"metadata":{"name":"n1","labels":{"karpenter.sh/nodepool":"default"},
                  "deletionTimestamp":"2026-11-30T10:00:03Z"},
                 "spec":{"providerID":"aws:///us-east-1a/i-1","taints":[{"key":"karpenter.sh/disrupted","effect":"NoSchedule"}]}},
                {"metadata":{"name":"n2"},"spec":{"taints":[{"key":"other","effect":"NoSchedule"}]}},
                {"metadata":{"name":"n3"}}""");
        claims("""
                {"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"c1",
                  "labels":{"karpenter.sh/nodepool":"default"},"deletionTimestamp":"2026-11-30T10:00:02Z"},
                 "status":{"providerID":"aws:///us-east-1a/i-1"}},
                {"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"c2"}},
                {"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"c3"},"status":{"providerID":7}}""");

        var snapshot = read();

        var first = snapshot.nodes().getFirst();
        assertThat(first.providerId()).isEqualTo("aws:///us-east-1a/i-1");
        assertThat(first.disrupted()).isTrue();
        assertThat(first.deletedAt()).contains(Instant.parse("2026-11-30T10:00:03Z"));
        assertThat(snapshot.nodes()).extracting(ClusterSnapshot.Node::disrupted).containsExactly(true, false, false);
        assertThat(snapshot.claims())
                .extracting(ClusterSnapshot.Claim::providerId)
                .containsExactly("aws:///us-east-1a/i-1", "", "");
        assertThat(snapshot.claims().getFirst().deletedAt()).contains(Instant.parse("2026-11-30T10:00:02Z"));
        assertThat(snapshot.claims().getFirst().nodePool()).contains("default");
        assertThat(server.paths()).containsOnlyOnce(NODES, CLAIMS);
    }

    @Test
    void clusterWithoutKarpenter_hasNoClaims() {
        server.with(CLAIMS, 404, ApiServer.status(404));

        var snapshot = read();

        assertThat(snapshot.claims()).isEmpty();
        assertThat(snapshot.controller().state()).isEqualTo(State.UNKNOWN);
        assertThat(snapshot.controller().words()).contains("no lease", "kube-system or karpenter");
    }

    @ParameterizedTest
    @ValueSource(strings = {NODES, CLAIMS})
    void forbiddenList_isAFailure(String path) {
        server.with(path, 403, ApiServer.status(403));

        assertThatThrownBy(this::read)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(403));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T10:00:25.123456Z, pod-1, ALIVE",
        "2026-11-30T10:00:00.500000Z, pod-1, ALIVE",
        "2026-11-30T09:59:59.000000Z, pod-1, DOWN",
        "2026-11-30T10:00:25.000000Z, '', UNKNOWN",
        "2026-11-30T09:00:00.000000Z, '', DOWN",
        "2026-11-30T10:00:40.000000Z, pod-1, ALIVE"
    })
    void lease_tellsWhetherKarpenterRuns(String renewed, String holder, State expected) {
        lease("kube-system", """
                {"holderIdentity":"%s","leaseDurationSeconds":15,"renewTime":"%s"}""".formatted(holder, renewed));

        assertThat(read().controller().state()).isEqualTo(expected);
    }

    @Test
    void leaseOfTheOtherNamespace_isFoundToo() {
        lease("karpenter", "{\"holderIdentity\":\"pod-1\",\"renewTime\":\"2026-11-30T10:00:25.000000Z\"}");

        assertThat(read().controller().state()).isEqualTo(State.ALIVE);
        assertThat(read().controller().words()).contains("karpenter/karpenter-leader-election", "5 s ago");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"holderIdentity\":\"pod-1\"}"})
    void leaseThatWasNeverRenewed_isNotKnown(String spec) {
        lease("kube-system", spec);

        assertThat(read().controller().state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void forbiddenLease_isNotKnownAndSaysSo() {
        server.with(LEASE.formatted("kube-system"), 403, ApiServer.status(403));

        assertThat(read().controller().state()).isEqualTo(State.UNKNOWN);
        assertThat(read().controller().words()).contains("may not read", "403");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T10:00:25.000000Z, pod-1, 2, ALIVE",
        "2026-11-30T10:00:25.000000Z, pod-1, 0, DOWN",
        "2026-11-30T10:00:25.000000Z, '', 1, ALIVE",
        "2026-11-30T10:00:25.000000Z, '', 0, DOWN",
        "2026-11-30T09:00:00.000000Z, pod-1, 2, DOWN"
    })
    void deployment_saysWhatTheLeaseDoesNot(String renewed, String holder, int ready, State expected) {
        lease("karpenter", """
                {"holderIdentity":"%s","renewTime":"%s"}""".formatted(holder, renewed));
        deployment("karpenter", "\"readyReplicas\":" + ready);

        assertThat(read().controller().state()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"env\":[{\"name\":\"DISABLE_LEADER_ELECTION\",\"value\":\"true\"}] | 1 | ALIVE",
                "\"args\":[\"--disable-leader-election\"] | 1 | ALIVE",
                "\"env\":[{\"name\":\"DISABLE_LEADER_ELECTION\",\"value\":\"true\"}] | 0 | DOWN",
                "\"env\":[{\"name\":\"DISABLE_LEADER_ELECTION\",\"value\":\"false\"}] | 1 | DOWN",
                "\"env\":[{\"name\":\"DISABLE_LEADER_ELECTION\"}] | 1 | DOWN"
            })
    void leaseLeftFromBeforeElectionWasSwitchedOff_saysNothing(String container, int ready, State expected) {
        lease("kube-system", "{\"holderIdentity\":\"pod-1\",\"renewTime\":\"2026-11-29T10:00:00.000000Z\"}");
        deployment(
                "kube-system",
                "\"readyReplicas\":%d},\"spec\":{\"template\":{\"spec\":{\"containers\":[{%s}]}}"
                        .formatted(ready, container));

        assertThat(read().controller().state()).isEqualTo(expected);
    }

    @Test
    void deploymentWithoutLease_isAliveWhenReady() {
        deployment("karpenter", "\"readyReplicas\":1");

        assertThat(read().controller().state()).isEqualTo(State.ALIVE);
    }

    @Test
    void deploymentThatNeverHadAReadyReplica_isDown() {
        deployment("kube-system", "");

        assertThat(read().controller().state()).isEqualTo(State.DOWN);
        assertThat(read().controller().words()).contains("kube-system/karpenter", "no ready replica");
    }

    @Test
    void deploymentOfAnotherNamespaceThanTheLeases_isNotLookedAt() {
        lease("kube-system", "{\"holderIdentity\":\"pod-1\",\"renewTime\":\"2026-11-30T10:00:25.000000Z\"}");
        deployment("karpenter", "\"readyReplicas\":0");

        assertThat(read().controller().state()).isEqualTo(State.ALIVE);
    }

    @Test
    void forbiddenDeployments_leaveTheLease() {
        lease("kube-system", "{\"holderIdentity\":\"pod-1\",\"renewTime\":\"2026-11-30T10:00:25.000000Z\"}");
        server.with("/apis/apps/v1/namespaces/kube-system/deployments", 403, ApiServer.status(403));

        assertThat(read().controller().state()).isEqualTo(State.ALIVE);
    }

    @Test
    void forbiddenLeaseAndReadyDeployment_isAlive() {
        server.with(LEASE.formatted("kube-system"), 403, ApiServer.status(403));
        deployment("kube-system", "\"readyReplicas\":2");

        assertThat(read().controller().state()).isEqualTo(State.ALIVE);
    }

    @Test
    void lists_areTakenFromTheApiServersMemory() {
        read();

        assertThat(server.queries().stream().filter("resourceVersion=0"::equals))
                .hasSize(2);
    }

    private void deployment(String namespace, String status) {
        server.with("/apis/apps/v1/namespaces/%s/deployments".formatted(namespace), 200, """
                {"kind":"DeploymentList","apiVersion":"apps/v1","items":[{"kind":"Deployment","apiVersion":"apps/v1",
                 "metadata":{"name":"karpenter"},"status":{%s}}]}""".formatted(status));
    }

    private ClusterSnapshot read() {
        var config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.url())
                .withRequestRetryBackoffLimit(0)
                .build();
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            return new SnapshotReader(Clock.fixed(NOW, ZoneOffset.UTC)).read(client);
        }
    }

    private void nodes(String items) {
        server.with(NODES, 200, "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[" + items + "]}");
    }

    private void claims(String items) {
        server.with(
                CLAIMS,
                200,
                "{\"kind\":\"NodeClaimList\",\"apiVersion\":\"karpenter.sh/v1\",\"items\":[" + items + "]}");
    }

    private void lease(String namespace, String spec) {
        server.with(LEASE.formatted(namespace), 200, """
                {"kind":"Lease","apiVersion":"coordination.k8s.io/v1",
                 "metadata":{"name":"karpenter-leader-election","namespace":"%s"},"spec":%s}""".formatted(namespace, spec));
    }
}
