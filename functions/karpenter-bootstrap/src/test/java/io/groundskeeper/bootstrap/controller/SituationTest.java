package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SituationTest {

    private static final Workload AUTOSCALER = new Workload(
            Objects.deployment("kube-system", "cas", "", "registry.k8s.io/autoscaling/cluster-autoscaler:v1", ""));

    @Test
    void rival_keepsUsFromInstalling() {
        assertThat(situation(Optional.empty(), "1.33", AUTOSCALER).<ReleaseChange>obstacle(Objects.target(Map.of())))
                .hasValueSatisfying(plan -> assertThat(plan).isInstanceOf(Plan.Skipped.class));
    }

    @Test
    void rivalThatCameLater_doesNotKeepUsFromMendingOurs() {
        var situation = situation(Optional.of(Objects.ours("deployed")), "1.33", AUTOSCALER);
        assertThat(situation.<ReleaseChange>obstacle(Objects.target(Map.of()))).isEmpty();
        assertThat(situation.rival(Objects.target(Map.of()))).isPresent();
    }

    @Test
    void unfitVersion_isRefusedAndUnknownKubernetesIsHeld() {
        var wanted = Objects.target(Map.of("KARPENTER_VERSION", "1.12.0"));
        assertThat(situation(Optional.empty(), "1.36").<ReleaseChange>obstacle(wanted))
                .hasValueSatisfying(plan -> assertThat(plan).isInstanceOf(Plan.Refused.class));
        assertThat(situation(Optional.empty(), "1.37").<ReleaseChange>obstacle(wanted))
                .hasValueSatisfying(plan -> assertThat(plan).isInstanceOf(Plan.Skipped.class));
    }

    private static Situation situation(Optional<Release> release, String kubernetes, Workload... workloads) {
        return new Situation(KubernetesVersion.of(kubernetes), List.of(workloads), release, Objects.BEGUN);
    }
}
