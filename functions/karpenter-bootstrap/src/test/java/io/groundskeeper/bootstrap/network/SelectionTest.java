package io.groundskeeper.bootstrap.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.network.Selection.Terms;
import io.groundskeeper.core.cluster.ClusterId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SelectionTest {

    private static final Terms BY_TAG = new Terms.ByTag("karpenter.sh/discovery", "dev");
    private static final Map<String, String> OURS =
            Map.of("karpenter.sh/discovery", "dev", "groundskeeper/discovery", "dev");
    private static final Map<String, String> DEVS = Map.of("karpenter.sh/discovery", "dev");
    private static final Map<String, String> PRODS = Map.of("karpenter.sh/discovery", "prod");

    private final Map<String, Map<String, String>> tags = new HashMap<>();

    @Test
    void nothingIsTaggedYet_byTag() {
        assertThat(selection()).isEqualTo(new Selection(BY_TAG, BY_TAG));
    }

    @Test
    void allIsTaggedAlready_byTag() {
        tags.putAll(Map.of("subnet-1", OURS, "subnet-2", DEVS, "sg-cluster", OURS));
        assertThat(selection()).isEqualTo(new Selection(BY_TAG, BY_TAG));
    }

    @Test
    void oneSubnetIsAnotherClusters_allByIdAndTheGroupByTag() {
        tags.putAll(Map.of("subnet-1", OURS, "subnet-2", PRODS));
        assertThat(selection()).isEqualTo(new Selection(new Terms.ById(List.of("subnet-1", "subnet-2")), BY_TAG));
    }

    @Test
    void subnetThatIsNotChosenIsAnotherClusters_byTag() {
        tags.put("subnet-3", PRODS);
        assertThat(selection().subnets()).isEqualTo(BY_TAG);
    }

    @Test
    void groupIsAnotherClusters_byItsId() {
        tags.put("sg-cluster", PRODS);
        assertThat(selection()).isEqualTo(new Selection(BY_TAG, new Terms.ById(List.of("sg-cluster"))));
    }

    @Test
    void anotherGroupIsTaggedBySomeoneElse_onlyTheChosenById() {
        tags.putAll(Map.of("sg-cluster", OURS, "sg-other", DEVS));
        assertThat(selection().group()).isEqualTo(new Terms.ById(List.of("sg-cluster")));
    }

    @Test
    void anotherGroupWasTaggedByUs_byTagSinceItIsUntagged() {
        tags.put("sg-other", OURS);
        assertThat(selection().group()).isEqualTo(BY_TAG);
    }

    @Test
    void anotherGroupIsAnotherClusters_byTag() {
        tags.put("sg-other", PRODS);
        assertThat(selection().group()).isEqualTo(BY_TAG);
    }

    @Test
    void twoClustersShareAll_oneByTagTheOtherByIds() {
        tags.putAll(Map.of("subnet-1", PRODS, "subnet-2", PRODS, "sg-cluster", PRODS));
        assertThat(Selection.of(cluster("prod", Optional.of("sg-cluster")), state()))
                .contains(new Selection(
                        new Terms.ByTag("karpenter.sh/discovery", "prod"),
                        new Terms.ByTag("karpenter.sh/discovery", "prod")));
        assertThat(selection())
                .isEqualTo(new Selection(
                        new Terms.ById(List.of("subnet-1", "subnet-2")), new Terms.ById(List.of("sg-cluster"))));
    }

    @Test
    void noGroup_nothingRatherThanNone() {
        assertThat(Selection.of(cluster("dev", Optional.empty()), state())).isEmpty();
    }

    @Test
    void rememberedNetwork_isReadOnceAndAgainAfterAChange() {
        var reads = new int[1];
        var network = new RememberedNetwork(new Network() {
            @Override
            public NetworkState read(ClusterFacts cluster) {
                reads[0]++;
                return state();
            }

            @Override
            public void tag(String resourceId, Map<String, String> set) {
                tags.put(resourceId, set);
            }

            @Override
            public void untag(String resourceId, Map<String, String> taken) {
                tags.remove(resourceId);
            }
        });
        var dev = cluster("dev", Optional.of("sg-cluster"));
        network.read(dev);
        assertThat(network.read(dev).subnetTags().get("subnet-1")).isEmpty();
        assertThat(reads[0]).isEqualTo(1);
        network.tag("subnet-1", OURS);
        assertThat(network.read(dev).subnetTags().get("subnet-1")).isEqualTo(OURS);
        network.untag("subnet-1", OURS);
        assertThat(network.read(dev).subnetTags().get("subnet-1")).isEmpty();
        assertThat(reads[0]).isEqualTo(3);
    }

    private Selection selection() {
        return Selection.of(cluster("dev", Optional.of("sg-cluster")), state()).orElseThrow();
    }

    private NetworkState state() {
        return new NetworkState(
                List.of(),
                List.of("subnet-1", "subnet-2"),
                Stream.of("subnet-1", "subnet-2", "subnet-3")
                        .map(id -> new Subnet(id, tags.getOrDefault(id, Map.of())))
                        .toList(),
                Stream.of("sg-cluster", "sg-other")
                        .map(id -> new SecurityGroup(id, tags.getOrDefault(id, Map.of())))
                        .toList(),
                List.of());
    }

    private static ClusterFacts cluster(String name, Optional<String> group) {
        return new ClusterFacts(
                new ClusterId("aws", "us-east-1", "123456789012", name),
                "ACTIVE",
                Map.of(),
                ClusterFacts.Kind.STANDARD,
                false,
                "vpc-1",
                List.of("subnet-1", "subnet-2"),
                group,
                Optional.empty(),
                new ClusterFacts.Logins("API", Optional.empty()));
    }
}
