package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** The access entries that EKS makes by itself, and how any entry looks. */
final class AccessEntries {
    static final String STANDARD = "STANDARD";
    static final String EC2_LINUX = "EC2_LINUX";
    static final String FARGATE_LINUX = "FARGATE_LINUX";

    private final Clusters clusters;

    AccessEntries(Clusters clusters) {
        this.clusters = clusters;
    }

    /** The creator's entry, when the cluster has entries and its creator may do everything. */
    void addCreator(Cluster cluster) {
        String principal = cluster.creator().principalArn();
        boolean wanted = cluster.resource()
                .body()
                .path("accessConfig")
                .path("bootstrapClusterCreatorAdminPermissions")
                .asBoolean(false);
        if (wanted && addOwn(cluster, principal, STANDARD)) {
            String policy = "arn:" + cluster.scope().partition()
                    + ":eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy";
            cluster.policies(principal)
                    .put(policy, association(policy, Json.object().put("type", "cluster")));
        }
    }

    /** An entry for a role that EKS itself lets in; says whether there is a new one. */
    boolean addOwn(Cluster cluster, String principal, String type) {
        boolean none = !cluster.authenticationMode().equals("CONFIG_MAP")
                && !cluster.parts(Kind.ACCESS_ENTRY).containsKey(principal);
        if (none) {
            cluster.parts(Kind.ACCESS_ENTRY).put(principal, entry(cluster, principal, type));
        }
        return none;
    }

    /** A new entry without groups, with the user name that EKS derives. */
    EksResource entry(Cluster cluster, String principal, String type) {
        String[] parts = principal.split(":", 6);
        String account = parts[4];
        String kind = parts[5].startsWith("role/") ? "role" : "user";
        String name = principal.substring(principal.lastIndexOf('/') + 1);
        String arn = "arn:" + cluster.scope().partition() + ":eks:"
                + cluster.scope().region() + ":"
                + cluster.creator().account() + ":access-entry/" + cluster.name() + "/" + kind + "/" + account + "/"
                + name + "/" + UUID.randomUUID();
        var body = Json.object()
                .put("clusterName", cluster.name())
                .put("principalArn", principal)
                .put("accessEntryArn", arn)
                .put("createdAt", clusters.epoch())
                .put("modifiedAt", clusters.epoch())
                .put("username", username(cluster, principal, account, name, type))
                .put("type", type);
        body.putArray("kubernetesGroups");
        body.putObject("tags");
        if (!type.equals(STANDARD)) {
            body.withArray("/kubernetesGroups").add("system:nodes");
        }
        return new EksResource(arn, body);
    }

    private static String username(Cluster cluster, String principal, String account, String name, String type) {
        if (!type.equals(STANDARD)) {
            return type.equals(FARGATE_LINUX) ? "system:node:{{SessionName}}" : "system:node:{{EC2PrivateDNSName}}";
        }
        return principal.contains(":role/")
                ? "arn:" + cluster.scope().partition() + ":sts::" + account + ":assumed-role/" + name
                        + "/{{SessionName}}"
                : principal;
    }

    /** How an associated policy looks. */
    ObjectNode association(String policyArn, ObjectNode accessScope) {
        var association = Json.object().put("policyArn", policyArn);
        association.set("accessScope", accessScope);
        return association.put("associatedAt", clusters.epoch()).put("modifiedAt", clusters.epoch());
    }
}
