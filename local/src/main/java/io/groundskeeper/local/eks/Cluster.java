package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Identity;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** One cluster with all that belongs to it. Guarded by Clusters. */
final class Cluster {
    private final String name;
    private final Scope scope;
    private final Identity creator;
    private final EksResource resource;
    private final String securityGroup;
    private final KubernetesApi api;
    private final Map<Kind, Map<String, EksResource>> parts = new EnumMap<>(Kind.class);
    private final Map<String, Map<String, ObjectNode>> policies = new LinkedHashMap<>();
    private final List<Update> updates = new ArrayList<>();

    Cluster(Scope scope, Identity creator, EksResource resource, String securityGroup, KubernetesApi api) {
        this.name = Json.text(resource.body(), "name");
        this.scope = scope;
        this.creator = creator;
        this.resource = resource;
        this.securityGroup = securityGroup;
        this.api = api;
        for (Kind kind : Kind.values()) {
            parts.put(kind, new LinkedHashMap<>());
        }
    }

    String name() {
        return name;
    }

    Scope scope() {
        return scope;
    }

    Identity creator() {
        return creator;
    }

    EksResource resource() {
        return resource;
    }

    String securityGroup() {
        return securityGroup;
    }

    KubernetesApi api() {
        return api;
    }

    /** Its parts of a kind by name, in the order of their creation. */
    Map<String, EksResource> parts(Kind kind) {
        return parts.get(kind);
    }

    /** The access policies of a principal by policy ARN. */
    Map<String, ObjectNode> policies(String principalArn) {
        return policies.computeIfAbsent(principalArn, any -> new LinkedHashMap<>());
    }

    List<Update> updates() {
        return updates;
    }

    String authenticationMode() {
        return resource.body().path("accessConfig").path("authenticationMode").asString("");
    }

    /** It and its parts. */
    Stream<EksResource> all() {
        return Stream.concat(Stream.of(resource), parts.values().stream().flatMap(byName -> byName.values().stream()));
    }

    /** Lets time pass. */
    void settle(Instant now) {
        updates.forEach(update -> update.settle(now));
        boolean created = resource.status().equals("CREATING");
        if (resource.settle(now) && created) {
            showEndpoint();
        }
        for (var byName : parts.values()) {
            byName.values().forEach(part -> part.settle(now));
            byName.values().removeIf(EksResource::gone);
        }
    }

    private void showEndpoint() {
        var body = resource.body();
        body.put("endpoint", api.endpoint().toString());
        String ca = Base64.getEncoder().encodeToString(api.caCertificatePem().getBytes(StandardCharsets.UTF_8));
        body.putObject("certificateAuthority").put("data", ca);
        String id = UUID.nameUUIDFromBytes(resource.arn().getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "")
                .toUpperCase(Locale.ROOT);
        String issuer = "https://oidc.eks." + scope.region() + "." + scope.domain() + "/id/" + id;
        body.putObject("identity").putObject("oidc").put("issuer", issuer);
        body.withObject("/resourcesVpcConfig").put("clusterSecurityGroupId", securityGroup);
    }
}
