package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.registry.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A process that is killed while Helm installs or upgrades leaves the release pending; the run after the function's
 * longest possible one repairs it. The chart has a hook that never ends, so that Helm is surely at it.
 */
@Timeout(180)
class KilledInstallationIT {

    @TempDir
    private Path folder;

    private HelmCluster cluster;

    @BeforeEach
    void start() {
        cluster = new HelmCluster();
        cluster.node("a");
        cluster.node("b");
        assertThat(cluster.definitions("1.14.1", false).report().outcome()).isEqualTo(Outcome.CHANGED);
    }

    @AfterEach
    void stop() {
        cluster.delete("batch/v1", "Job", "never");
        cluster.close();
    }

    @Test
    void killedInstallation_isRemovedAndInstalledAnewOnceNoRunCanBeAtItAnyMore() throws Exception {
        killDuring("1.14.1", "pending-install");
        repaired("1.14.1", "Secret kube-system/sh.helm.release.v1.karpenter.v1");
    }

    @Test
    void killedUpgrade_isRemovedAndDoneAgain() throws Exception {
        cluster.ownCharts();
        assertThat(cluster.controller("1.13.0", false).report().outcome()).isEqualTo(Outcome.CHANGED);
        killDuring("1.14.1", "pending-upgrade");
        repaired("1.14.1", "Secret kube-system/sh.helm.release.v1.karpenter.v2");
        assertThat(cluster.deployment().toString()).contains("controller:1.14.1");
    }

    private void repaired(String version, String secret) {
        cluster.ownCharts();
        var waiting = cluster.controller(version, false);
        assertThat(waiting.report().outcome()).as("%s", waiting).isEqualTo(Outcome.WAITING);
        assertThat(waiting.notes()).singleElement().asString().contains("another run may be at it");
        cluster.later(Duration.ofMinutes(6));
        var repaired = cluster.controller(version, false);
        assertThat(repaired.report().outcome()).as("%s", repaired).isEqualTo(Outcome.CHANGED);
        assertThat(repaired.report().changes())
                .hasSize(2)
                .first()
                .satisfies(change -> assertThat(change.resource()).isEqualTo(secret));
        assertThat(cluster.controller(version, false).report().outcome()).isEqualTo(Outcome.UNCHANGED);
    }

    private void killDuring(String version, String status) throws IOException, InterruptedException {
        Chart.unpack(folder, version);
        Files.writeString(folder.resolve("karpenter/templates/never.yaml"), NEVER);
        var log = folder.resolve("log");
        var process = process(version, status, log);
        try {
            HelmCluster.await(() -> !process.isAlive() || isPending(status));
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        } finally {
            // SIGKILL, as Lambda ends what runs too long.
            process.destroyForcibly();
        }
        process.waitFor();
        assertThat(isPending(status)).isTrue();
    }

    private Process process(String version, String status, Path log) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-Djava.io.tmpdir=" + folder,
                LongInstallation.class.getName()));
        command.addAll(List.of(
                status.equals("pending-install") ? "install" : "upgrade",
                Json.write(Map.of(
                        "url",
                        cluster.endpoint().url(),
                        "ca",
                        cluster.endpoint().certificateAuthority())),
                folder.toString(),
                version));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private boolean isPending(String status) {
        return cluster.list("v1", "Secret").stream()
                .map(secret -> secret.at("/metadata/labels"))
                .filter(labels -> labels.path("name").asString("").equals("karpenter"))
                .map(JsonNode::toString)
                .anyMatch(labels -> labels.contains(status));
    }

    private static final String NEVER = """
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: never
              namespace: {{ .Release.Namespace }}
              annotations:
                helm.sh/hook: pre-install,pre-upgrade
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers:
                    - name: never
                      image: never
            """;
}
