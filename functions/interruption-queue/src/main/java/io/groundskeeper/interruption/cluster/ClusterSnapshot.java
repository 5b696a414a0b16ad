package io.groundskeeper.interruption.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one look at a cluster saw.
 *
 * @param nodes all of its nodes
 * @param claims all of its NodeClaims, none where Karpenter is not installed
 * @param controller whether Karpenter runs
 */
public record ClusterSnapshot(List<Node> nodes, List<Claim> claims, Controller controller) {

    private static final String NODE_POOL = "karpenter.sh/nodepool";

    public ClusterSnapshot {
        nodes = List.copyOf(nodes);
        claims = List.copyOf(claims);
    }

    /**
     * A node.
     *
     * @param resourceVersion as read; it changes with each change of the node
     * @param providerId ends in the instance's id
     * @param deletedAt when its deletion was asked for
     * @param unschedulable whether it is cordoned
     */
    public record Node(
            String name,
            String uid,
            String resourceVersion,
            String providerId,
            Map<String, String> labels,
            Optional<Instant> deletedAt,
            List<Taint> taints,
            boolean unschedulable) {

        private static final String DISRUPTED = "karpenter.sh/disrupted";

        public Node {
            labels = Map.copyOf(labels);
            taints = List.copyOf(taints);
        }

        public boolean isAutoMode() {
            return "auto".equals(labels.get("eks.amazonaws.com/compute-type"));
        }

        public Optional<String> nodeGroup() {
            return Optional.ofNullable(labels.get("eks.amazonaws.com/nodegroup"));
        }

        public Optional<String> nodePool() {
            return Optional.ofNullable(labels.get(NODE_POOL));
        }

        /** Whether Karpenter's taint is on it. */
        public boolean disrupted() {
            return has(DISRUPTED);
        }

        /** Whether our taint is on it: a drain of ours was begun. */
        public boolean interrupted() {
            return has(NodeMark.TAINT);
        }

        private boolean has(String key) {
            return taints.stream().anyMatch(taint -> taint.key().equals(key));
        }
    }

    /**
     * A NodeClaim of Karpenter's.
     *
     * @param providerId ends in the instance's id; empty until launched
     * @param deletedAt when its deletion was asked for
     */
    public record Claim(
            String name, String uid, String providerId, Map<String, String> labels, Optional<Instant> deletedAt) {

        public Claim {
            labels = Map.copyOf(labels);
        }

        public Optional<String> nodePool() {
            return Optional.ofNullable(labels.get(NODE_POOL));
        }
    }

    /** Whether Karpenter runs, as far as its lease and its Deployment show. */
    public enum State {
        /** It renews its lease; or it has none, and its replicas are ready. */
        ALIVE,
        /** It has let its lease lapse, or none of its replicas is ready. */
        DOWN,
        /** Neither lease nor Deployment is where they were looked for, or may be read; or the lease is handed over. */
        UNKNOWN
    }

    /** @param words why we think so, to be put after a colon */
    public record Controller(State state, String words) {}

    public Optional<Node> node(String instanceId) {
        return nodes.stream()
                .filter(node -> node.providerId().endsWith("/" + instanceId))
                .findFirst();
    }

    public Optional<Claim> claim(String instanceId) {
        return claims.stream()
                .filter(claim -> claim.providerId().endsWith("/" + instanceId))
                .findFirst();
    }
}
