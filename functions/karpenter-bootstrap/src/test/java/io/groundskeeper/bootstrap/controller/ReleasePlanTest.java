package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ReleasePlanTest {

    private static final JsonNode VALUES = Json.read("{\"groundskeeper\":{\"cluster\":\"dev\"},\"replicas\":2}");
    private static final WantedRelease WANTED = new WantedRelease(
            "karpenter", "kube-system", "oci://registry/karpenter", KarpenterVersion.of("1.14.1"), VALUES);

    @Test
    void longestRun_isTheFunctionsTimeoutInTheTemplate() throws IOException {
        var template = Files.readString(Path.of(System.getProperty("groundskeeper.root"), "template.yaml"));
        var timeout = Pattern.compile(
                        "\\n  KarpenterBootstrapFunction:\\n(?:(?:    .*)?\\n)*?      Timeout: ([0-9]+)\\n")
                .matcher(template);
        assertThat(timeout.find()).isTrue();
        assertThat(ReleasePlan.LONGEST_RUN).hasSeconds(Long.parseLong(timeout.group(1)));
    }

    @Test
    void noRelease_isInstalled() {
        assertThat(described(ReleasePlan.of(WANTED, Optional.empty(), List.of(), Objects.BEGUN)))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.action()).isEqualTo(Change.Action.CREATE);
                    assertThat(change.detail()).contains("oci://registry/karpenter", "1.14.1");
                });
    }

    @Test
    void sameVersionAndValues_nothing() {
        assertThat(described(plan("deployed", "1.14.1", 3))).isEmpty();
    }

    @Test
    void otherValues_areAnUpgradeThatNamesThem() {
        var release = Objects.release("deployed", "1.14.1", 0, Json.read("{\"replicas\":1,\"hostNetwork\":true}"));
        assertThat(described(ReleasePlan.of(WANTED, Optional.of(release), List.of(), Objects.BEGUN)))
                .singleElement()
                .satisfies(change -> assertThat(change.detail())
                        .contains("values differed in groundskeeper, hostNetwork, replicas"));
    }

    @Test
    void lowerVersion_isAnUpgrade() {
        assertThat(described(plan("deployed", "1.13.0", 0)))
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("1.14.1", "was 1.13.0"));
    }

    @Test
    void higherVersion_isReportedOnly() {
        var plan = plan("deployed", "1.14.2", 0);
        assertThat(
                        plan instanceof Plan.Changes<ReleaseChange>(var changes, var warnings)
                                ? warnings
                                : List.<String>of())
                .singleElement()
                .asString()
                .contains("never downgraded", "1.14.2");
        assertThat(described(plan)).isEmpty();
    }

    @Test
    void drift_isAnUpgradeThatNamesIt() {
        var release = Objects.release("deployed", "1.14.1", 0, VALUES);
        assertThat(described(ReleasePlan.of(WANTED, Optional.of(release), List.of("x was missing"), Objects.BEGUN)))
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("x was missing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending-install", "pending-upgrade", "pending-rollback", "uninstalling"})
    void pendingForAsLongAsARunMayTake_waits(String status) {
        var release = Objects.release(status, "1.14.1", 1, VALUES);
        var now = Objects.BEGUN.plus(ReleasePlan.LONGEST_RUN).minusSeconds(1);
        var plan = ReleasePlan.of(WANTED, Optional.of(release), List.of(), now);
        assertThat(plan instanceof Plan.Waiting<ReleaseChange>(var changes, var reason, var lookAgainIn) ? reason : "")
                .contains(status, "another run");
    }

    @Test
    void pendingForLonger_isForgottenAndDoneAgain() {
        var later = Objects.BEGUN.plus(Duration.ofMinutes(5));
        var upgrade = Objects.release("pending-upgrade", "1.14.1", 1, VALUES);
        assertThat(changes(ReleasePlan.of(WANTED, Optional.of(upgrade), List.of(), later)))
                .containsExactly(
                        new ReleaseChange.Forget("kube-system", "sh.helm.release.v1.karpenter.v2", "pending-upgrade"),
                        new ReleaseChange.Upgrade(WANTED, "was left pending-upgrade"));
        var install = Objects.release("pending-install", "1.14.1", 0, VALUES);
        assertThat(changes(ReleasePlan.of(WANTED, Optional.of(install), List.of(), later)))
                .containsExactly(
                        new ReleaseChange.Forget("kube-system", "sh.helm.release.v1.karpenter.v1", "pending-install"),
                        new ReleaseChange.Install(WANTED));
    }

    @Test
    void failed_isUpgradedAgain() {
        assertThat(described(plan("failed", "1.14.1", 0)))
                .singleElement()
                .satisfies(change -> assertThat(change.detail()).contains("the last revision is failed"));
    }

    private static Plan<ReleaseChange> plan(String status, String version, int older) {
        var release = Objects.release(status, version, older, VALUES);
        return ReleasePlan.of(WANTED, Optional.of(release), List.of(), Objects.BEGUN);
    }

    private static List<ReleaseChange> changes(Plan<ReleaseChange> plan) {
        assertThat(plan).isInstanceOf(Plan.Changes.class);
        return plan instanceof Plan.Changes<ReleaseChange>(var changes, var warnings) ? changes : List.of();
    }

    private static List<Change> described(Plan<ReleaseChange> plan) {
        return changes(plan).stream().map(ReleaseChange::described).toList();
    }
}
