package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.network.NetworkState;
import io.groundskeeper.bootstrap.network.Subnet;
import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.aws.NotYetException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Step node-pool in whole runs of the function. */
class NodePoolTest {

    private static final String COMMAND = FunctionUnderTest.event("bootstrap-command.json");

    private final FunctionUnderTest function =
            new FunctionUnderTest().with("KARPENTER_CHART", "oci://public.ecr.aws/karpenter");
    private final FakeWorld world = function.world;

    @BeforeEach
    void bootstrap() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
    }

    @Test
    void network_isReadOnceInARunThatFindsNothingToDo() {
        world.networkReads = 0;
        world.fail("recommendedImage", new IllegalStateException("the pinned image is good"));
        assertThat(step(function.cluster(COMMAND)).path("outcome").asString()).isEqualTo("UNCHANGED");
        assertThat(world.networkReads).isEqualTo(1);
    }

    @Test
    void newImage_isTakenOnlyWhenAskedFor() {
        world.nodes.recommended = "v20261201";
        world.nodes.published.add("v20261201");
        assertThat(step(function.cluster(COMMAND)).path("outcome").asString()).isEqualTo("UNCHANGED");
        var planned = step(function.cluster("{\"cluster\":\"dev\",\"amiRefresh\":true,\"dryRun\":true}"));
        assertThat(planned.path("outcome").asString()).isEqualTo("PLANNED");
        assertThat(world.nodes.alias()).isEqualTo("al2023@v20261101");
        var step = step(function.cluster("{\"cluster\":\"dev\",\"amiRefresh\":true}"));
        assertThat(step.path("changes").path(0).path("detail").asString()).contains("v20261201", "asked for");
        assertThat(world.nodes.alias()).isEqualTo("al2023@v20261201");
        assertThat(step(function.cluster("{\"cluster\":\"dev\",\"amiRefresh\":true}"))
                        .path("outcome")
                        .asString())
                .isEqualTo("UNCHANGED");
    }

    @Test
    void imageThatWasWithdrawn_isReplacedAndTold() {
        world.nodes.published.clear();
        world.nodes.published.add("v20261201");
        world.nodes.recommended = "v20261201";
        function.answer(COMMAND);
        assertThat(world.nodes.alias()).isEqualTo("al2023@v20261201");
        assertThat(function.said()).last().asString().contains("v20261201", "not published");
    }

    @Test
    void deletedObject_isMadeAgain() {
        world.nodes.objects.remove(NodeKind.NODE_POOL);
        var step = step(function.cluster(COMMAND));
        assertThat(step.path("changes")
                        .valueStream()
                        .map(change -> change.path("resource").asString()))
                .containsExactly("NodePool default");
        assertThat(world.nodes.objects).containsKey(NodeKind.NODE_POOL);
    }

    @Test
    void conflictAtTheApply_isWaitedFor() {
        world.nodes.objects.clear();
        world.fail("applyNodeObject", new NotYetException("It was changed meanwhile", Duration.ofSeconds(15), null));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(step(cluster).path("outcome").asString()).isEqualTo("WAITING");
    }

    @Test
    void subnetOfAnotherCluster_isSelectedByIdAndBothStepsSaySo() {
        world.network = new NetworkState(
                world.network.nodeGroups(),
                world.network.fargateSubnets(),
                world.network.subnets().stream()
                        .map(subnet -> subnet.id().equals("subnet-1")
                                ? new Subnet("subnet-1", Map.of("karpenter.sh/discovery", "prod"))
                                : subnet)
                        .toList(),
                world.network.groups(),
                world.network.routeTables());
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("reason").asString()).contains("subnet-1", "prod", "by its id");
        assertThat(world.nodes
                        .objects
                        .get(NodeKind.EC2_NODE_CLASS)
                        .path("spec")
                        .path("subnetSelectorTerms")
                        .toString())
                .isEqualTo("[{\"id\":\"subnet-1\"},{\"id\":\"subnet-2\"}]");
    }

    @Test
    void onDemandOnly_needsNoSpotRole() {
        var fresh = new FunctionUnderTest()
                .with("KARPENTER_CHART", "oci://public.ecr.aws/karpenter")
                .with("NODE_CAPACITY_TYPES", "on-demand");
        fresh.world.cluster("dev", Map.of());
        var cluster = fresh.cluster(COMMAND);
        assertThat(named(cluster, "spot-role").path("outcome").asString()).isEqualTo("UNCHANGED");
        assertThat(fresh.world.writes).noneMatch(write -> write.contains("pot"));
        assertThat(fresh.world.nodes.objects.get(NodeKind.NODE_POOL).toString()).doesNotContain("\"spot\"");
    }

    @Test
    void missingPermission_isNamed() {
        world.fail("publishedImage", new MissingPermissionException("ssm:GetParameter", null));
        assertThatThrownBy(() -> function.answer(COMMAND)).hasMessageContaining("ssm:GetParameter");
    }

    @Test
    void fieldThatSomeoneElseTook_isLeftAndReported() {
        var pool = world.nodes.objects.get(NodeKind.NODE_POOL);
        ((ObjectNode) pool.path("spec").path("limits")).put("cpu", "10");
        ((ObjectNode) pool.at("/metadata/managedFields/0/fieldsV1/f:spec/f:limits")).remove("f:cpu");
        pool.withObjectProperty("metadata")
                .withArrayProperty("managedFields")
                .addObject()
                .put("manager", "kubectl-edit")
                .put("operation", "Update")
                .put("time", "2026-11-30T09:00:00Z")
                .withObjectProperty("fieldsV1")
                .withObjectProperty("f:spec")
                .withObjectProperty("f:limits")
                .putObject("f:cpu");
        world.writes.clear();
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("reason").asString())
                .contains("spec.limits.cpu is \"10\" by kubectl-edit since 2026-11-30T09:00:00Z", "wanted is \"1000\"");
        assertThat(step(cluster).path("outcome").asString()).isEqualTo("UNCHANGED");
        assertThat(world.writes).isEmpty();
    }

    private static JsonNode step(JsonNode cluster) {
        return named(cluster, "node-pool");
    }

    private static JsonNode named(JsonNode cluster, String step) {
        return cluster.path("steps")
                .valueStream()
                .filter(one -> one.path("step").asString().equals(step))
                .findFirst()
                .orElseThrow();
    }
}
