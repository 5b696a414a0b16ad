package io.groundskeeper.interruption.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.cluster.ClusterCalls.Applied;
import io.groundskeeper.interruption.cluster.Eviction;
import io.groundskeeper.interruption.cluster.NodeMark;
import io.groundskeeper.interruption.cluster.Pod;
import io.groundskeeper.interruption.cluster.Taint;
import io.groundskeeper.interruption.cluster.Toleration;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import tools.jackson.databind.JsonNode;

/** What goes over the wire, and what is made of the answers. */
class ApiCallsTest {

    private static final String POD = "/api/v1/namespaces/shop/pods/web-1";
    private static final String EVICTION = POD + "/eviction";
    private static final String CLAIM = "/apis/karpenter.sh/v1/nodeclaims/c1";
    private static final String NODE = "/api/v1/nodes/n1";

    private final ApiServer server = new ApiServer();
    private final ApiCalls calls = calls();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eviction_asksForThisPodOnly() {
        server.with(EVICTION, 201, "{\"kind\":\"Status\",\"status\":\"Success\"}");

        assertThat(calls.evict(pod())).isEqualTo(new Eviction.Accepted());
        assertThat(server.methods()).containsExactly("POST");
        assertThat(body()).isEqualTo(Json.read("""
                {"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"web-1","namespace":"shop"},
                 "deleteOptions":{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u1"}}}"""));
    }

