package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sts.StsClient;

/** A cluster of the stand-ins as its users reach it: by the AWS CLI and kubectl, where they are on PATH. */
class KubectlIT {
    private static final String ROLE =
            "arn:aws:iam::123456789012:role/groundskeeper/groundskeeper-karpenter-bootstrap-us-east-1";

    private static StandIns standIns;

    @TempDir
    Path folder;

    private record Outcome(int exit, String output) {}

    @BeforeAll
    static void start() {
        assumeThat(onPath("aws")).as("skipped: no aws on PATH").isTrue();
        assumeThat(onPath("kubectl")).as("skipped: no kubectl on PATH").isTrue();
        standIns = new StandIns(Map.of("AWS_REGION", "us-east-1"));
    }

    @AfterAll
    static void end() {
        if (standIns != null) {
            standIns.close();
        }
    }

    @Test
    void creator_entersByUpdateKubeconfig() {
        create("mine");
        var namespaces = kubectl("mine", Map.of(), "get", "namespaces", "--output=name");
        assertThat(namespaces.output()).contains("namespace/kube-system");
        assertThat(namespaces.exit()).isZero();
    }

    @Test
    void roleWithoutEntry_isUnauthorizedUntilItHasOne() {
        create("shared");
        var session = session();
        assertThat(kubectl("shared", session, "get", "namespaces").output())
                .contains("You must be logged in to the server");
        aws(Map.of(), "eks", "create-access-entry", "--cluster-name", "shared", "--principal-arn", ROLE);
        assertThat(kubectl("shared", session, "get", "namespaces").output()).contains("orbidden");
        aws(
                Map.of(),
                "eks",
                "associate-access-policy",
                "--cluster-name",
                "shared",
                "--principal-arn",
                ROLE,
                "--policy-arn",
                "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy",
                "--access-scope",
                "type=cluster");
        assertThat(kubectl("shared", session, "get", "namespaces").exit()).isZero();
    }

    @Test
    void tokenOfAnotherCluster_isUnauthorized() {
        create("one");
        create("two");
        configure("one");
        String token = aws(
                        Map.of(),
                        "eks",
                        "get-token",
                        "--cluster-name",
                        "two",
                        "--output",
                        "text",
                        "--query",
                        "status.token")
                .strip();
        assertThat(anonymous("one", token)).contains("You must be logged in to the server");
    }

    private void create(String name) {
        String subnets = aws(
                        Map.of(), "ec2", "describe-subnets", "--query", "Subnets[0:2].SubnetId", "--output", "text")
                .strip()
                .replace('\t', ',');
        aws(
                Map.of(),
                "eks",
                "create-cluster",
                "--name",
                name,
                "--role-arn",
                "arn:aws:iam::123456789012:role/eks",
                "--resources-vpc-config",
                "subnetIds=" + subnets,
                "--access-config",
                "authenticationMode=API");
        while (!aws(Map.of(), "eks", "describe-cluster", "--name", name).contains("ACTIVE")) {
            Thread.onSpinWait();
        }
    }

    private void configure(String cluster) {
        aws(
                Map.of(),
                "eks",
                "update-kubeconfig",
                "--name",
                cluster,
                "--kubeconfig",
                config(cluster).toString());
    }

    private Outcome kubectl(String cluster, Map<String, String> credentials, String... arguments) {
        configure(cluster);
        var environment = new HashMap<>(credentials);
        environment.put("KUBECONFIG", config(cluster).toString());
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        return run(environment, command);
    }

    /** What kubectl says with a token of ours in place of the one that the file would make. */
    private String anonymous(String cluster, String token) {
        String file = config(cluster).toString();
        run(Map.of(), List.of("kubectl", "--kubeconfig", file, "config", "set-credentials", "other", "--token", token));
        return run(Map.of(), List.of("kubectl", "--kubeconfig", file, "--user", "other", "get", "namespaces"))
                .output();
    }

    private Path config(String cluster) {
        return folder.resolve(cluster + ".yaml");
    }

    private static Map<String, String> session() {
        var credentials = standIns.client(StsClient.builder(), "STS")
                .assumeRole(assume -> assume.roleArn(ROLE).roleSessionName("test"))
                .credentials();
        return Map.of(
                "AWS_ACCESS_KEY_ID", credentials.accessKeyId(),
                "AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey(),
                "AWS_SESSION_TOKEN", credentials.sessionToken());
    }

    private String aws(Map<String, String> credentials, String... arguments) {
        var command = new ArrayList<>(List.of("aws"));
        command.addAll(Arrays.asList(arguments));
        var outcome = run(credentials, command);
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        return outcome.output();
    }

    private Outcome run(Map<String, String> environment, List<String> command) {
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(standIns.services.environment());
            builder.environment().put("HOME", folder.toString());
            builder.environment().putAll(environment);
            var process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean onPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }
}
