package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.registry.Chart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
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

    private HelmCluster cluster;

    @BeforeEach
    void start() {
        cluster = new HelmCluster();
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
        for (var kind :
                List.of("ec2nodeclasses.karpenter.k8s.aws", "nodeclaims.karpenter.sh", "nodepools.karpenter.sh")) {
            assertThat(kind(kind)).isPresent();
        }
        var deployment = deployment();
        assertThat(deployment.path("spec").path("replicas").asInt()).isEqualTo(2);
        assertThat(deployment.toString()).contains("AWS_REGION", "eu-west-1", "Karpenter-dev", "nodegroup");

        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        assertThat(secrets()).hasSize(2);
    }

    @Test
    void higherVersion_isAnUpgradeAndALowerOneIsReportedOnly() {
        cluster.ownCharts();
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
    void chartsInAFolder_areInstalledToo(@TempDir Path folder) {
        Chart.unpack(folder, "1.14.1");
        cluster.chartsFrom(folder.toString());
        install("1.14.1");
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void kindsThatSomeoneAppliedByHand_areAdoptedAndThoseOfAnotherReleaseRefused() {
        install("1.14.1");
        var kind = cluster.kind("nodepools.karpenter.sh");
        helmOwns(kind, "", "");
        assertThat(kind("nodepools.karpenter.sh").orElseThrow().toString()).doesNotContain("meta.helm.sh");
        cluster.delete("v1", "Secret", "sh.helm.release.v1.karpenter-crd.v1");
        var planned = cluster.definitions("1.14.1", true);
        assertThat(planned.report().changes().toString())
                .contains("CustomResourceDefinition nodepools.karpenter.sh", "belonged to nobody");
        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(kind("nodepools.karpenter.sh").orElseThrow().toString())
                .contains("\"meta.helm.sh/release-name\":\"karpenter-crd\"");
        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);

        helmOwns(cluster.kind("nodepools.karpenter.sh"), "karpenter", "elsewhere");
        var refused = cluster.definitions("1.14.1", false);
        assertThat(refused.report().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(refused.notes().toString()).contains("Helm release karpenter in elsewhere");
    }

    @Test
    void whatSomeoneDeletedOrChangedBesideTheDeployment_isMendedAndReported() {
        install("1.14.1");
        cluster.delete("v1", "ServiceAccount", "karpenter");
        var roles = cluster.list("rbac.authorization.k8s.io/v1", "ClusterRole").stream()
                .filter(role -> role.at("/metadata/name").asString("").startsWith("karpenter"))
                .filter(role -> !role.path("rules").isEmpty())
                .toList();
        assertThat(roles).isNotEmpty();
        var role = (ObjectNode) roles.getFirst().deepCopy();
        role.putArray("rules");
        cluster.put(Json.write(role));
        assertThat(cluster.controller("1.14.1", false).report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.detail())
                        .contains("ServiceAccount karpenter was missing", "ClusterRole karpenter", "rules"));
        assertThat(cluster.get("v1", "ServiceAccount", "karpenter")).isPresent();
        assertThat(cluster.get(
                                "rbac.authorization.k8s.io/v1",
                                "ClusterRole",
                                role.at("/metadata/name").asString())
                        .orElseThrow()
                        .path("rules"))
                .isEqualTo(roles.getFirst().path("rules"));
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void whatSomeoneBroke_isMendedAndReported() {
        install("1.14.1");
        var broken = deployment();
        ((ObjectNode) broken.path("spec")).put("replicas", 0);
        cluster.put(Json.write(broken));
        cluster.delete("apiextensions.k8s.io/v1", "CustomResourceDefinition", "nodepools.karpenter.sh");

        assertThat(cluster.definitions("1.14.1", false).report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("nodepools.karpenter.sh was missing"));
        assertThat(cluster.controller("1.14.1", false).report().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("replicas was 0"));
        assertThat(deployment().path("spec").path("replicas").asInt()).isEqualTo(2);
        assertThat(outcome(cluster.definitions("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);

        cluster.delete("apps/v1", "Deployment", "karpenter");
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.CHANGED);
        assertThat(outcome(cluster.controller("1.14.1", false))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void upgradeThatWasCutOff_isWaitedForAndThenRepaired() {
        cluster.ownCharts();
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
        return cluster.deployment();
    }

    private Optional<JsonNode> kind(String name) {
        return cluster.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", name);
    }

    /** As if it had been installed by this release; by none when that is empty. */
    private void helmOwns(ObjectNode kind, String release, String namespace) {
        var metadata = (ObjectNode) kind.path("metadata");
        if (release.isEmpty()) {
            metadata.remove(List.of("annotations", "labels"));
        } else {
            metadata.putObject("annotations")
                    .put("meta.helm.sh/release-name", release)
                    .put("meta.helm.sh/release-namespace", namespace);
        }
        cluster.put(Json.write(kind));
    }

    private List<JsonNode> secrets() {
        return cluster.list("v1", "Secret").stream()
                .filter(secret ->
                        secret.at("/metadata/labels/owner").asString("").equals("helm"))
                .toList();
    }

    /** Leaves a revision as a process leaves it that is killed, or that failed. */
    private void cutOff(String name, String status) {
        var secret = (ObjectNode) cluster.get("v1", "Secret", name).orElseThrow();
        var release = (ObjectNode)
                Json.read(unpacked(secret.path("data").path("release").asString()));
        ((ObjectNode) release.path("info")).put("status", status);
        ((ObjectNode) secret.path("data")).put("release", packed(Json.write(release)));
        ((ObjectNode) secret.path("metadata").path("labels")).put("status", status);
        cluster.put(Json.write(secret));
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
