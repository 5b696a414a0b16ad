package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.controller.Pod;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.identity.Agent;
import io.groundskeeper.core.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The proof: READY only where Karpenter runs and can give nodes, and else what it waits for, with the likely cause. */
class ReadinessTest {

    private static final String COMMAND = "{\"cluster\":\"dev\"}";

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;
    private final FakeKubernetes kubernetes = world.kubernetes;

    @BeforeEach
    void cluster() {
        world.cluster("dev", Map.of());
    }

    @Test
    void noPodReady_isWaitedForWhateverTheConditionAvailableSays() {
        kubernetes.readyPods = 0;
        kubernetes.pods.add(pod("""
                "status":{"conditions":[{"type":"PodScheduled","status":"False","message":"0/2 nodes are available: 2 Insufficient cpu."}]}"""));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(cluster.path("reason").asString())
                .contains("0 of 2 pods ready", "karpenter-1 cannot be scheduled", "2 Insufficient cpu");
    }

    @Test
    void oneOfTwoPods_issue47_isReady() {
        kubernetes.readyPods = 1;
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"observedGeneration\":1,\"replicas\":2,\"updatedReplicas\":2,\"readyReplicas\":2',WAITING",
        "'\"observedGeneration\":2,\"replicas\":2,\"updatedReplicas\":1,\"readyReplicas\":1',WAITING",
        "'\"observedGeneration\":2,\"replicas\":1,\"updatedReplicas\":0,\"readyReplicas\":1',WAITING",
        "'\"observedGeneration\":2,\"replicas\":2,\"updatedReplicas\":2,\"readyReplicas\":1',READY"
    })
    void rollout_isReadyOnlyByPodsOfTheNewestForm(String status, String expected) {
        function.answer(COMMAND);
        kubernetes.workloads.replaceAll(there -> new Workload(Json.read(there.object()
                .toString()
                .replaceFirst("\"generation\":1", "\"generation\":2")
                .replaceFirst("\"status\":\\{.*\\}\\}$", "\"status\":{" + status + "}}"))));
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "ImagePullBackOff,Back-off pulling image",
        "CrashLoopBackOff,back-off 5m0s restarting",
        "CreateContainerConfigError,no such secret"
    })
    void containerThatDoesNotStart_isToldInItsOwnWords(String reason, String message) {
        kubernetes.readyPods = 0;
        kubernetes.pods.add(crashed(reason, message, "AWS_CONTAINER_CREDENTIALS_FULL_URI"));
        assertThat(function.cluster(COMMAND).path("reason").asString())
                .contains("karpenter-1 is in " + reason, message, "exit code 1");
    }

    @Test
    void missingAgent_issue15_isTheLikelyCauseOfACrash() {
        kubernetes.readyPods = 0;
        function.answer(COMMAND);
        world.identity.agent = Optional.of(new Agent("DEGRADED", List.of("InsufficientNumberOfReplicas: 0 of 2")));
        kubernetes.pods.add(crashed("CrashLoopBackOff", "back-off", "X"));
        assertThat(function.cluster(COMMAND).path("reason").asString())
                .contains("it gets no credentials, since Add-on eks-pod-identity-agent is DEGRADED", "0 of 2");
    }

    @Test
    void podsWithoutCredentials_issue17_areStartedAnewOnce() {
        kubernetes.readyPods = 0;
        kubernetes.pods.add(crashed("CrashLoopBackOff", "back-off", "X"));
        var first = function.cluster(COMMAND);
        assertThat(first.path("status").asString()).isEqualTo("WAITING");
        assertThat(first.toString()).contains("pods started anew", "karpenter-1 was started without the credentials");
        assertThat(world.writes).contains("restart karpenter");
        world.writes.clear();
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("WAITING");
        assertThat(world.writes).as("not each run").isEmpty();
    }

    @Test
    void podsOlderThanTheAssociation_areStartedAnewButThoseThatRunAreNot() {
        kubernetes.readyPods = 0;
        kubernetes.pods.add(
                crashed("CrashLoopBackOff", "x", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "2026-11-30T09:59:00Z"));
        function.answer(COMMAND);
        assertThat(world.writes).contains("restart karpenter");
    }

    @Test
    void podsThatCrashWithCredentials_areLeftToTheirOwners() {
        kubernetes.readyPods = 0;
        kubernetes.pods.add(crashed("CrashLoopBackOff", "x", "AWS_CONTAINER_CREDENTIALS_FULL_URI"));
        assertThat(function.cluster(COMMAND).path("reason").asString()).contains("kubectl -n kube-system logs");
        assertThat(world.writes).doesNotContain("restart karpenter");
    }

    @ParameterizedTest
    @CsvSource({
        "SubnetsReady,SubnetsNotFound,SubnetSelector did not match any Subnets,see step network",
        "SecurityGroupsReady,SecurityGroupsNotFound,SecurityGroupSelector did not match any SecurityGroups,No security group",
        "AMIsReady,AMINotFound,AMISelector did not match any AMIs,not published for the cluster's Kubernetes version",
        "InstanceProfileReady,NodeRoleNotFound,role x not found,see step node-role",
        "ValidationSucceeded,ClusterCIDRResolutionFailed,Failed to detect the cluster CIDR,eks:DescribeCluster",
        "ValidationSucceeded,RunInstancesAuthCheckFailed,Controller isn't authorized,service control policy",
        "ValidationSucceeded,CreateFleetAuthCheckFailed,Controller isn't authorized,service control policy",
        "SubnetsReady,Unknown,failed to refresh: no OpenIDConnect provider found in your account,see steps identity",
        "SubnetsReady,Unknown,NoCredentialProviders: no valid providers in chain,eks-pod-identity-agent"
    })
    void nodeClassThatIsNotReady_issues5And6And20And44_isToldInItsOwnWordsWithTheLikelyCause(
            String type, String reason, String message, String cause) {
        kubernetes.nodeClass =
                Optional.of(FakeKubernetes.conditioned("EC2NodeClass", """
                {"type":"%s","status":"False","reason":"%s","message":"%s"},
                {"type":"Ready","status":"False","reason":"UnhealthyDependents","message":"x"}""".formatted(type, reason, message)));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(cluster.path("reason").asString())
                .contains(
                        "EC2NodeClass default is not ready: %s is False (%s: %s)".formatted(type, reason, message),
                        cause);
        assertThat(cluster.path("reason").asString()).doesNotContain("UnhealthyDependents");
    }

    @Test
    void nodePoolThatIsNotReady_isWaitedFor() {
        kubernetes.nodePool = Optional.of(FakeKubernetes.conditioned("NodePool", """
                {"type":"NodeClassReady","status":"Unknown","reason":"NodeClassNotReady","message":"y"},
                {"type":"Ready","status":"Unknown"}"""));
        assertThat(function.cluster(COMMAND).path("reason").asString()).contains("NodePool default is not ready");
    }

    @Test
    void conditionOfAnOlderGeneration_provesNothing() {
        kubernetes.nodePool = Optional.of(FakeKubernetes.conditioned(
                "NodePool", "{\"type\":\"Ready\",\"status\":\"True\",\"observedGeneration\":0}"));
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("WAITING");
    }

    @Test
    void objectsThatAreNotThere_areWaitedFor() {
        kubernetes.nodePool = Optional.empty();
        kubernetes.nodeClass = Optional.empty();
        assertThat(function.cluster(COMMAND).path("reason").asString())
                .contains("EC2NodeClass default is not there yet", "NodePool default is not there yet");
    }

    @Test
    void strangersKarpenter_isSkippedWithItsReasonOnce() {
        kubernetes.workloads.add(new Workload(Json.read("""
                {"metadata":{"namespace":"x","name":"k"},"spec":{"template":{"spec":{"containers":[
                {"image":"public.ecr.aws/karpenter/controller:1"}]}}}}""")));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).containsOnlyOnce("Karpenter runs already");
        assertThat(function.said()).singleElement().asString().contains("AWS side of dev is in order");
    }

    @Test
    void givenUpAfter45Minutes_slackHearsTheConditionsOwnMessageAndTheCause() {
        kubernetes.nodeClass = Optional.of(FakeKubernetes.conditioned("EC2NodeClass", """
                {"type":"SubnetsReady","status":"False","reason":"SubnetsNotFound","message":"SubnetSelector did not match"}"""));
        function.answer(message("2026-11-30T09:15:29Z", 60));
        assertThat(function.said())
                .last()
                .asString()
                .contains("given up after 45 minutes", "SubnetSelector did not match", "see step network");
    }

    @Test
    void readyAfterWaiting_slackHearsThatKarpenterRunsOnce() {
        kubernetes.readyPods = 0;
        function.answer(message("2026-11-30T10:00:00Z", 1));
        kubernetes.workloads.replaceAll(there -> new Workload(
                Json.read(there.object().toString().replace("\"readyReplicas\":0", "\"readyReplicas\":2"))));
        function.answer(message("2026-11-30T10:00:00Z", 2));
        assertThat(function.said()).hasSize(2).last().asString().contains("Karpenter runs on dev");
    }

    private static String message(String firstReceived, int receiveCount) {
        return Json.write(Map.of(
                "Records",
                List.of(Map.of(
                        "messageId",
                        "m0",
                        "receiptHandle",
                        "r",
                        "body",
                        FunctionUnderTest.event("eks-create-cluster.json"),
                        "eventSource",
                        "aws:sqs",
                        "eventSourceARN",
                        "not-an-arn",
                        "attributes",
                        Map.of(
                                "ApproximateReceiveCount",
                                String.valueOf(receiveCount),
                                "ApproximateFirstReceiveTimestamp",
                                String.valueOf(Instant.parse(firstReceived).toEpochMilli()))))));
    }

    private static Pod crashed(String reason, String message, String variable) {
        return crashed(reason, message, variable, "2026-11-30T10:00:10Z");
    }

    private static Pod crashed(String reason, String message, String variable, String created) {
        return pod("""
                "spec":{"containers":[{"env":[{"name":"%s"}]}]},"status":{"containerStatuses":[{"restartCount":3,
                "state":{"waiting":{"reason":"%s","message":"%s"}},
                "lastState":{"terminated":{"exitCode":1,"reason":"Error"}}}]}""".formatted(variable, reason, message), created);
    }

    private static Pod pod(String rest) {
        return pod(rest, "2026-11-30T10:00:10Z");
    }

    private static Pod pod(String rest, String created) {
        JsonNode object = Json.read(
                "{\"metadata\":{\"name\":\"karpenter-1\",\"creationTimestamp\":\"%s\"},%s}".formatted(created, rest));
        return new Pod(object);
    }
}
