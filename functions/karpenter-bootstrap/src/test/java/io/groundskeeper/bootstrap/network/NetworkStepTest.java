package io.groundskeeper.bootstrap.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.setting.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NetworkStepTest {

    private static final Map<String, String> OURS =
            Map.of("karpenter.sh/discovery", "dev", "groundskeeper/discovery", "dev");

    private List<NodeGroup> nodeGroups = List.of();
    private List<String> fargate = List.of();
    private List<RouteTable> routes = List.of();
    private final Map<String, Map<String, String>> tags = new HashMap<>();

    @Test
    void nodeGroups_giveTheirSubnets() {
        nodeGroups = List.of(group("a", Set.of(), "subnet-1"), group("b", Set.of(), "subnet-1", "subnet-3"));
        fargate = List.of("subnet-2");
        assertThat(tagged()).containsExactly("subnet-1", "subnet-3", "sg-cluster");
    }

    @Test
    void onlyFargate_givesItsSubnets() {
        fargate = List.of("subnet-2");
        assertThat(tagged()).containsExactly("subnet-2", "sg-cluster");
    }

    @Test
    void noCapacity_privateSubnetsByOwnAndMainRouteTable() {
        routes = List.of(new RouteTable(true, Set.of(), false), new RouteTable(false, Set.of("subnet-1"), true));
        assertThat(tagged()).containsExactly("subnet-2", "sg-cluster");
    }

    @Test
    void mainRouteTableToTheInternet_makesSubnetsWithoutTheirOwnPublic() {
        routes = List.of(new RouteTable(true, Set.of(), true), new RouteTable(false, Set.of("subnet-1"), false));
        assertThat(tagged()).containsExactly("subnet-1", "sg-cluster");
    }

    @Test
    void onlyPublicSubnets_allWithAWarning() {
        routes = List.of(new RouteTable(true, Set.of(), true));
        assertThat(tagged()).containsExactly("subnet-1", "subnet-2", "sg-cluster");
        assertThat(plan().warnings()).singleElement().asString().contains("MapPublicIpOnLaunch");
    }

    @Test
    void oneNodeGroupWithoutItsOwnGroup_clusterGroup() {
        nodeGroups = List.of(group("a", Set.of("sg-own"), "subnet-1"), group("b", Set.of(), "subnet-1"));
        assertThat(tagged()).containsExactly("subnet-1", "sg-cluster");
    }

    @Test
    void allNodeGroupsShareOneGroup_thatOne() {
        nodeGroups = List.of(
                group("a", Set.of("sg-own", "sg-x"), "subnet-1"), group("b", Set.of("sg-own", "sg-y"), "subnet-1"));
        assertThat(tagged()).containsExactly("subnet-1", "sg-own");
        assertThat(plan().warnings()).isEmpty();
    }

    @Test
    void launchTemplatesNameTheClusterGroupToo_clusterGroup() {
        nodeGroups = List.of(group("a", Set.of("sg-own", "sg-cluster"), "subnet-1"));
        assertThat(tagged()).containsExactly("subnet-1", "sg-cluster");
        assertThat(plan().warnings()).isEmpty();
    }

    @Test
    void noSingleSharedGroup_clusterGroupWithAWarning() {
        nodeGroups = List.of(group("a", Set.of("sg-own"), "subnet-1"), group("b", Set.of("sg-x"), "subnet-1"));
        assertThat(tagged()).containsExactly("subnet-1", "sg-cluster");
        assertThat(plan().warnings()).singleElement().asString().contains("share none");
        nodeGroups = List.of(group("a", Set.of("sg-own", "sg-x"), "subnet-1"));
        assertThat(tagged()).containsExactly("subnet-1", "sg-cluster");
        assertThat(plan().warnings()).singleElement().asString().contains("share several (sg-own, sg-x)");
    }

    @Test
    void subnetOfAnotherCluster_isLeftWithAWarningThatNamesBoth() {
        fargate = List.of("subnet-1", "subnet-2");
        tags.put("subnet-1", Map.of("karpenter.sh/discovery", "prod"));
        assertThat(tagged()).containsExactly("subnet-2", "sg-cluster");
        assertThat(plan().warnings()).singleElement().asString().contains("subnet-1", "prod", "dev");
    }

    @Test
    void taggedAlready_nothingToDo() {
        fargate = List.of("subnet-1");
        tags.put("subnet-1", Map.of("karpenter.sh/discovery", "dev"));
        tags.put("sg-cluster", OURS);
        assertThat(plan().changes()).isEmpty();
        assertThat(plan().warnings()).isEmpty();
    }

    @Test
    void noLongerChosen_losesOurTagOnly() {
        nodeGroups = List.of(group("a", Set.of("sg-own"), "subnet-1"));
        tags.put("subnet-1", OURS);
        tags.put("subnet-2", OURS);
        tags.put("subnet-3", Map.of("karpenter.sh/discovery", "dev"));
        tags.put("sg-cluster", OURS);
        tags.put("sg-x", Map.of("karpenter.sh/discovery", "dev"));
        assertThat(plan().changes())
                .containsExactly(
                        new NetworkChange.Tag(
                                "sg-own", OURS, "the security group that all node groups' launch templates name"),
                        new NetworkChange.Untag("subnet-2", OURS),
                        new NetworkChange.Untag("sg-cluster", OURS));
        assertThat(plan().warnings()).singleElement().asString().contains("sg-x");
    }

    @Test
    void noSecurityGroupAtAll_refusedRatherThanNone() {
        fargate = List.of("subnet-1");
        var plan = step().plan(target(Optional.empty()), state());
        assertThat(plan)
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason()).contains("no security group"));
    }

    private Stream<String> tagged() {
        return plan().changes().stream().map(change -> ((NetworkChange.Tag) change).resourceId());
    }

    private Plan.Changes<NetworkChange> plan() {
        return (Plan.Changes<NetworkChange>) step().plan(target(Optional.of("sg-cluster")), state());
    }

    private NetworkState state() {
        return new NetworkState(
                nodeGroups,
                fargate,
                Stream.of("subnet-1", "subnet-2", "subnet-3")
                        .map(id -> new Subnet(id, tags.getOrDefault(id, Map.of())))
                        .toList(),
                Stream.of("sg-cluster", "sg-own", "sg-x")
                        .map(id -> new SecurityGroup(id, tags.getOrDefault(id, Map.of())))
                        .toList(),
                routes);
    }

    private static NetworkStep step() {
        return new NetworkStep(new Network() {
            @Override
            public NetworkState read(ClusterFacts cluster) {
                throw new AssertionError("a plan reads nothing");
            }

            @Override
            public void tag(String resourceId, Map<String, String> tags) {
                throw new AssertionError("a plan writes nothing");
            }

            @Override
            public void untag(String resourceId, Map<String, String> tags) {
                throw new AssertionError("a plan writes nothing");
            }
        });
    }

    private static NodeGroup group(String name, Set<String> groups, String... subnets) {
        return new NodeGroup(name, List.of(subnets), groups);
    }

    private static Target target(Optional<String> securityGroup) {
        return new Target(
                new ClusterFacts(
                        new ClusterId("aws", "us-east-1", "123456789012", "dev"),
                        "ACTIVE",
                        Map.of(),
                        ClusterFacts.Kind.STANDARD,
                        false,
                        "vpc-1",
                        List.of("subnet-1", "subnet-2"),
                        securityGroup,
                        Optional.empty(),
                        new ClusterFacts.Logins("API", Optional.empty())),
                ClusterSettings.of(Settings.of(Map.of()), Map.of()));
    }
}
