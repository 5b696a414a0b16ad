package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Timeout(120)
class KubectlIT {
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: one, image: "a:1"}, {name: two, image: "b:1"}]}
            """;
    private static final String OBJECTS = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1, labels: {zone: a}}
            spec: {providerID: "aws:///eu-west-1a/i-0abc"}
            ---
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: general}
            spec:
              template:
                spec:
                  nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: general}
                  requirements: []
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: one, image: "a:1"}, {name: two, image: "b:1"}]}
            """;

    private static final String DRAINED = """
            {apiVersion: v1, kind: Node, metadata: {name: n1}}
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: agent}
            spec:
              selector: {matchLabels: {app: agent}}
              template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: agent, image: agent}]}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: web, labels: {app: web}}
            spec: {nodeName: n1, containers: [{name: web, image: web}]}
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: web}
            spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
            """;

    @TempDir
    private Path folder;

    private KubernetesApi api;

    @BeforeEach
    void start() {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "kubectl")));
        assumeTrue(installed, "kubectl is not on PATH: these tests are left out");
        api = TestApi.start();
        api.karpenter(KarpenterState.ALIVE);
    }

    @AfterEach
    void stop() {
        if (api != null) {
            api.close();
        }
    }

    @Test
    void objectsFromAFile_areCreatedAppliedAndDeleted() throws Exception {
        Path file = Files.writeString(folder.resolve("objects.yaml"), OBJECTS);

        assertThat(kubectl("admin", "create", "--save-config", "-f", file.toString()))
                .contains("node/n1 created", "nodepool.karpenter.sh/general created", "deployment.apps/web created");
        assertThat(kubectl("admin", "apply", "-f", file.toString())).contains("node/n1 unchanged");
        Files.writeString(file, OBJECTS.replace("a:1", "a:2"));
        assertThat(kubectl("admin", "apply", "-f", file.toString())).contains("deployment.apps/web configured");
        assertThat(kubectl("admin", "get", "deploy", "web", "-o", "jsonpath={..image}"))
                .contains("a:2 b:1");
        assertThat(kubectl("admin", "delete", "-f", file.toString())).contains("deployment.apps \"web\" deleted");
    }

    @Test
    void serverSideApply_knowsItsOwners() throws Exception {
        String file =
                Files.writeString(folder.resolve("objects.yaml"), DEPLOYMENT).toString();

        assertThat(kubectl("admin", "apply", "--server-side", "-f", file))
                .contains("deployment.apps/web serverside-applied");
        kubectl("admin", "set", "image", "deployment/web", "one=c:1");
        assertThat(kubectl("admin", "apply", "--server-side", "-f", file))
                .contains("Apply failed with 1 conflict: conflict with \"kubectl-set\" using apps/v1:")
                .contains(".spec.template.spec.containers[name=\"one\"].image");
        assertThat(kubectl("admin", "apply", "--server-side", "--field-manager=me", "--force-conflicts", "-f", file))
                .contains("serverside-applied");
        assertThat(kubectl("admin", "get", "deploy", "web", "--show-managed-fields", "-o", "jsonpath={..manager}"))
                .contains("kubectl me");
        assertThat(kubectl("admin", "apply", "-f", file)).contains("deployment.apps/web configured");
    }

    @Test
    void nodes_areShownCordonedTaintedAndLabelled() throws Exception {
        api.objects().put(Documents.readAll(OBJECTS).getFirst());

        assertThat(kubectl("reader", "get", "nodes", "-l", "zone=a", "-o", "name"))
                .contains("node/n1");
        kubectl("admin", "cordon", "n1");
        kubectl("admin", "taint", "node", "n1", "a=b:NoSchedule");
        kubectl("admin", "label", "node", "n1", "x=y");
        assertThat(kubectl("admin", "get", "node", "n1", "-o", "jsonpath={.spec.unschedulable} {.spec.taints[0].key}"))
                .contains("true a");
    }

    @Test
    void customKinds_areFoundByTheirNames() throws Exception {
        assertThat(kubectl("admin", "get", "nodeclaims,ec2nc")).contains("No resources found");
        assertThat(kubectl("admin", "wait", "crd/nodepools.karpenter.sh", "--for=condition=Established"))
                .contains("condition met");
    }

    @Test
    void strangers_areRefused() throws Exception {
        assertThat(kubectl("wrong", "get", "nodes")).contains("You must be logged in to the server");
        assertThat(kubectl("nobody", "get", "nodes"))
                .contains("(Forbidden): nodes is forbidden: User \"nobody\" cannot list resource \"nodes\"");
        assertThat(kubectl("admin", "get", "gadgets")).contains("doesn't have a resource type \"gadgets\"");
    }

    @Test
    void typedCommands_areUnderstood() throws Exception {
        assertThat(kubectl("admin", "create", "namespace", "team")).contains("namespace/team created");
        assertThat(kubectl("admin", "create", "namespace", "Team")).contains("is invalid: metadata.name");
        assertThat(kubectl("admin", "create", "secret", "generic", "s", "--from-literal=key=value"))
                .contains("secret/s created");
        assertThat(kubectl("admin", "get", "secret", "s", "-o", "jsonpath={.data.key} {.type}"))
                .contains("dmFsdWU= Opaque");
        kubectl("admin", "create", "clusterrole", "lister", "--verb=list", "--resource=nodes");
        assertThat(kubectl("nobody", "auth", "can-i", "list", "nodes")).contains("no");
        kubectl("admin", "create", "clusterrolebinding", "lister", "--clusterrole=lister", "--user=nobody");
        assertThat(kubectl("nobody", "auth", "can-i", "list", "nodes")).contains("yes");
        assertThat(kubectl("nobody", "auth", "whoami")).contains("nobody");
        assertThat(kubectl("admin", "create", "deployment", "web", "--image=a"))
                .contains("the kind Deployment is not read in protobuf form here");
    }

    @Test
    void drain_waitsForABudgetAndThenEmptiesTheNode() throws Exception {
        for (ObjectNode object : Documents.readAll(DRAINED)) {
            api.objects().put(object);
        }
        api.settle();

        assertThat(kubectl("admin", "drain", "n1", "--ignore-daemonsets", "--force", "--timeout=2s"))
                .contains("node/n1 cordoned")
                .contains(
                        "error when evicting pods/\"web\" -n \"default\" (will retry after 5s): Cannot evict pod as it"
                                + " would violate the pod's disruption budget.")
                .contains("global timeout reached: 2s");
        assertThat(kubectl("admin", "get", "pods", "-o", "jsonpath={..metadata.name}"))
                .contains("agent", "web");

        assertThat(kubectl("admin", "delete", "pdb", "web")).contains("poddisruptionbudget.policy \"web\" deleted");
        assertThat(kubectl("admin", "drain", "n1", "--ignore-daemonsets", "--force", "--timeout=20s"))
                .contains("pod/web evicted", "node/n1 drained");
        assertThat(kubectl("admin", "get", "pods", "-o", "jsonpath={..metadata.name}"))
                .doesNotContain("web");
        kubectl("admin", "uncordon", "n1");
        assertThat(kubectl("admin", "get", "node", "n1", "-o", "jsonpath={.spec.unschedulable}"))
                .doesNotContain("true");
    }

    @Test
    void eviction_needsItsOwnPermission() throws Exception {
        kubectl("admin", "create", "clusterrole", "reader-only", "--verb=get,list,delete,create", "--resource=pods");
        kubectl("admin", "create", "clusterrolebinding", "reader-only", "--clusterrole=reader-only", "--user=nobody");
        assertThat(kubectl("nobody", "auth", "can-i", "create", "pods", "--subresource=eviction"))
                .contains("no");
        kubectl("admin", "create", "clusterrole", "evicter", "--verb=create", "--resource=pods/eviction");
        kubectl("admin", "create", "clusterrolebinding", "evicter", "--clusterrole=evicter", "--user=nobody");
        assertThat(kubectl("nobody", "auth", "can-i", "create", "pods", "--subresource=eviction"))
                .contains("yes");
    }

    @Test
    void deletedPod_isWaitedForUntilItHasEnded() throws Exception {
        for (ObjectNode object : Documents.readAll(DRAINED)) {
            api.objects().put(object);
        }
        api.settle();
        assertThat(kubectl("admin", "delete", "pod", "web")).contains("pod \"web\" deleted");
        assertThat(kubectl("admin", "get", "pod", "web")).contains("pods \"web\" not found");
    }

    @Test
    void deployments_areScaled() throws Exception {
        String file =
                Files.writeString(folder.resolve("objects.yaml"), DEPLOYMENT).toString();
        kubectl("admin", "create", "-f", file);

        assertThat(kubectl("admin", "scale", "deployment/web", "--replicas=3")).contains("deployment.apps/web scaled");
        assertThat(kubectl("admin", "scale", "deployment/web", "--current-replicas=1", "--replicas=2"))
                .contains("Expected replicas to be 1, was 3");
        assertThat(kubectl("admin", "scale", "deployment/web", "--current-replicas=3", "--replicas=2"))
                .contains("deployment.apps/web scaled");
        assertThat(kubectl("admin", "get", "deploy", "web", "-o", "jsonpath={.spec.replicas}"))
                .contains("2");
        assertThat(kubectl("admin", "get", "--raw", "/apis/apps/v1/namespaces/default/deployments/web/scale"))
                .contains("\"kind\":\"Scale\"", "\"apiVersion\":\"autoscaling/v1\"", "\"selector\":\"app=web\"");

        kubectl("admin", "create", "clusterrole", "patcher", "--verb=get,list,patch", "--resource=deployments");
        kubectl("admin", "create", "clusterrolebinding", "patcher", "--clusterrole=patcher", "--user=nobody");
        assertThat(kubectl("nobody", "scale", "deployment/web", "--replicas=3"))
                .contains("cannot patch resource \"deployments/scale\" in API group \"apps\"");
    }

    private String kubectl(String token, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "kubectl",
                "--kubeconfig=" + Files.writeString(folder.resolve("kubeconfig"), kubeconfig(token)),
                "--cache-dir=" + folder.resolve("cache")));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(output).isTrue();
        return output;
    }

    private String kubeconfig(String token) {
        return """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "%s", certificate-authority-data: %s}}]
                users: [{name: test, user: {token: %s}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(api.endpoint(), TestApi.caData(api), token);
    }
}
