package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What EKS says of a cluster.
 *
 * @param status CREATING, ACTIVE, DELETING, FAILED, UPDATING, PENDING or one that EKS may add
 * @param kind who runs its nodes and its control plane
 * @param ipv6 whether its pods have IPv6 addresses
 * @param vpcId empty while EKS does not name it
 * @param subnetIds those that it was created with
 * @param securityGroupId the one that EKS made for it
 * @param endpoint of its API server, once there is one
 * @param logins how people, nodes and pods prove who they are
 * @param version of its Kubernetes, while it is not just being changed; its API server always knows
 */
public record ClusterFacts(
        ClusterId id,
        String status,
        Map<String, String> tags,
        Kind kind,
        boolean ipv6,
        String vpcId,
        List<String> subnetIds,
        Optional<String> securityGroupId,
        Optional<ClusterEndpoint> endpoint,
        Logins logins,
        Optional<KubernetesVersion> version) {

    /** Kinds of clusters that Karpenter cares about. */
    public enum Kind {
        /** EKS runs the control plane, its owner the nodes. */
        STANDARD,
        /** EKS Auto Mode: EKS runs the nodes too, with a Karpenter of its own. */
        AUTO_MODE,
        /** A local cluster on Outposts. */
        OUTPOST,
        /** A cluster elsewhere that is only shown by EKS. */
        CONNECTED
    }

    /**
     * How identities are proven in the cluster, and of it.
     *
     * @param authenticationMode CONFIG_MAP, API_AND_CONFIG_MAP, API or one that EKS may add
     * @param issuer the URL that vouches for its service accounts, once there is one
     */
    public record Logins(String authenticationMode, Optional<String> issuer) {

        private static final String CONFIG_MAP = "CONFIG_MAP";

        /** Whether the ConfigMap aws-auth says who gets in, alone or beside access entries. */
        public boolean readsConfigMap() {
            return !authenticationMode.equals("API");
        }

        /** Whether the cluster refuses access entries: only its ConfigMap aws-auth says who gets in. */
        public boolean byConfigMapOnly() {
            return authenticationMode.equals(CONFIG_MAP);
        }
    }

    /** One whose version only its API server says. */
    public ClusterFacts(
            ClusterId id,
            String status,
            Map<String, String> tags,
            Kind kind,
            boolean ipv6,
            String vpcId,
            List<String> subnetIds,
            Optional<String> securityGroupId,
            Optional<ClusterEndpoint> endpoint,
            Logins logins) {
        this(id, status, tags, kind, ipv6, vpcId, subnetIds, securityGroupId, endpoint, logins, Optional.empty());
    }

    public ClusterFacts {
        tags = Map.copyOf(tags);
        subnetIds = List.copyOf(subnetIds);
    }

    /** Its name. */
    public String name() {
        return id.name();
    }

    /** Whether it carries our mark, which says that it is kept in order. */
    public boolean marked() {
        return Tags.MARK_VALUE.equals(tags.get(Tags.MARK));
    }
}
