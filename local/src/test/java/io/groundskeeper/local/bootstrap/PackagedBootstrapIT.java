package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.lambda.Answer;
import io.groundskeeper.local.lambda.FunctionDefinition;
import io.groundskeeper.local.lambda.FunctionProcess;
import io.groundskeeper.local.lambda.RoleCredentials;
import io.groundskeeper.local.serve.Services;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.ClusterStatus;
import software.amazon.awssdk.services.iam.IamClient;
import tools.jackson.databind.JsonNode;

/**
 * The packaged function with Helm in it, in the real runtime interface client, as its own role: it finds its way into the
 * cluster and installs Karpenter from a registry.
 */
@Timeout(180)
class PackagedBootstrapIT {

    private static final Path ROOT = Path.of(System.getProperty("groundskeeper.root", ".."));

    private Services services;
    private FunctionProcess function;

    @BeforeEach
    void start() throws InterruptedException {
        services = Services.start(ROOT.toAbsolutePath(), Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        createCluster(new EnvironmentClients(services.environment()));
        var definition = FunctionDefinition.of(ROOT, "karpenter-bootstrap");
        var environment = new HashMap<>(definition.environment());
        environment.putAll(System.getenv());
        // The cluster is the stand-in's.
        environment.remove("KUBECONFIG");
        environment.putAll(services.environment());
        function = FunctionProcess.start(
                definition,
                definition.packageFolder(ROOT),
                RoleCredentials.assume(definition, environment),
                System.err::println);
    }

    @AfterEach
    void end() {
        if (function != null) {
            function.close();
        }
        services.close();
    }

    @Test
    void newCluster_getsARunningControllerFromTheRegistry() throws InterruptedException {
        var installed = runUntil("helm-controller");
        assertThat(installed.path("outcome").asString()).as("%s", installed).isEqualTo("CHANGED");

        assertThat(api().objects().list("v1", "Secret"))
                .map(secret -> secret.at("/metadata/name").asString())
                .contains("sh.helm.release.v1.karpenter-crd.v1", "sh.helm.release.v1.karpenter.v1");
        var deployment = api().objects()
                .get("apps/v1", "Deployment", "kube-system", "karpenter")
                .orElseThrow();
        assertThat(deployment.at("/spec/template/spec/containers/0/image").asString())
                .isEqualTo("public.ecr.aws/karpenter/controller:1.14.1");
        waitUntil(() -> api().karpenter() == KarpenterState.ALIVE);
    }

    /** Invokes the function until a step has had its turn; what its report says of it. */
    private JsonNode runUntil(String step) throws InterruptedException {
        for (int turn = 0; turn < 20; turn++) {
            var answer = function.invoke("{\"cluster\":\"dev\"}");
            assertThat(answer).as(answer.json()).isInstanceOf(Answer.Returned.class);
            var found = Json.read(answer.json())
                    .at("/clusters/0/steps")
                    .valueStream()
                    .filter(each -> each.path("step").asString().equals(step))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            // The pod identity agent takes its time.
            Thread.sleep(Duration.ofMillis(500));
        }
        throw new AssertionError("Step " + step + " never had its turn");
    }

    private KubernetesApi api() {
        return services.eks().kubernetes("dev").orElseThrow();
    }

    private static void createCluster(EnvironmentClients clients) throws InterruptedException {
        try (var eks = clients.build(EksClient.builder(), "EKS");
                var ec2 = clients.build(Ec2Client.builder(), "EC2");
                var iam = clients.build(IamClient.builder(), "IAM")) {
            var subnets = ec2.describeSubnets().subnets().stream()
                    .map(Subnet::subnetId)
                    .limit(2)
                    .toList();
            eks.createCluster(r -> r.name("dev")
                    .version("1.34")
                    .roleArn("arn:aws:iam::123456789012:role/eks")
                    .accessConfig(a -> a.authenticationMode("API"))
                    .resourcesVpcConfig(v -> v.subnetIds(subnets)));
            waitUntil(() -> eks.describeCluster(r -> r.name("dev")).cluster().status() == ClusterStatus.ACTIVE);
            var role = iam.createRole(r -> r.roleName("nodes").assumeRolePolicyDocument("{\"Statement\":[]}"))
                    .role()
                    .arn();
            eks.createNodegroup(r ->
                    r.clusterName("dev").nodegroupName("base").nodeRole(role).subnets(List.copyOf(subnets)));
        }
    }

    private static void waitUntil(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            Thread.sleep(100);
        }
    }
}
