package io.groundskeeper.interruption.watch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one look at a cluster saw.
 *
 * @param autoMode whether EKS Auto Mode runs its nodes; then nothing else was looked at
 * @param nodes all of its nodes
 * @param claims all of its NodeClaims, none where Karpenter is not installed
 * @param controller whether Karpenter runs
 */
public record ClusterSnapshot(boolean autoMode, List<Node> nodes, List<Claim> claims, Controller controller) {

    public ClusterSnapshot {
        nodes = List.copyOf(nodes);
        claims = List.copyOf(claims);
    }

    /**
     * A node.
     *
     * @param providerId ends in the instance's id
     * @param deletedAt when its deletion was asked for
     * @param disrupted whether Karpenter's taint is on it
     */
    public record Node(
            String name,
            String providerId,
            Map<String, String> labels,
            Optional<Instant> deletedAt,
            boolean disrupted) {

        public Node {
            labels = Map.copyOf(labels);
        }

        boolean isAutoMode() {
            return "auto".equals(labels.get("eks.amazonaws.com/compute-type"));
        }

        Optional<String> nodeGroup() {
            return Optional.ofNullable(labels.get("eks.amazonaws.com/nodegroup"));
        }

        Optional<String> nodePool() {
            return Optional.ofNullable(labels.get("karpenter.sh/nodepool"));
        }
    }

    /**
     * A NodeClaim of Karpenter's.
     *
     * @param providerId ends in the instance's id; empty until launched
     * @param deletedAt when its deletion was asked for
     */
    public record Claim(String name, String providerId, Optional<String> nodePool, Optional<Instant> deletedAt) {}

    /** Whether Karpenter runs, as far as its lease shows. */
    public enum State {
        /** It renews its lease. */
        ALIVE,
        /** It has let its lease lapse. */
        DOWN,
        /** The lease is not where it was looked for, may not be read, or is being handed over. */
        UNKNOWN
    }

    /** @param words why we think so, to be put after a colon */
    public record Controller(State state, String words) {}

    Optional<Node> node(String instanceId) {
        return nodes.stream()
                .filter(node -> node.providerId().endsWith("/" + instanceId))
                .findFirst();
    }

    Optional<Claim> claim(String instanceId) {
        return claims.stream()
                .filter(claim -> claim.providerId().endsWith("/" + instanceId))
                .findFirst();
    }
}
