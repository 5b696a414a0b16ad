package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a new cluster looks like, from the call that creates it. */
final class ClusterDescription {
    private static final Set<String> VERSIONS = Set.of("1.29", "1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36");
    private static final String NEWEST_BY_DEFAULT = "1.34";
    private static final List<String> ONLY_WHEN_ASKED =
            List.of("computeConfig", "storageConfig", "outpostConfig", "remoteNetworkConfig", "encryptionConfig");

    private final EksCall call;
    private final double createdAt;

    ClusterDescription(EksCall call, double createdAt) {
        this.call = call;
        this.createdAt = createdAt;
    }

    ObjectNode body() {
        var asked = call.body();
        String name = call.required("name");
        var body = Json.object()
                .put("name", name)
                .put("arn", call.arn("cluster/" + name))
                .put("createdAt", createdAt)
                .put("version", version())
                .put("roleArn", call.required("roleArn"))
                .put("platformVersion", "eks.9");
        body.set("resourcesVpcConfig", network(asked.path("resourcesVpcConfig")));
        body.set("kubernetesNetworkConfig", kubernetesNetwork(asked.path("kubernetesNetworkConfig")));
        body.set("accessConfig", access());
        body.set("logging", asked.has("logging") ? asked.get("logging").deepCopy() : Json.object());
        body.set("tags", EksTags.of(asked));
        body.putObject("health").putArray("issues");
        body.putObject("upgradePolicy").put("supportType", "EXTENDED");
        body.put("deletionProtection", asked.path("deletionProtection").asBoolean(false));
        ONLY_WHEN_ASKED.stream()
                .filter(asked::hasNonNull)
                .forEach(field -> body.set(field, asked.get(field).deepCopy()));
        return body;
    }

    private String version() {
        String version = call.optional("version").orElse(NEWEST_BY_DEFAULT);
        if (!VERSIONS.contains(version)) {
            throw Refusal.invalid("unsupported Kubernetes version " + version);
        }
        return version;
    }

    private static ObjectNode network(JsonNode asked) {
        boolean open = asked.path("endpointPublicAccess").asBoolean(true);
        boolean within = asked.path("endpointPrivateAccess").asBoolean(false);
        if (!open && !within) {
            throw Refusal.invalid("Private and public endpoint access cannot be false");
        }
        var network = Json.object();
        network.set("subnetIds", Json.array(EksCall.texts(asked.path("subnetIds"))));
        network.set("securityGroupIds", Json.array(EksCall.texts(asked.path("securityGroupIds"))));
        network.put("endpointPublicAccess", open).put("endpointPrivateAccess", within);
        var cidrs = EksCall.texts(asked.path("publicAccessCidrs"));
        network.set("publicAccessCidrs", Json.array(cidrs.isEmpty() && open ? List.of("0.0.0.0/0") : cidrs));
        return network;
    }

    private static ObjectNode kubernetesNetwork(JsonNode asked) {
        String family = asked.path("ipFamily").asString("ipv4");
        var network = Json.object().put("ipFamily", family);
        if (family.equals("ipv6")) {
            network.put("serviceIpv6Cidr", "fd12:3456:789a::/108");
        } else {
            network.put("serviceIpv4Cidr", asked.path("serviceIpv4Cidr").asString("10.100.0.0/16"));
        }
        network.set(
                "elasticLoadBalancing",
                asked.has("elasticLoadBalancing")
                        ? asked.get("elasticLoadBalancing").deepCopy()
                        : Json.object().put("enabled", false));
        return network;
    }

    private ObjectNode access() {
        var asked = call.body().path("accessConfig");
        String mode = asked.path("authenticationMode").asString("CONFIG_MAP");
        boolean creatorIsAdmin =
                asked.path("bootstrapClusterCreatorAdminPermissions").asBoolean(true);
        if (AuthenticationMode.of(mode) == AuthenticationMode.CONFIG_MAP) {
            if (!creatorIsAdmin) {
                throw Refusal.invalid(
                        "bootstrapClusterCreatorAdminPermissions must be true if cluster authentication mode is set to"
                                + " CONFIG_MAP");
            }
            if (call.body().path("computeConfig").path("enabled").asBoolean(false)) {
                throw Refusal.invalid(
                        "Your cluster's authentication mode must be API or API_AND_CONFIG_MAP for EKS Auto Mode");
            }
        }
        return Json.object()
                .put("authenticationMode", mode)
                .put("bootstrapClusterCreatorAdminPermissions", creatorIsAdmin);
    }
}
