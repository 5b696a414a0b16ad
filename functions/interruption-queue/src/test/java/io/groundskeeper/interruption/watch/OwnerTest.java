package io.groundskeeper.interruption.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerTest {

    @Test
    void eksTag_comesFirst() {
        var owner = Owner.of(Map.of(
                "eks:eks-cluster-name", "one", "eks:cluster-name", "two", "kubernetes.io/cluster/three", "owned"));

        assertThat(owner).isEqualTo(new Owner.OfCluster("one", Optional.empty(), Optional.empty()));
    }

    @Test
    void nodeGroupsTags_nameClusterAndGroup() {
        assertThat(Owner.of(Map.of("eks:cluster-name", "dev", "eks:nodegroup-name", "system")))
                .isEqualTo(new Owner.OfCluster("dev", Optional.of("system"), Optional.empty()));
    }

    @Test
    void ownedTag_isTakenBeforeShared() {
        assertThat(Owner.of(Map.of("kubernetes.io/cluster/a", "shared", "kubernetes.io/cluster/b", "owned")))
                .isEqualTo(new Owner.OfCluster("b", Optional.empty(), Optional.empty()));
    }

    @Test
    void ownershipTagWithAnotherValue_isNoCluster() {
        assertThat(Owner.of(Map.of("kubernetes.io/cluster/a", "perhaps")))
                .isEqualTo(new Owner.OfNone("no tag names a cluster"));
    }

    @Test
    void emptyClusterName_isNoCluster() {
        assertThat(Owner.of(Map.of("kubernetes.io/cluster/", "owned"))).isInstanceOf(Owner.OfNone.class);
    }

    @Test
    void noTags_areNotSeen() {
        assertThat(Owner.of(Map.of())).isEqualTo(new Owner.NotSeen());
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../../dev", "<!channel>", "a b", "-dev"})
    void tagThatNamesNoLegalCluster_isNoClusters(String name) {
        assertThat(Owner.of(Map.of("eks:cluster-name", name))).isInstanceOf(Owner.OfNone.class);
        assertThat(Owner.of(Map.of("kubernetes.io/cluster/" + name, "owned"))).isInstanceOf(Owner.OfNone.class);
        assertThat(Owner.of(Map.of("eks:cluster-name", "d".repeat(101)))).isInstanceOf(Owner.OfNone.class);
    }
}
