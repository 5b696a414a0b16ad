package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Cloud;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The cloud around one cluster: its own Fargate profiles, and the rest of AWS. */
final class ClusterCloud implements Cloud {
    private final Clusters clusters;
    private final String account;
    private final Scope scope;
    private final String name;
    private final Cloud rest;

    ClusterCloud(Clusters clusters, String account, Scope scope, String name, Cloud rest) {
        this.clusters = clusters;
        this.account = account;
        this.scope = scope;
        this.name = name;
        this.rest = rest;
    }

    @Override
    public boolean runsOnFargate(String namespace, JsonNode labels) {
        return clusters.with(() -> clusters.of(account, scope).stream()
                .filter(cluster -> cluster.name().equals(name))
                .flatMap(cluster -> cluster.parts(Kind.FARGATE_PROFILE).values().stream())
                .filter(profile -> profile.status().equals("ACTIVE"))
                .flatMap(profile -> profile.body().path("selectors").valueStream())
                .anyMatch(selector -> selects(selector, namespace, labels)));
    }

    private static boolean selects(JsonNode selector, String namespace, JsonNode labels) {
        return matches(Json.text(selector, "namespace"), namespace)
                && selector.path("labels").properties().stream()
                        .allMatch(label -> matches(
                                label.getValue().asString(""),
                                labels.path(label.getKey()).stringValue(null)));
    }

    /** EKS allows * and ? in selectors. */
    private static boolean matches(String pattern, String value) {
        if (pattern == null || value == null) {
            return false;
        }
        String expression = "\\Q" + pattern.replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E";
        return value.matches(expression);
    }

    @Override
    public List<String> find(Selected kind, JsonNode terms) {
        return rest.find(kind, terms);
    }

    @Override
    public boolean hasRole(String role) {
        return rest.hasRole(role);
    }

    @Override
    public boolean hasInstanceProfile(String profile) {
        return rest.hasInstanceProfile(profile);
    }

    @Override
    public String instanceProfile(NodeClass nodeClass, String role) {
        return rest.instanceProfile(nodeClass, role);
    }

    @Override
    public void forget(NodeClass nodeClass) {
        rest.forget(nodeClass);
    }

    @Override
    public void terminate(String instanceId) {
        rest.terminate(instanceId);
    }
}
