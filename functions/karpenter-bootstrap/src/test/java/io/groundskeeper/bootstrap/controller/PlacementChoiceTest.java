package io.groundskeeper.bootstrap.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.capacity.Capacity;
import io.groundskeeper.bootstrap.capacity.FargateProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlacementChoiceTest {

    private static final Map<String, String> MANAGED = Map.of("eks.amazonaws.com/nodegroup", "system");
    private static final Map<String, String> KARPENTERS = Map.of("karpenter.sh/nodepool", "default");
    private static final Map<String, String> HYBRID = Map.of("eks.amazonaws.com/compute-type", "hybrid");

    @Test
    void oneNode_oneReplica() {
        assertThat(choice(0, Objects.node("a", MANAGED)))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnNodes(1, true)));
    }

    @Test
    void twoNodes_twoReplicas() {
        assertThat(choice(1, Objects.node("a", MANAGED), Objects.node("b", MANAGED)))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnNodes(2, true)));
    }

    @Test
    void aNodeThatGoes_leavesTwoReplicas() {
        assertThat(choice(2, Objects.node("a", MANAGED)))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnNodes(2, true)));
    }

    @Test
    void selfManagedNodes_doNotAskForANodeGroup() {
        assertThat(choice(0, Objects.node("a", Map.of()), Objects.node("b", Map.of())))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnNodes(2, false)));
    }

    @Test
    void nodeOfANodeGroupBesideOthers_countsAlone() {
        assertThat(choice(0, Objects.node("a", MANAGED), Objects.node("b", Map.of())))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnNodes(1, true)));
    }

    @Test
    void karpentersHybridWindowsTaintedAndCordonedNodes_areNotCounted() {
        assertThat(choice(
                        0,
                        Objects.node("a", MANAGED, "CriticalAddonsOnly"),
                        Objects.node("b", KARPENTERS),
                        Objects.node("c", HYBRID),
                        Objects.node("d", Map.of("kubernetes.io/os", "windows")),
                        Objects.node("e", MANAGED, "nvidia.com/gpu"),
                        new Node("f", MANAGED, false, Set.of())))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnNodes(1, true)));
    }

    @Test
    void onlyTaintedNodes_waitWithTheirNames() {
        assertThat(choice(0, Objects.node("gpu-1", MANAGED, "nvidia.com/gpu")))
                .isInstanceOfSatisfying(
                        PlacementChoice.Later.class,
                        later -> assertThat(later.reason()).contains("gpu-1", "CriticalAddonsOnly"));
    }

    @Test
    void nodeGroupWithoutNodes_waits() {
        assertThat(given(List.of("system"), List.of()))
                .isInstanceOfSatisfying(
                        PlacementChoice.Later.class,
                        later -> assertThat(later.reason()).contains("system"));
    }

    @Test
    void fargateProfileForTheNamespace_takesIt() {
        assertThat(given(List.of(), List.of(profile("kube-system", Map.of()))))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnFargate(2, "arn:role")));
        assertThat(given(List.of(), List.of(profile("kube-system", Map.of("app.kubernetes.io/name", "karpenter")))))
                .isInstanceOf(PlacementChoice.Place.class);
    }

    @Test
    void fargateProfilesForOthersOnly_sayWhichOneIsMissing() {
        assertThat(given(
                        List.of(),
                        List.of(profile("kube-system", Map.of("k8s-app", "kube-dns")), profile("x", Map.of()))))
                .isInstanceOfSatisfying(
                        PlacementChoice.Nowhere.class,
                        nowhere -> assertThat(nowhere.reason())
                                .contains("Fargate profile", "kube-system", "app.kubernetes.io/name=karpenter"));
    }

    @Test
    void hybridNodesOnly_areNothingToRunOnSinceTheyReachNoEc2() {
        assertThat(choice(0, Objects.node("on-premises", HYBRID)))
                .isInstanceOfSatisfying(
                        PlacementChoice.Nowhere.class,
                        nowhere -> assertThat(nowhere.reason()).contains("node group or a Fargate profile is added"));
    }

    @Test
    void nothing_saysWhatBringsItOn() {
        assertThat(given(List.of(), List.of()))
                .isInstanceOfSatisfying(
                        PlacementChoice.Nowhere.class,
                        nowhere -> assertThat(nowhere.reason()).contains("node group or a Fargate profile is added"));
    }

    @Test
    void profileThatTakesTheController_winsOverNodesAsEksPutsItsPodsOnFargate() {
        assertThat(PlacementChoice.of(new PlacementChoice.Given(
                        capacity(profile("kube-system", Map.of())),
                        List.of(Objects.node("a", MANAGED), Objects.node("b", MANAGED)),
                        List.of("system"),
                        "arn:role",
                        0)))
                .isEqualTo(new PlacementChoice.Place(new Placement.OnFargate(2, "arn:role")));
    }

    @Test
    void profileThatIsBeingMade_isWaitedForSinceEarlierPodsNeverGetThere() {
        var making = new FargateProfile("late", false, List.of(new FargateProfile.Selector("kube-system", Map.of())));
        assertThat(given(List.of(), List.of(making)))
                .isInstanceOfSatisfying(
                        PlacementChoice.Later.class,
                        later -> assertThat(later.reason()).contains("Fargate profile late"));
    }

    private static FargateProfile profile(String namespace, Map<String, String> labels) {
        return new FargateProfile("p", true, List.of(new FargateProfile.Selector(namespace, labels)));
    }

    private static Capacity capacity(FargateProfile... profiles) {
        return new Capacity(List.of(profiles), List.of());
    }

    private static PlacementChoice choice(int replicasNow, Node... nodes) {
        return PlacementChoice.of(
                new PlacementChoice.Given(capacity(), Arrays.asList(nodes), List.of(), "", replicasNow));
    }

    private static PlacementChoice given(List<String> nodeGroups, List<FargateProfile> profiles) {
        return PlacementChoice.of(
                new PlacementChoice.Given(new Capacity(profiles, List.of()), List.of(), nodeGroups, "arn:role", 0));
    }
}
