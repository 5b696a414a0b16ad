package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Step node-pool on an API server that keeps managed fields: the stand-in, or the one of KUBECONFIG. */
@Timeout(120)
class NodePoolIT {

    private NodePoolCluster cluster;

    @BeforeEach
    void start() {
        cluster = NodePoolCluster.start(System.getenv());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void emptyCluster_getsBothObjectsOnceAndThenNothing() {
        assertThat(outcome(cluster.run(Map.of(), true))).isEqualTo(Outcome.PLANNED);
        assertThat(cluster.find(NodeKind.NODE_POOL)).isEmpty();

        assertThat(outcome(cluster.run(Map.of()))).isEqualTo(Outcome.CHANGED);
        var made = cluster.get(NodeKind.EC2_NODE_CLASS);
        assertThat(made.at("/spec/amiSelectorTerms/0/alias").asString()).isEqualTo("al2023@v20261101");
        assertThat(made.at("/metadata/labels/groundskeeper~1managed").asString())
                .isEqualTo("true");
        assertThat(cluster.get(NodeKind.NODE_POOL)
                        .at("/metadata/managedFields/0/manager")
                        .asString())
                .isEqualTo("groundskeeper");

        assertUnchanged();
        assertThat(cluster.get(NodeKind.EC2_NODE_CLASS).at("/metadata/resourceVersion"))
                .isEqualTo(made.at("/metadata/resourceVersion"));
    }

    @Test
    void everySetting_isTakenByTheKindsSchemas() {
        var all = Map.of(
                "NODE_ARCHITECTURES", "amd64,arm64",
                "NODE_CAPACITY_TYPES", "spot",
                "NODE_CATEGORIES", "c,m,r,t",
                "NODE_CPU_LIMIT", "64",
                "NODE_MEMORY_LIMIT", "256Gi",
                "NODE_TAGS", "Owner=platform,Team=core",
                "NODE_INSTANCE_PROFILE", "nodes");
        cluster.selectById();
        assertThat(outcome(cluster.run(all))).isEqualTo(Outcome.CHANGED);
        assertThat(cluster.get(NodeKind.EC2_NODE_CLASS).at("/spec/subnetSelectorTerms"))
                .hasSize(2);
        assertThat(outcome(cluster.run(all))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void deletedObject_isMadeAgain() {
        cluster.run(Map.of());
        cluster.delete(NodeKind.NODE_POOL);
        assertThat(resources(cluster.run(Map.of()))).containsExactly("NodePool default");
        assertUnchanged();
    }

    @Test
    void deletedField_isSetAgain() {
        cluster.run(Map.of());
        cluster.patch(NodeKind.NODE_POOL, "kubectl-edit", "{\"spec\":{\"limits\":{\"cpu\":null}}}");
        assertThat(detail(cluster.run(Map.of()))).isEqualTo("spec.limits.cpu was missing");
        assertThat(cluster.get(NodeKind.NODE_POOL).at("/spec/limits/cpu").asString())
                .isEqualTo("1000");
        assertUnchanged();
    }

    @Test
    void fieldThatAnotherManagerTook_isLeftAndReportedAndTheRestStaysOurs() {
        cluster.run(Map.of());
        cluster.patch(NodeKind.NODE_POOL, "kubectl-edit", "{\"spec\":{\"limits\":{\"cpu\":\"10\"}}}");

        var result = cluster.run(Map.of());

        assertThat(outcome(result)).isEqualTo(Outcome.UNCHANGED);
        assertThat(result.notes())
                .singleElement()
                .asString()
                .startsWith("NodePool default: spec.limits.cpu is \"10\" by kubectl-edit since 20")
                .endsWith("and was left; wanted is \"1000\"");

        var changed = cluster.run(Map.of("NODE_MEMORY_LIMIT", "2Ti"));
        assertThat(detail(changed)).isEqualTo("spec.limits.memory was \"1000Gi\"");
        assertThat(changed.notes()).hasSize(1);
        var limits = cluster.get(NodeKind.NODE_POOL).at("/spec/limits");
        assertThat(limits.path("cpu").asString()).isEqualTo("10");
        assertThat(limits.path("memory").asString()).isEqualTo("2Ti");
        assertThat(outcome(cluster.run(Map.of("NODE_MEMORY_LIMIT", "2Ti")))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void listThatAnotherManagerTook_isLeftWhole() {
        cluster.run(Map.of());
        cluster.patch(NodeKind.NODE_POOL, "kubectl-edit", """
                {"spec":{"template":{"spec":{"requirements":[{"key":"kubernetes.io/arch","operator":"In","values":["arm64"]}]}}}}""");
        var result = cluster.run(Map.of());
        assertThat(outcome(result)).isEqualTo(Outcome.UNCHANGED);
        assertThat(result.notes())
                .singleElement()
                .asString()
                .contains("spec.template.spec.requirements", "kubectl-edit");
        assertThat(cluster.get(NodeKind.NODE_POOL).at("/spec/template/spec/requirements"))
                .hasSize(1);
    }

    @Test
    void fieldThatAnotherManagerAdded_isNotLookedAt() {
        cluster.run(Map.of());
        cluster.patch(NodeKind.NODE_POOL, "kubectl-edit", "{\"spec\":{\"weight\":10}}");
        assertUnchanged();
        cluster.run(Map.of("NODE_CPU_LIMIT", "64"));
        assertThat(cluster.get(NodeKind.NODE_POOL).at("/spec/weight").asInt()).isEqualTo(10);
    }

    @Test
    void changedSetting_isAppliedAndOneTakenBackIsGivenUp() {
        cluster.run(Map.of("NODE_TAGS", "Owner=a,Team=b"));
        var changed = cluster.run(Map.of("NODE_TAGS", "Owner=c"));
        assertThat(detail(changed)).contains("spec.tags.Owner was \"a\"", "spec.tags.Team is no longer wanted");
        assertThat(cluster.get(NodeKind.EC2_NODE_CLASS).at("/spec/tags").toString())
                .isEqualTo("{\"Owner\":\"c\"}");
        assertThat(resources(cluster.run(Map.of()))).containsExactly("EC2NodeClass default");
        assertUnchanged();
    }

    @Test
    void newImage_isTakenOnlyWhenAskedForOrWhenTheOldOneIsGone() {
        cluster.run(Map.of());
        cluster.publish("v20261201");
        assertUnchanged();

        assertThat(outcome(cluster.refresh(true))).isEqualTo(Outcome.PLANNED);
        assertThat(detail(cluster.refresh(false)))
                .contains("al2023@v20261201 is taken, since a new image was asked for");
        assertUnchanged();

        cluster.withdraw("v20261201");
        cluster.publish("v20270101");
        assertThat(detail(cluster.run(Map.of()))).contains("al2023@v20270101", "al2023@v20261201 is not published");
        assertThat(cluster.get(NodeKind.EC2_NODE_CLASS)
                        .at("/spec/amiSelectorTerms/0/alias")
                        .asString())
                .isEqualTo("al2023@v20270101");
        assertUnchanged();
    }

    @Test
    void imageThatAnotherManagerChose_isKeptForHim() {
        cluster.run(Map.of());
        cluster.patch(
                NodeKind.EC2_NODE_CLASS,
                "kubectl-edit",
                "{\"spec\":{\"amiSelectorTerms\":[{\"alias\":\"al2023@v20260101\"}]}}");
        cluster.publish("v20260101");
        assertUnchanged();
        cluster.withdraw("v20260101");
        var result = cluster.refresh(false);
        assertThat(outcome(result)).isEqualTo(Outcome.UNCHANGED);
        assertThat(result.notes())
                .singleElement()
                .asString()
                .contains("al2023@v20260101 by kubectl-edit", "not published");
    }

    @Test
    void objectsThatSomeoneElseMade_areLeftUntilTheyAreHandedOver() {
        cluster.createOtherPool("flux");
        var result = cluster.run(Map.of());
        assertThat(outcome(result)).isEqualTo(Outcome.UNCHANGED);
        assertThat(result.notes()).singleElement().asString().contains("NodePool default was made by flux");
        assertThat(cluster.find(NodeKind.EC2_NODE_CLASS)).isEmpty();

        cluster.patch(
                NodeKind.NODE_POOL,
                "kubectl-label",
                "{\"metadata\":{\"labels\":{\"groundskeeper/managed\":\"true\"}}}");
        var handedOver = cluster.run(Map.of());
        assertThat(resources(handedOver)).containsExactly("EC2NodeClass default", "NodePool default");
        assertThat(handedOver.notes()).singleElement().asString().contains("requirements", "flux");
        assertThat(cluster.get(NodeKind.NODE_POOL).at("/spec/limits/cpu").asString())
                .isEqualTo("1000");
        assertThat(outcome(cluster.run(Map.of()))).isEqualTo(Outcome.UNCHANGED);
    }

    @Test
    void objectThatGoes_isWaitedForAndMadeAgain() {
        cluster.run(Map.of());
        cluster.patch(
                NodeKind.NODE_POOL, "karpenter", "{\"metadata\":{\"finalizers\":[\"karpenter.sh/termination\"]}}");
        cluster.delete(NodeKind.NODE_POOL);
        var waiting = cluster.run(Map.of());
        assertThat(outcome(waiting)).isEqualTo(Outcome.WAITING);
        assertThat(waiting.notes()).singleElement().asString().contains("NodePool default is being deleted");
        cluster.patch(NodeKind.NODE_POOL, "karpenter", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(resources(cluster.run(Map.of()))).containsExactly("NodePool default");
    }

    @Test
    void fieldThatIsTakenBetweenLookAndApply_isLookedAtAgain() {
        cluster.run(Map.of());
        cluster.beforeApply(
                () -> cluster.patch(NodeKind.NODE_POOL, "kubectl-edit", "{\"spec\":{\"limits\":{\"cpu\":\"10\"}}}"));
        var raced = cluster.run(Map.of("NODE_CPU_LIMIT", "64"));
        assertThat(outcome(raced)).as("%s", raced).isEqualTo(Outcome.WAITING);
        var again = cluster.run(Map.of("NODE_CPU_LIMIT", "64"));
        assertThat(outcome(again)).isEqualTo(Outcome.UNCHANGED);
        assertThat(again.notes()).singleElement().asString().contains("kubectl-edit");
    }

    private void assertUnchanged() {
        var result = cluster.run(Map.of());
        assertThat(outcome(result)).as("%s", result).isEqualTo(Outcome.UNCHANGED);
        assertThat(result.notes()).isEmpty();
    }

    private static Outcome outcome(StepResult result) {
        result.failure().ifPresent(failure -> {
            throw failure;
        });
        return result.report().outcome();
    }

    private static List<String> resources(StepResult result) {
        assertThat(outcome(result)).isEqualTo(Outcome.CHANGED);
        return result.report().changes().stream()
                .map(change -> change.resource())
                .toList();
    }

    private static String detail(StepResult result) {
        assertThat(outcome(result)).isEqualTo(Outcome.CHANGED);
        assertThat(result.report().changes()).hasSize(1);
        return result.report().changes().getFirst().detail();
    }
}
