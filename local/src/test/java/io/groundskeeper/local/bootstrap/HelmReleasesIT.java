package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.registry.Chart;
import io.groundskeeper.local.registry.ChartRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Helm steps with Helm itself, its real releases and charts of the project's own. */
@Timeout(120)
class HelmReleasesIT {

    private static final String NAMESPACE = "kube-system";

    @TempDir
    private Path folder;

    private HelmCluster cluster;

    @BeforeEach
    void start() {
        cluster = new HelmCluster(folder);
        cluster.node("a");
        cluster.node("b");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void emptyCluster_getsBothReleasesOnceAndThenNothing() {
        assertThat(outcome(cluster.definitions("1.14.1", true))).isEqualTo(Outcome.PLANNED);
        assertThat(outcome(cluster.controller("1.14.1", true))).isEqualTo(Outcome.PLANNED);
        assertThat(secrets()).isEmpty();

        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(secrets()).hasSize(2);
        assertThat(cluster.api().objects().list("apiextensions.k8s.io/v1", "CustomResourceDefinition"))
                .hasSize(3);
        var deployment = deployment();
        assertThat(deployment.path("spec").path("replicas").asInt()).isEqualTo(2);
        assertThat(deployment.toString()).contains("AWS_REGION", "eu-west-1", "Karpenter-dev", "nodegroup");

        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        assertThat(secrets()).hasSize(2);
    }

    @Test
    void higherVersion_isAnUpgradeAndALowerOneIsReportedOnly() {
        install("1.13.0");
        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(cluster.controller("1.14.1", false).report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("1.14.1", "was 1.13.0"));
        assertThat(deployment().toString()).contains("controller:1.14.1");

        var lower = cluster.controller("1.13.0", false);
        assertThat(outcome(lower)).isEqualTo(Outcome.UNCHANGED);
        assertThat(lower.notes()).singleElement().asString().contains("never downgraded", "1.14.1");
        assertThat(deployment().toString()).contains("controller:1.14.1");
    }

    @Test
    void chartsOfARegistryOnThisMachine_areInstalledAndUpgraded() {
        try (var registry = ChartRegistry.start(Chart.all())) {
            cluster.chartsFrom(registry);
            install("1.13.0");
            assertThat(deployment().toString()).contains("controller:1.13.0");
            install("1.14.1");
            assertThat(deployment().toString()).contains("controller:1.14.1");
            assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
            assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        }
    }

    @Test
    void whatSomeoneBroke_isMendedAndReported() {
        install("1.14.1");
        var broken = deployment();
        ((ObjectNode) broken.path("spec")).put("replicas", 0);
        cluster.api().objects().put(broken);
        cluster.api()
                .objects()
                .delete("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", "nodepools.karpenter.sh");

        assertThat(cluster.definitions("1.14.1", false).report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("nodepools.karpenter.sh was missing"));
        assertThat(cluster.controller("1.14.1", false).report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("replicas was 0"));
        assertThat(deployment().path("spec").path("replicas").asInt()).isEqualTo(2);
        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);

        cluster.api().objects().delete("apps/v1", "Deployment", NAMESPACE, "karpenter");
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void upgradeThatWasCutOff_isWaitedForAndThenRepaired() {
        install("1.13.0");
        outcome(cluster.controller("1.14.1", false));
        cutOff("sh.helm.release.v1.karpenter.v2", "pending-upgrade");

        var waiting = cluster.controller("1.14.1", false);
        assertThat(outcome(waiting)).isEqualTo(Outcome.WAITING);
        assertThat(waiting.notes()).singleElement().asString().contains("pending-upgrade");

        cluster.later(Duration.ofMinutes(6));
        var repaired = cluster.controller("1.14.1", false);
        assertThat(outcome(repaired)).as("%s", repaired).isEqualTo(Outcome.CHANGED);
        assertThat(repaired.report().changes()).hasSize(2);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void firstInstallationThatWasCutOff_isRepaired() {
        install("1.14.1");
        cutOff("sh.helm.release.v1.karpenter.v1", "pending-install");
        cluster.later(Duration.ofMinutes(6));
        var repaired = cluster.controller("1.14.1", false);
        assertThat(outcome(repaired)).as("%s", repaired).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void failedRelease_isTriedAgain() {
        install("1.14.1");
        cutOff("sh.helm.release.v1.karpenter.v1", "failed");
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    private void install(String version) {
        assertThat(outcome(cluster.definitions(version, false))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller(version, false))).isEqualTo(Outcome.CHANGED);
    }

    private static Outcome outcome(StepResult result) {
        result.failure().ifPresent(failure -> {
            throw failure;
        });
        return result.report().outcome();
    }

    private JsonNode deployment() {
        return cluster.api()
                .objects()
                .get("apps/v1", "Deployment", NAMESPACE, "karpenter")
                .orElseThrow()
                .deepCopy();
    }

    private List<JsonNode> secrets() {
        return cluster.api().objects().list("v1", "Secret");
    }

    /** Leaves a revision as a process leaves it that is killed, or that failed. */
    private void cutOff(String name, String status) {
        var secret = (ObjectNode) cluster.api()
                .objects()
                .get("v1", "Secret", NAMESPACE, name)
                .orElseThrow()
                .deepCopy();
        var release = (ObjectNode)
                Json.read(unpacked(secret.path("data").path("release").asString()));
        ((ObjectNode) release.path("info")).put("status", status);
        ((ObjectNode) secret.path("data")).put("release", packed(Json.write(release)));
        ((ObjectNode) secret.path("metadata").path("labels")).put("status", status);
        cluster.api().objects().put(secret);
    }

    private static String unpacked(String data) {
        var inner = Base64.getDecoder().decode(Base64.getDecoder().decode(data));
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(inner))) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String packed(String json) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        var encoder = Base64.getEncoder();
        return encoder.encodeToString(encoder.encode(bytes.toByteArray()));
    }
}
