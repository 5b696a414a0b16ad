package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done with Karpenter's kinds that are there before its release. */
class KindOwnersTest {

    private static final String POOLS = "nodepools.karpenter.sh";

    @Test
    void kindsOfNobody_issue28_areHandedToTheReleaseBeforeItIsInstalled() {
        assertThat(changes(plan(definition(Map.of(), Map.of(), List.of("v1"), false))))
                .hasSize(2)
                .first()
                .isEqualTo(new ReleaseChange.Adopt(POOLS, "karpenter-crd", "kube-system", false));
    }

    @Test
    void conversionByAWebhook_issue26_isTakenOutWhereOnlyV1IsStored() {
        assertThat(changes(plan(definition(Map.of(), Map.of(), List.of("v1"), true))))
                .contains(new ReleaseChange.Adopt(POOLS, "karpenter-crd", "kube-system", true));
    }

    @ParameterizedTest
    @CsvSource({"v1beta1", "v1alpha5"})
    void oldStoredVersion_issue26_isRefusedWithHowToMigrate(String version) {
        assertThat(plan(definition(Map.of(), Map.of(), List.of(version, "v1"), true)))
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason()).contains(POOLS, version, "storedVersions", "kubectl"));
    }

    @Test
    void kindsOfOthers_areRefusedNamingThem() {
        var release = Map.of("meta.helm.sh/release-name", "karpenter", "meta.helm.sh/release-namespace", "karpenter");
        assertThat(plan(definition(Map.of(), release, List.of(), false)))
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason())
                                .contains("Helm release karpenter in karpenter", "kubectl label crd " + POOLS));
        assertThat(plan(definition(Map.of("kustomize.toolkit.fluxcd.io/name", "k"), Map.of(), List.of("v1"), false)))
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason()).contains("kept by Flux"));
        assertThat(plan(definition(Map.of("argocd.argoproj.io/instance", "k"), Map.of(), List.of("v1"), false)))
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason()).contains("kept by Argo CD"));
    }

    @Test
    void kindThatSomeonePutThereAnew_isAdoptedAndTheReleaseDoneAgain() {
        var release = Objects.ours("deployed");
        var changes = changes(plan(Optional.of(release), definition(Map.of(), Map.of(), List.of("v1"), false)));
        assertThat(changes).hasSize(2).last().isInstanceOf(ReleaseChange.Upgrade.class);
    }

    @Test
    void strangersController_keepsKindsOfNobodyFromBeingAdopted() {
        var look = new Situation.Look.Seen<>(new CrdStep.Seen(
                situation(
                        Optional.empty(),
                        new Workload(Objects.deployment("x", "y", "", "public.ecr.aws/karpenter/controller:1", ""))),
                List.of(definition(Map.of(), Map.of(), List.of("v1"), false)),
                List.of()));
        assertThat(step().plan(Objects.target(Map.of()), look)).isInstanceOf(Plan.Skipped.class);
    }

    @Test
    void webhooksOfAnOldRelease_issue29_areReportedAndNotDeleted() {
        var look = new Situation.Look.Seen<>(
                new CrdStep.Seen(situation(Optional.empty()), List.of(), List.of("validation.webhook.karpenter.sh")));
        var plan = step().plan(Objects.target(Map.of()), look);
        assertThat(changes(plan)).hasSize(1);
        assertThat(plan.toString()).contains("validation.webhook.karpenter.sh");
    }

    private static List<ReleaseChange> changes(Plan<ReleaseChange> plan) {
        if (plan instanceof Plan.Changes<ReleaseChange>(var changes, var warnings)) {
            return changes;
        }
        throw new AssertionError(plan);
    }

    private static Plan<ReleaseChange> plan(Definition definition) {
        return plan(Optional.empty(), definition);
    }

    private static Plan<ReleaseChange> plan(Optional<Release> release, Definition definition) {
        var seen = new CrdStep.Seen(situation(release), List.of(definition), List.of());
        return step().plan(Objects.target(Map.of()), new Situation.Look.Seen<>(seen));
    }

    private static CrdStep step() {
        return new CrdStep(null, null, null, null);
    }

    private static Situation situation(Optional<Release> release, Workload... workloads) {
        return new Situation(KubernetesVersion.of("1.33"), List.of(workloads), release, Objects.BEGUN);
    }

    private static Definition definition(
            Map<String, String> labels, Map<String, String> annotations, List<String> stored, boolean webhook) {
        return new Definition(POOLS, labels, annotations, stored, webhook);
    }
}
