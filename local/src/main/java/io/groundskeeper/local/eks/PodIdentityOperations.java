package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pod identity associations: one role for a service account. */
final class PodIdentityOperations {
    private static final List<String> LISTED =
            List.of("clusterName", "namespace", "serviceAccount", "associationArn", "associationId");

    private final Clusters clusters;
    private final Surroundings surroundings;
    private final Parts parts;

    PodIdentityOperations(Clusters clusters, Surroundings surroundings) {
        this.clusters = clusters;
        this.surroundings = surroundings;
        this.parts = new Parts(clusters, Kind.POD_IDENTITY);
    }

    JsonNode create(EksCall call) {
        var cluster = clusters.require(call);
        String namespace = call.required("namespace");
        String account = call.required("serviceAccount");
        String role = call.required("roleArn");
        boolean taken = cluster.parts(Kind.POD_IDENTITY).values().stream()
                .map(EksResource::body)
                .anyMatch(body -> is(body, "namespace", namespace) && is(body, "serviceAccount", account));
        if (taken) {
            throw Refusal.inUse("Association already exists: namespace " + namespace + ", service account " + account);
        }
        if (!surroundings.roleExists(call.scope(), role)) {
            throw Refusal.invalid("Role provided in the request does not exist: " + role);
        }
        String id = "a-" + UUID.randomUUID().toString().replace("-", "").substring(0, 17);
        String arn = call.arn("podidentityassociation/" + cluster.name() + "/" + id);
        var body = Json.object()
                .put("clusterName", cluster.name())
                .put("namespace", namespace)
                .put("serviceAccount", account)
                .put("roleArn", role)
                .put("associationArn", arn)
                .put("associationId", id)
                .put("createdAt", clusters.epoch())
                .put("modifiedAt", clusters.epoch());
        body.set("tags", EksTags.of(call.body()));
        var association = new EksResource(arn, body);
        cluster.parts(Kind.POD_IDENTITY).put(id, association);
        return parts.shown(association);
    }

    JsonNode update(EksCall call) {
        var association = parts.require(call);
        String role = call.required("roleArn");
        if (!surroundings.roleExists(call.scope(), role)) {
            throw Refusal.invalid("Role provided in the request does not exist: " + role);
        }
        association.body().put("roleArn", role).put("modifiedAt", clusters.epoch());
        return parts.shown(association);
    }

    JsonNode list(EksCall call) {
        var found = clusters.require(call).parts(Kind.POD_IDENTITY).values().stream()
                .map(EksResource::body)
                .filter(body -> asked(call, body, "namespace") && asked(call, body, "serviceAccount"))
                .map(body -> body.deepCopy().retain(LISTED))
                .toList();
        return Pages.page(call.request(), "associations", found);
    }

    private static boolean asked(EksCall call, ObjectNode body, String field) {
        return call.request()
                .query(field)
                .map(wanted -> is(body, field, wanted))
                .orElse(true);
    }

    private static boolean is(ObjectNode body, String field, String wanted) {
        return wanted.equals(Json.text(body, field));
    }
}