    @Test
    void triedEviction_isADryRun() {
        server.with(EVICTION, 201, "{}");
        calls.tryEviction(pod());

        assertThat(body().at("/deleteOptions/dryRun").toString()).isEqualTo("[\"All\"]");
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 409})
    void podThatIsGoneOrAnother_isGone(int status) {
        server.with(EVICTION, status, ApiServer.status(status));

        assertThat(calls.evict(pod())).isEqualTo(new Eviction.Gone());
    }

    @Test
    void budgetInTheWay_isNamedAndAskedOnce() {
        server.with(EVICTION, 429, """
                {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","code":429,
                 "message":"Cannot evict pod as it would violate the pod's disruption budget.",
                 "details":{"causes":[{"reason":"DisruptionBudget",
                   "message":"The disruption budget web needs 2 healthy pods and has 2 currently"}]}}""");

        assertThat(calls.evict(pod()))
                .isEqualTo(new Eviction.Blocked(
                        "The disruption budget web needs 2 healthy pods and has 2 currently", Optional.empty()));
        assertThat(server.paths()).hasSize(1);
    }

    @Test
    void budgetThatIsStillProcessed_saysWhenToAskAgain() {
        server.with(EVICTION, 429, """
                {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","code":429,
                 "message":"Cannot evict pod as it would violate the pod's disruption budget.",
                 "details":{"retryAfterSeconds":10,"causes":[{"reason":"DisruptionBudget",
                   "message":"The disruption budget web is still being processed by the server."}]}}""");

        assertThat(calls.evict(pod()))
                .isEqualTo(new Eviction.Blocked(
                        "The disruption budget web is still being processed by the server.",
                        Optional.of(Duration.ofSeconds(10))));
    }

    @Test
    void busyApiServer_isNoBudget() {
        server.with(EVICTION, 429, "Too many requests, please try again later.\n");

        assertThat(calls.evict(pod()))
                .isEqualTo(new Eviction.Blocked("the API server has too many requests", Optional.empty()));
        assertThat(server.paths()).hasSize(1);
    }

    @Test
    void twoBudgets_block() {
        server.with(
                EVICTION,
                500,
                status(
                        500,
                        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."));

        assertThat(calls.evict(pod()))
                .isInstanceOfSatisfying(
                        Eviction.Blocked.class,
                        blocked -> assertThat(blocked.why()).contains("more than one PodDisruptionBudget"));
    }

    @Test
    void otherServerError_isThrownAndAskedOnce() {
        server.with(EVICTION, 500, status(500, "etcdserver: request timed out"));

        assertThatThrownBy(() -> calls.evict(pod()))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("etcdserver");
        assertThat(server.paths()).hasSize(1);
    }

    @Test
    void missingRight_isThrownWithItsName() {
        server.with(
                EVICTION,
                403,
                status(
                        403,
                        "pods \\\"web-1\\\" is forbidden: User \\\"gk\\\" cannot create resource \\\"pods/eviction\\\" in API group \\\"\\\" in the namespace \\\"shop\\\""));

        assertThatThrownBy(() -> calls.evict(pod()))
                .isInstanceOf(KubernetesUnavailableException.class)
                .hasMessageContaining("cannot create resource \"pods/eviction\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admission webhook policy.example denied the request: not in business hours",
                "poddisruptionbudget web is forbidden: pdb disruptions allowed is negative"
            })
    void refusalOfThisPod_blocksThisPod(String message) {
        server.with(EVICTION, 403, status(403, message));

        assertThat(calls.evict(pod())).isEqualTo(new Eviction.Blocked(message, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"200, DONE", "404, GONE", "409, GONE"})
    void nodeClaim_isDeletedIfItIsThisOne(int status, Applied expected) {
        server.with(CLAIM, status, status == 200 ? "{}" : ApiServer.status(status));

        assertThat(calls.deleteNodeClaim("c1", "u2")).isEqualTo(expected);
        assertThat(server.methods()).containsExactly("DELETE");
        assertThat(body()).isEqualTo(Json.read("""
                {"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"u2"}}"""));
    }

    @Test
    void nodeClaimThatMayNotBeDeleted_isThrownWithTheRight() {
        server.with(CLAIM, 403, status(403, "cannot delete resource \\\"nodeclaims\\\""));

        assertThatThrownBy(() -> calls.deleteNodeClaim("c1", "u2"))
                .isInstanceOf(KubernetesUnavailableException.class)
                .hasMessageContaining("nodeclaims");
    }

    @ParameterizedTest
    @CsvSource({"15000, 15", "1900, 1", "0, 1", "-5000, 1"})
    void pod_isDeletedWithItsUidAndSomeGrace(long millis, int grace) {
        server.with(POD, 200, "{}");

        assertThat(calls.delete(pod(), Duration.ofMillis(millis))).isEqualTo(Applied.DONE);
        assertThat(body().path("gracePeriodSeconds").asInt(0)).isEqualTo(grace);
        assertThat(body().at("/preconditions/uid").stringValue()).isEqualTo("u1");
    }

    @Test
    void mark_isAMergePatchGuardedByTheVersion() {
        server.with(NODE, 200, "{\"kind\":\"Node\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"n1\"}}");
        var mark = new NodeMark(
                "n1",
                "u3",
                "77",
                List.of(
                        new Taint("dedicated", "", "NoExecute", Optional.of("2026-11-30T09:00:00Z")),
                        NodeMark.taint("spot-interruption")),
                Map.of("l", "v"));

        assertThat(calls.mark(mark)).isEqualTo(Applied.DONE);
        assertThat(server.methods()).endsWith("PATCH");
        assertThat(server.contentTypes().getLast()).startsWith("application/merge-patch+json");
        assertThat(body()).isEqualTo(Json.read("""
                {"metadata":{"resourceVersion":"77","labels":{"l":"v"}},
                 "spec":{"unschedulable":true,"taints":[
                   {"key":"dedicated","effect":"NoExecute","timeAdded":"2026-11-30T09:00:00Z"},
                   {"key":"groundskeeper/interrupted","effect":"NoSchedule","value":"spot-interruption"}]}}"""));
    }

    @ParameterizedTest
    @CsvSource({"404, GONE", "409, CONFLICT"})
    void markThatCameTooLate_isNoError(int status, Applied expected) {
        server.with(NODE, status, ApiServer.status(status));

        assertThat(calls.mark(new NodeMark("n1", "u", "1", List.of(), Map.of())))
                .isEqualTo(expected);
    }

    @Test
    void node_isReadAnew() {
        server.with(NODE, 200, """
                {"kind":"Node","apiVersion":"v1","metadata":{"name":"n1","uid":"u","resourceVersion":"9"},
                 "spec":{"unschedulable":true,"taints":[{"key":"groundskeeper/interrupted","value":"x","effect":"NoSchedule"}]}}""");

        var node = calls.node("n1").orElseThrow();
        assertThat(node.interrupted()).isTrue();
        assertThat(node.unschedulable()).isTrue();
        assertThat(node.resourceVersion()).isEqualTo("9");
        assertThat(calls.node("n2")).isEmpty();
    }

    @Test
    void podsOfANode_areReadWithWhatADrainMustKnow() {
        server.with("/api/v1/pods", 200, """
                {"kind":"PodList","apiVersion":"v1","items":[
                 {"metadata":{"namespace":"shop","name":"web-1","uid":"u1","creationTimestamp":"2026-11-30T09:00:00Z",
                   "ownerReferences":[{"kind":"ReplicaSet","name":"r","controller":true}],
                   "annotations":{"karpenter.sh/do-not-disrupt":"5m"},
                   "deletionTimestamp":"2026-11-30T10:00:30Z"},
                  "spec":{"priorityClassName":"high","tolerations":[{"operator":"Exists"},
                   {"key":"a","operator":"Equal","value":"b","effect":"NoSchedule","tolerationSeconds":3}]},
                  "status":{"phase":"Running"}},
                 {"metadata":{"namespace":"kube-system","name":"proxy","uid":"u2",
                   "ownerReferences":[{"kind":"DaemonSet","name":"d","controller":true}]},
                  "spec":{"priorityClassName":"system-node-critical"}},
                 {"metadata":{"namespace":"kube-system","name":"static","uid":"u3",
                   "annotations":{"kubernetes.io/config.mirror":"x"}}},
                 {"metadata":{"namespace":"shop","name":"job","uid":"u4"},"status":{"phase":"Succeeded"}}]}""");

        var pods = calls.pods("n1");

        assertThat(server.queries().getFirst()).contains("fieldSelector=spec.nodeName");
        assertThat(pods.getFirst())
                .isEqualTo(new Pod(
                        "shop",
                        "web-1",
                        "u1",
                        Instant.parse("2026-11-30T09:00:00Z"),
                        Optional.of(Instant.parse("2026-11-30T10:00:30Z")),
                        false,
                        false,
                        false,
                        Optional.of("5m"),
                        List.of(
                                new Toleration("", "Exists", "", ""),
                                new Toleration("a", "Equal", "b", "NoSchedule"))));
        assertThat(pods).extracting(Pod::staysWithNode).containsExactly(false, true, true, false);
        assertThat(pods).extracting(Pod::critical).containsExactly(false, true, false, false);
        assertThat(pods).extracting(Pod::terminal).containsExactly(false, false, false, true);
    }

    private JsonNode body() {
        return Json.read(server.bodies().getLast());
    }

    private static Pod pod() {
        return new Pod(
                "shop",
                "web-1",
                "u1",
                Instant.EPOCH,
                Optional.empty(),
                false,
                false,
                false,
                Optional.empty(),
                List.of());
    }

    private static String status(int code, String message) {
        return ApiServer.status(code).replace("\"no\"", "\"" + message + "\"");
    }

    private ApiCalls calls() {
        var settings = Settings.of(Map.of("AWS_REGION", "us-east-1"));
        var clients = new AwsClients(
                settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        var access = new KubernetesAccess(clients, settings, Clock.systemUTC());
        return new ApiCalls(access, new ClusterEndpoint("dev", server.url(), "", true, List.of()));
    }
}
