package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import java.util.Map;
import java.util.Optional;

/** What an instance is, as far as its node, its NodeClaim or its warning say so. */
record Traits(Optional<String> instanceType, Optional<String> zone, Optional<String> capacityType) {

    static final Traits UNKNOWN = new Traits(Optional.empty(), Optional.empty(), Optional.empty());

    static Traits of(Optional<Node> node, Optional<Claim> claim, Warning warning) {
        Map<String, String> ofNode = node.map(Node::labels).orElse(Map.of());
        Map<String, String> ofClaim = claim.map(Claim::labels).orElse(Map.of());
        return new Traits(
                label("node.kubernetes.io/instance-type", ofNode, ofClaim),
                label("topology.kubernetes.io/zone", ofNode, ofClaim).or(warning::zone),
                label("karpenter.sh/capacity-type", ofNode, ofClaim));
    }

    private static Optional<String> label(String key, Map<String, String> ofNode, Map<String, String> ofClaim) {
        return Optional.ofNullable(ofNode.getOrDefault(key, ofClaim.get(key))).filter(value -> !value.isBlank());
    }
}
