package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Identity;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.UnauthorizedException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Access by the cluster's entries; its creator, where it has none, does everything. */
final class ClusterAccess implements Access {
    private final Clusters clusters;
    private final String account;
    private final Scope scope;
    private final String name;

    ClusterAccess(Clusters clusters, String account, Scope scope, String name) {
        this.clusters = clusters;
        this.account = account;
        this.scope = scope;
        this.name = name;
    }

    @Override
    public Caller of(Identity identity) {
        return clusters.with(() -> clusters.of(account, scope).stream()
                .filter(cluster -> cluster.name().equals(name))
                .findFirst()
                .map(cluster -> caller(cluster, identity))
                .orElseThrow(() -> new UnauthorizedException("There is no cluster " + name)));
    }

    private static Caller caller(Cluster cluster, Identity identity) {
        // The creator of a cluster without entries is known to nobody but EKS.
        if (cluster.authenticationMode().equals("CONFIG_MAP")
                && identity.is(cluster.creator().principalArn())) {
            return new Caller("kubernetes-admin", List.of("system:masters"), true, true);
        }
        return cluster.parts(Kind.ACCESS_ENTRY).entrySet().stream()
                .filter(entry -> identity.is(entry.getKey()))
                .findFirst()
                .map(entry -> byEntry(cluster, entry, identity))
                .orElseThrow(() -> new UnauthorizedException(
                        identity.principalArn() + " has no access entry in cluster " + cluster.name()));
    }

    private static Caller byEntry(Cluster cluster, Map.Entry<String, EksResource> entry, Identity identity) {
        var body = entry.getValue().body();
        String username = body.path("username")
                .asString(identity.arn())
                .replace("{{SessionName}}", identity.sessionName())
                .replace("{{EC2PrivateDNSName}}", identity.sessionName());
        boolean admin = grants(cluster, entry.getKey(), "AmazonEKSClusterAdminPolicy");
        boolean reads = admin || grants(cluster, entry.getKey(), "AmazonEKSAdminViewPolicy", "AmazonEKSViewPolicy");
        return new Caller(username, EksCall.texts(body.path("kubernetesGroups")), admin, reads);
    }

    private static boolean grants(Cluster cluster, String principal, String... policies) {
        return cluster.policies(principal).values().stream()
                .filter(association -> isWholeCluster(association.path("accessScope")))
                .map(association -> Json.text(association, "policyArn"))
                .anyMatch(arn -> Stream.of(policies).anyMatch(policy -> arn.endsWith("/" + policy)));
    }

    private static boolean isWholeCluster(JsonNode accessScope) {
        return "cluster".equals(Json.text(accessScope, "type"));
    }
}
