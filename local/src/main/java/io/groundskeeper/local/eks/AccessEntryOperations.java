package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Access entries and the policies associated with them. */
final class AccessEntryOperations {
    private static final Pattern PRINCIPAL = Pattern.compile("^arn:aws[a-z-]*:iam::\\d{12}:(role|user)/.+$");
    private static final Set<String> TYPES =
            Set.of("STANDARD", "EC2_LINUX", "EC2_WINDOWS", "FARGATE_LINUX", "EC2", "HYBRID_LINUX", "HYPERPOD_LINUX");
    private static final Set<String> POLICIES = Set.of(
            "AmazonEKSClusterAdminPolicy",
            "AmazonEKSAdminPolicy",
            "AmazonEKSAdminViewPolicy",
            "AmazonEKSEditPolicy",
            "AmazonEKSViewPolicy",
            "AmazonEKSAutoNodePolicy");

    private final Clusters clusters;
    private final AccessEntries entries;
    private final Parts parts;

    AccessEntryOperations(Clusters clusters, AccessEntries entries) {
        this.clusters = clusters;
        this.entries = entries;
        this.parts = new Parts(clusters, Kind.ACCESS_ENTRY);
    }

    JsonNode create(EksCall call) {
        var cluster = requireEntries(call);
        String principal = call.required("principalArn");
        String type = call.optional("type").orElse(AccessEntries.STANDARD);
        check(call, principal, type);
        if (cluster.parts(Kind.ACCESS_ENTRY).containsKey(principal)) {
            throw Refusal.inUse("The specified access entry resource is already in use on this cluster.");
        }
        var entry = entries.entry(cluster, principal, type);
        entry.body().set("tags", EksTags.of(call.body()));
        shape(entry.body(), call);
        cluster.parts(Kind.ACCESS_ENTRY).put(principal, entry);
        return parts.shown(entry);
    }

    private static void check(EksCall call, String principal, String type) {
        if (!PRINCIPAL.matcher(principal).matches()) {
            throw Refusal.invalid("The principalArn parameter format is not valid: " + principal);
        }
        if (!TYPES.contains(type)) {
            throw Refusal.invalid("The type parameter is not valid: " + type);
        }
        checkShape(call, type);
    }

    private static void checkShape(EksCall call, String type) {
        boolean shaped = call.optional("username").isPresent()
                || !call.texts("kubernetesGroups").isEmpty();
        if (!type.equals(AccessEntries.STANDARD) && shaped) {
            throw Refusal.invalid(
                    "You cannot specify a username or kubernetesGroups for an access entry of type " + type);
        }
        if (call.texts("kubernetesGroups").stream().anyMatch(group -> group.startsWith("system:"))) {
            throw Refusal.invalid("The kubernetes group name cannot start with system:");
        }
        if (call.optional("username").filter(name -> name.startsWith("system:")).isPresent()) {
            throw Refusal.invalid("The username cannot start with system:");
        }
    }

    private static void shape(ObjectNode body, EksCall call) {
        call.optional("username").ifPresent(name -> body.put("username", name));
        if (call.body().hasNonNull("kubernetesGroups")) {
            body.set("kubernetesGroups", Json.array(call.texts("kubernetesGroups")));
        }
    }

    JsonNode describe(EksCall call) {
        requireEntries(call);
        return parts.describe(call);
    }

    JsonNode list(EksCall call) {
        requireEntries(call);
        return parts.list(call);
    }

    JsonNode update(EksCall call) {
        requireEntries(call);
        var entry = parts.require(call);
        checkShape(call, Json.text(entry.body(), "type"));
        shape(entry.body(), call);
        entry.body().put("modifiedAt", clusters.epoch());
        return parts.shown(entry);
    }

    JsonNode delete(EksCall call) {
        var cluster = requireEntries(call);
        parts.deleteNow(call);
        cluster.policies(call.part("part")).clear();
        return Json.object();
    }

    JsonNode associate(EksCall call) {
        var cluster = requireEntries(call);
        var entry = parts.require(call);
        if (!AccessEntries.STANDARD.equals(Json.text(entry.body(), "type"))) {
            throw Refusal.notAllowed("Access policies can only be associated with an access entry of type STANDARD");
        }
        String policy = call.required("policyArn");
        var association = entries.association(policy, accessScope(call));
        boolean known = policy.contains(":eks::aws:cluster-access-policy/")
                && POLICIES.contains(policy.substring(policy.lastIndexOf('/') + 1));
        if (!known) {
            throw Refusal.invalid("The policyArn parameter format is not valid: " + policy);
        }
        cluster.policies(call.part("part")).put(policy, association);
        var answer = Json.object().put("clusterName", cluster.name()).put("principalArn", call.part("part"));
        return answer.set("associatedAccessPolicy", association.deepCopy());
    }

    private static ObjectNode accessScope(EksCall call) {
        var asked = call.body().path("accessScope");
        String type = asked.path("type").asString("");
        var namespaces = EksCall.texts(asked.path("namespaces"));
        boolean whole = type.equals("cluster") && namespaces.isEmpty();
        boolean some = type.equals("namespace") && !namespaces.isEmpty();
        if (!whole && !some) {
            throw Refusal.invalid("accessScope must be of type cluster, or of type namespace with namespaces");
        }
        var scope = Json.object().put("type", type);
        scope.set("namespaces", Json.array(namespaces));
        return scope;
    }

    JsonNode associated(EksCall call) {
        var cluster = requireEntries(call);
        parts.require(call);
        var policies = List.copyOf(cluster.policies(call.part("part")).values());
        return Pages.page(call.request(), "associatedAccessPolicies", policies)
                .put("clusterName", cluster.name())
                .put("principalArn", call.part("part"));
    }

    JsonNode disassociate(EksCall call) {
        var cluster = requireEntries(call);
        parts.require(call);
        if (cluster.policies(call.part("part")).remove(call.part("policyArn")) == null) {
            throw Refusal.notFound("The specified policyArn is not associated: " + call.part("policyArn"));
        }
        return Json.object();
    }

    private Cluster requireEntries(EksCall call) {
        var cluster = clusters.require(call);
        if (cluster.authenticationMode().equals("CONFIG_MAP")) {
            throw Refusal.notAllowed("The cluster's authentication mode must be set to one of [API,"
                    + " API_AND_CONFIG_MAP] to perform this operation.");
        }
        return cluster;
    }
}
