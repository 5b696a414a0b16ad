package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdoptionTest {

    private final FunctionUnderTest function = new FunctionUnderTest();

    @ParameterizedTest
    @ValueSource(
            strings = {"eks-create-nodegroup.json", "eks-create-fargate-profile.json", "eks-update-cluster-config.json"
            })
    void olderClusterWithoutOurMark_isLeftAloneSilently(String file) {
        function.world.cluster("dev", Map.of());
        var cluster = function.cluster(FunctionUnderTest.event(file));
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString())
                .contains("groundskeeper/karpenter=manage", "{\"cluster\":\"dev\"}");
        assertThat(function.world.writes).isEmpty();
        assertThat(function.said()).isEmpty();
    }

    @Test
    void olderClusterThatIsTaggedManage_isAdoptedAndKeptFromThenOn() {
        function.world.cluster("dev", Map.of("groundskeeper/karpenter", "manage"));
        var nodeGroup = FunctionUnderTest.event("eks-create-nodegroup.json");
        var tagged = function.cluster(FunctionUnderTest.event("eks-tag-resource.json"));
        assertThat(tagged.path("status").asString()).isEqualTo("READY");
        assertThat(function.said()).singleElement().asString().contains("TagResource by");
        assertThat(function.cluster(nodeGroup).path("status").asString()).isEqualTo("READY");
    }

    @Test
    void clusterToBeSkipped_isAdoptedByACommandAndKeptFromThenOn() {
        function.world.cluster("dev", Map.of("groundskeeper/karpenter", "skip"));
        assertThat(function.cluster("{\"cluster\":\"dev\"}").path("status").asString())
                .isEqualTo("READY");
        assertThat(function.world.clusters.get("dev").tags())
                .containsEntry("groundskeeper/karpenter", "manage")
                .containsEntry("groundskeeper/managed", "true");
        assertThat(function.cluster(FunctionUnderTest.event("eks-create-nodegroup.json"))
                        .path("status")
                        .asString())
                .isEqualTo("READY");
    }

    @Test
    void olderClusterWhoseTaggingWasLost_isAdoptedByItsNextEvent() {
        function.world.cluster("dev", Map.of("groundskeeper/karpenter", "manage"));
        assertThat(function.cluster(FunctionUnderTest.event("eks-create-nodegroup.json"))
                        .path("status")
                        .asString())
                .isEqualTo("READY");
    }

    @Test
    void autoModeCluster_isSkippedAndTold() {
        var c = function.world.cluster("dev", Map.of());
        function.world.clusters.put(
                "dev",
                new ClusterFacts(
                        c.id(),
                        c.status(),
                        c.tags(),
                        ClusterFacts.Kind.AUTO_MODE,
                        false,
                        c.vpcId(),
                        c.subnetIds(),
                        c.securityGroupId(),
                        c.endpoint(),
                        c.logins()));
        var cluster = function.cluster(FunctionUnderTest.event("eks-create-cluster.json"));
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(function.said()).singleElement().asString().contains("left alone", "Auto Mode");
        assertThat(function.world.writes).isEmpty();
    }

    @Test
    void callerWithLiveCharacters_pingsNobody() {
        function.world.cluster("dev", Map.of());
        var event = FunctionUnderTest.event("eks-create-cluster.json").replace("PlatformEngineer/ada", "x/<!channel>");
        function.answer(event);
        assertThat(function.said())
                .singleElement()
                .asString()
                .contains("&lt;!channel&gt;")
                .doesNotContain("<!channel>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"eks-create-cluster-failed.json", "eks-create-cluster-unknown-region.json"})
    void eventOfNoConcern_isIgnoredWithoutLookingAtAnything(String file) {
        var report = function.answer(FunctionUnderTest.event(file));
        assertThat(report.path("clusters").size()).isZero();
        assertThat(report.path("ignored").size()).isEqualTo(1);
        assertThat(report.path("ignored").path(0).path("reason").asString()).isNotEmpty();
        assertThat(function.world.reads).isZero();
    }
}
