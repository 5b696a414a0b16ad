package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.access.AccessEntries;
import io.groundskeeper.bootstrap.access.AccessEntry;
import io.groundskeeper.bootstrap.access.AwsAuth;
import io.groundskeeper.bootstrap.access.Caller;
import io.groundskeeper.bootstrap.access.ClusterAccessStep;
import io.groundskeeper.bootstrap.access.DesiredEntry;
import io.groundskeeper.bootstrap.access.KubernetesAccessRemovalStep;
import io.groundskeeper.bootstrap.aws.ApiServer;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.kubernetes.ApiKarpenterObjects;
import io.groundskeeper.bootstrap.removal.NodePoolRemovalStep;
import io.groundskeeper.bootstrap.removal.UninstallStep;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** Access and removal inside a cluster by a Kubernetes API: the stand-in's, or that of KUBECONFIG. */
@Timeout(120)
class InsideClusterIT {

    private static final String VERSION = "1.14.1";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String ROLE = "groundskeeper-interruption";
    private static final String INTERRUPTION = "arn:aws:iam::123456789012:role/groundskeeper/interruption";

    private HelmCluster cluster;

    @BeforeEach
    void start() {
        cluster = new HelmCluster();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void whatWeInstalled_isUninstalledWithItsKindsAndThenThereIsNothingToDo() {
        cluster.node("a");
        cluster.node("b");
        assertThat(outcome(cluster.definitions(VERSION, false))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller(VERSION, false))).isEqualTo(Outcome.CHANGED);

        assertThat(outcome(run(controllerRemoval()))).isEqualTo(Outcome.CHANGED);
        assertThat(cluster.get("apps/v1", "Deployment", "karpenter")).isEmpty();
        assertThat(outcome(run(kindsRemoval()))).isEqualTo(Outcome.CHANGED);
        HelmCluster.await(
                () -> cluster.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", "nodepools.karpenter.sh")
                        .isEmpty());
        assertThat(cluster.list("v1", "Secret").toString()).doesNotContain("sh.helm.release.v1.karpenter");

        assertThat(outcome(run(controllerRemoval()))).isEqualTo(Outcome.UNCHANGED);
        assertThat(outcome(run(kindsRemoval()))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void ourNodePool_goesOthersStayAndKeepTheKinds() {
        assertThat(outcome(cluster.definitions(VERSION, false))).isEqualTo(Outcome.CHANGED);
        cluster.put(NODE_POOL.formatted("default", "{\"groundskeeper/managed\":\"true\"}"));
        cluster.put(NODE_POOL.formatted("others", "{}"));

        var going = run(nodePoolRemoval());
        assertThat(outcome(going)).isEqualTo(Outcome.WAITING);
        assertThat(going.report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.resource()).isEqualTo("NodePool default"));
        HelmCluster.await(
                () -> cluster.get("karpenter.sh/v1", "NodePool", "default").isEmpty());
        assertThat(outcome(run(nodePoolRemoval()))).isEqualTo(Outcome.UNCHANGED);

        var kept = run(kindsRemoval());
        assertThat(outcome(kept)).isEqualTo(Outcome.SKIPPED);
        assertThat(kept.notes().toString()).contains("others' objects would go", "NodePool others");
        assertThat(cluster.get("karpenter.sh/v1", "NodePool", "others")).isPresent();
    }

    @Test
    void interruptionFunction_isLetInOnceMendedAndShutOut() {
        cluster.delete(RBAC, "ClusterRoleBinding", ROLE);
        cluster.delete(RBAC, "ClusterRole", ROLE);
        assertThat(outcome(run(access()))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(run(access()))).isEqualTo(Outcome.UNCHANGED);

        var role = (ObjectNode) cluster.get(RBAC, "ClusterRole", ROLE).orElseThrow();
        var rules = role.path("rules").deepCopy();
        role.putArray("rules");
        cluster.put(Json.write(role));
        // The role of a binding cannot be changed: it is made anew.
        var binding = (ObjectNode) cluster.get(RBAC, "ClusterRoleBinding", ROLE).orElseThrow();
        cluster.delete(RBAC, "ClusterRoleBinding", ROLE);
        ((ObjectNode) binding.path("roleRef")).put("name", "view");
        cluster.put(Json.write(binding));

        assertThat(run(access()).report().changes()).hasSize(2);
        assertThat(cluster.get(RBAC, "ClusterRole", ROLE).orElseThrow().path("rules"))
                .isEqualTo(rules);
        assertThat(outcome(run(access()))).isEqualTo(Outcome.UNCHANGED);

        var removal = new KubernetesAccessRemovalStep(server());
        assertThat(outcome(run(removal))).isEqualTo(Outcome.CHANGED);
        assertThat(cluster.get(RBAC, "ClusterRole", ROLE)).isEmpty();
        assertThat(cluster.get(RBAC, "ClusterRoleBinding", ROLE)).isEmpty();
        assertThat(outcome(run(removal))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void awsAuth_isWrittenOnlyOverWhatWasRead() {
        var server = server();
        var endpoint = cluster.endpoint();
        cluster.delete("v1", "ConfigMap", "aws-auth");
        try {
            server.write(endpoint, Optional.empty(), "- rolearn: a\n");
            var read = server.awsAuth(endpoint);
            assertThat(read.flatMap(AwsAuth::mapRoles)).contains("- rolearn: a\n");
            server.write(endpoint, read, "- rolearn: b\n");

            assertThatThrownBy(() -> server.write(endpoint, read, "- rolearn: c\n"))
                    .isInstanceOf(NotYetException.class);
            assertThatThrownBy(() -> server.write(endpoint, Optional.empty(), "- rolearn: c\n"))
                    .isInstanceOf(NotYetException.class);
            assertThat(server.awsAuth(endpoint).flatMap(AwsAuth::mapRoles)).contains("- rolearn: b\n");
        } finally {
            cluster.delete("v1", "ConfigMap", "aws-auth");
        }
    }

    private StepResult run(Step<?, ?> step) {
        var settings = Settings.of(Map.of(
                "KARPENTER_CHART", "oci://127.0.0.1/none",
                "KARPENTER_VERSION", VERSION,
                "INTERRUPTION_ROLE_ARN", INTERRUPTION));
        return StepRunner.run(
                step, new Target(cluster.target(VERSION).cluster(), ClusterSettings.of(settings, Map.of())), false);
    }

    private UninstallStep controllerRemoval() {
        return UninstallStep.ofController(new ApiContents(cluster.access()), cluster.helm(), objects());
    }

    private UninstallStep kindsRemoval() {
        return UninstallStep.ofKinds(new ApiContents(cluster.access()), cluster.helm(), objects());
    }

    private NodePoolRemovalStep nodePoolRemoval() {
        return new NodePoolRemovalStep(objects());
    }

    private ApiKarpenterObjects objects() {
        return new ApiKarpenterObjects(cluster.access());
    }

    private ClusterAccessStep access() {
        return new ClusterAccessStep(new Someone(), name -> Optional.empty(), new KnownEntries(), server());
    }

    private ApiServer server() {
        return new ApiServer(cluster.access());
    }

    private static Outcome outcome(StepResult result) {
        result.failure().ifPresent(failure -> {
            throw failure;
        });
        return result.report().outcome();
    }

    /** Somebody at a keyboard, who gets no access entry. */
    private record Someone() implements Caller {
        @Override
        public String arn() {
            return "arn:aws:iam::123456789012:user/somebody";
        }

        @Override
        public String userId() {
            return "AIDAEXAMPLE";
        }
    }

    /** The interruption function's entry is there as it should be; nobody writes any. */
    private record KnownEntries() implements AccessEntries {
        @Override
        public Optional<AccessEntry> find(String cluster, String principalArn) {
            return Optional.of(new AccessEntry(
                    "arn:aws:eks:eu-west-1:123456789012:access-entry/dev/role/1",
                    "STANDARD",
                    List.of("groundskeeper:interruption"),
                    Map.of()));
        }

        @Override
        public Set<String> policies(String cluster, String principalArn) {
            return Set.of();
        }

        @Override
        public void create(String cluster, DesiredEntry entry, Map<String, String> tags) {
            throw new AssertionError("writes no access entry");
        }

        @Override
        public void group(String cluster, String principalArn, List<String> groups) {
            throw new AssertionError("writes no access entry");
        }

        @Override
        public void tag(String entryArn, Map<String, String> tags) {
            throw new AssertionError("writes no access entry");
        }

        @Override
        public void associate(String cluster, String principalArn, String policyArn) {
            throw new AssertionError("writes no access entry");
        }

        @Override
        public void delete(String cluster, String principalArn) {
            throw new AssertionError("writes no access entry");
        }

        @Override
        public void switchMode(String cluster) {
            throw new AssertionError("writes no access entry");
        }
    }

    private static final String NODE_POOL = """
            {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"%s","labels":%s},"spec":{"template":{"spec":{
            "nodeClassRef":{"group":"karpenter.k8s.aws","kind":"EC2NodeClass","name":"default"},"requirements":[
            {"key":"kubernetes.io/os","operator":"In","values":["linux"]}]}}}}""";
}
