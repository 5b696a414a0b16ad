package io.groundskeeper.core.kubernetes;

import java.util.List;
import software.amazon.awssdk.services.eks.model.Cluster;

/**
 * Where a cluster's API server is and who may reach it.
 *
 * @param name the cluster's
 * @param url of the API server
 * @param certificateAuthority its CA, base64 of PEM as EKS gives it
 * @param publicAccess whether the endpoint is open outside the VPC
 * @param publicCidrs from where, when it is
 */
public record ClusterEndpoint(
        String name, String url, String certificateAuthority, boolean publicAccess, List<String> publicCidrs) {

    public ClusterEndpoint {
        publicCidrs = List.copyOf(publicCidrs);
    }

    /**
     * Reads it out of DescribeCluster's answer.
     *
     * @throws KubernetesUnavailableException if the cluster has no endpoint yet
     */
    public static ClusterEndpoint of(Cluster cluster) {
        if (cluster.endpoint() == null || cluster.certificateAuthority() == null) {
            throw new KubernetesUnavailableException(
                    KubernetesUnavailableException.Cause.NOT_READY,
                    "Cluster %s is %s and has no endpoint yet".formatted(cluster.name(), cluster.statusAsString()),
                    null);
        }
        var vpc = cluster.resourcesVpcConfig();
        return new ClusterEndpoint(
                cluster.name(),
                cluster.endpoint(),
                cluster.certificateAuthority().data(),
                vpc == null || !Boolean.FALSE.equals(vpc.endpointPublicAccess()),
                vpc == null ? List.of() : vpc.publicAccessCidrs());
    }

    /** Where it is open, in words for a message. */
    public String access() {
        return publicAccess
                ? "public access from %s".formatted(publicCidrs.isEmpty() ? "anywhere" : String.join(", ", publicCidrs))
                : "no public access";
    }
}
