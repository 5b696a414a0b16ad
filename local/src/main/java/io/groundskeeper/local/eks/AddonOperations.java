package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CreateAddon, UpdateAddon, DescribeAddonVersions and DescribeAddonConfiguration. */
final class AddonOperations {
    private static final List<String> RESOLUTIONS = List.of("OVERWRITE", "NONE", "PRESERVE");

    private final Clusters clusters;
    private final Surroundings surroundings;
    private final Updates updates;
    private final Parts parts;
    private final AddonConfiguration configuration = new AddonConfiguration();

    AddonOperations(Clusters clusters, Surroundings surroundings) {
        this.clusters = clusters;
        this.surroundings = surroundings;
        this.updates = new Updates(clusters);
        this.parts = new Parts(clusters, Kind.ADDON);
    }

    JsonNode create(EksCall call) {
        var cluster = clusters.requireActive(call, "create addon");
        var addon = Addon.of(call.required("addonName"));
        check(call, addon);
        if (cluster.parts(Kind.ADDON).containsKey(addon.id())) {
            throw Refusal.inUse("Addon already exists.");
        }
        String arn = call.arn("addon/" + cluster.name() + "/" + addon.id() + "/" + UUID.randomUUID());
        var body = Json.object()
                .put("addonName", addon.id())
                .put("clusterName", cluster.name())
                .put("addonVersion", addon.version())
                .put("addonArn", arn)
                .put("createdAt", clusters.epoch())
                .put("modifiedAt", clusters.epoch());
        configure(body, call.body());
        body.set("tags", EksTags.of(call.body()));
        body.putObject("health").putArray("issues");
        var created = new EksResource(arn, body);
        created.pass("CREATING", "ACTIVE", clusters.due());
        cluster.parts(Kind.ADDON).put(addon.id(), created);
        return parts.shown(created);
    }

    JsonNode update(EksCall call) {
        var cluster = clusters.requireActive(call, "update addon");
        var there = parts.require(call);
        check(call, Addon.of(call.part("part")));
        var wanted = call.body().deepCopy();
        return updates.begin(cluster, Kind.ADDON, there, "AddonUpdate", wanted.without("clientRequestToken"), () -> {
            configure(there.body(), wanted);
            there.body().put("modifiedAt", clusters.epoch());
        });
    }

    private void check(EksCall call, Addon addon) {
        call.optional("addonVersion").ifPresent(addon::checkVersion);
        call.optional("configurationValues").ifPresent(values -> configuration.check(addon, values));
        call.optional("resolveConflicts")
                .filter(way -> !RESOLUTIONS.contains(way))
                .ifPresent(way -> {
                    throw Refusal.invalid("resolveConflicts must be one of " + RESOLUTIONS + ", not " + way);
                });
        call.optional("serviceAccountRoleArn")
                .filter(role -> !surroundings.roleExists(call.scope(), role))
                .ifPresent(role -> {
                    throw Refusal.invalid("Role provided in the request does not exist: " + role);
                });
    }

    /** What a call does not name stays as it is. */
    private static void configure(ObjectNode body, JsonNode wanted) {
        for (String field : List.of("addonVersion", "serviceAccountRoleArn", "configurationValues")) {
            if (wanted.hasNonNull(field)) {
                body.set(field, wanted.get(field));
            }
        }
    }

    JsonNode versions(EksCall call) {
        var addons = Arrays.stream(Addon.values())
                .filter(addon -> call.request()
                        .query("addonName")
                        .map(addon.id()::equals)
                        .orElse(true))
                .map(addon -> description(addon, call))
                .filter(addon -> !addon.at("/addonVersions/0/compatibilities").isEmpty())
                .toList();
        return Pages.page(call.request(), "addons", addons);
    }

    private static ObjectNode description(Addon addon, EksCall call) {
        var shown = Json.object()
                .put("addonName", addon.id())
                .put("type", addon.type())
                .put("publisher", "eks")
                .put("owner", "aws");
        var version = shown.putArray("addonVersions").addObject().put("addonVersion", addon.version());
        version.set("architecture", Json.array(List.of("amd64", "arm64")));
        var fits = version.putArray("compatibilities");
        addon.kubernetesVersions().stream()
                .filter(each -> call.request()
                        .query("kubernetesVersion")
                        .map(each::equals)
                        .orElse(true))
                .forEach(each -> fits.addObject()
                        .put("clusterVersion", each)
                        .put("defaultVersion", true)
                        .set("platformVersions", Json.array(List.of("*"))));
        return shown;
    }

    JsonNode configuration(EksCall call) {
        var addon = Addon.of(query(call, "addonName"));
        String version = query(call, "addonVersion");
        addon.checkVersion(version);
        return Json.object()
                .put("addonName", addon.id())
                .put("addonVersion", version)
                .put("configurationSchema", configuration.schema(addon).toString());
    }

    private static String query(EksCall call, String name) {
        return call.request().query(name).orElseThrow(() -> Refusal.invalid(name + " is required"));
    }
}
