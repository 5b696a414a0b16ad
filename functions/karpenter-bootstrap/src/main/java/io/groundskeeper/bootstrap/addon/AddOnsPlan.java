package io.groundskeeper.bootstrap.addon;

import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What keeps the add-ons that are there off Karpenter's nodes. */
final class AddOnsPlan {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
    private static final YAMLMapper YAML = new YAMLMapper();
    // What EKS gives CoreDNS where nothing is configured: the configured terms replace it.
    private static final String USUAL = """
            {"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[
            {"key":"kubernetes.io/os","operator":"In","values":["linux"]},
            {"key":"kubernetes.io/arch","operator":"In","values":["amd64","arm64"]}]}]}}}""";

    private AddOnsPlan() {}

    static Plan<AddOnChange> of(AddOnsStep.Seen seen) {
        if (seen.nodes().stream().noneMatch(node -> node.isManaged() && node.takesController())) {
            return new Plan.Skipped<>(
                    "CoreDNS and metrics-server are not kept off Karpenter's nodes: no managed node group has a ready node for them");
        }
        var changes = new ArrayList<AddOnChange>();
        var warnings = new ArrayList<String>();
        for (var found : seen.found()) {
            var busy = found.addon().isPresent()
                    ? byEks(found.addon().get(), changes, warnings)
                    : byDeployment(found, changes, warnings);
            if (busy.isPresent()) {
                return new Plan.Waiting<>(changes, busy.get(), LOOK_AGAIN);
            }
        }
        return new Plan.Changes<>(changes, warnings);
    }

    /** Adds what it takes; what must be waited for. */
    private static Optional<String> byEks(Addon addon, List<AddOnChange> changes, List<String> warnings) {
        var configuration = read(addon);
        if (configuration.isEmpty()) {
            warnings.add(
                    "The configurationValues of add-on %s are no JSON or YAML object and were left: it is not kept off Karpenter's nodes"
                            .formatted(addon.name()));
            return Optional.empty();
        }
        boolean pinned = Pinning.isPinned(configuration.get().path("affinity"));
        if (addon.isBusy()) {
            return Optional.of("Add-on %s is %s".formatted(addon.name(), addon.status()));
        }
        if (!pinned && !addon.status().equals("DELETING")) {
            changes.add(new AddOnChange.Configure(addon.name(), with(configuration.get())));
        } else if (addon.status().equals("UPDATE_FAILED")) {
            warnings.add("Add-on %s is UPDATE_FAILED: see its health (aws eks describe-addon)".formatted(addon.name()));
        }
        return Optional.empty();
    }

    private static Optional<String> byDeployment(
            AddOnsStep.Found found, List<AddOnChange> changes, List<String> warnings) {
        found.deployment().ifPresent(deployment -> {
            var affinity = deployment.podSpec().path("affinity");
            if (Pinning.isPinned(affinity)) {
                return;
            }
            if (Pinning.terms(affinity).isEmpty()) {
                changes.add(new AddOnChange.Pin(found.name(), pin(found.name())));
            } else {
                warnings.add(
                        "Deployment kube-system/%s has node selector terms that someone else set (%s), and they were left: to keep it off Karpenter's nodes add {key: karpenter.sh/nodepool, operator: DoesNotExist} to each (kubectl -n kube-system edit deployment %s)"
                                .formatted(found.name(), String.join(", ", deployment.fieldManagers()), found.name()));
            }
        });
        return Optional.empty();
    }

    private static Optional<ObjectNode> read(Addon addon) {
        if (addon.configuration().isBlank()) {
            return Optional.of(Json.object());
        }
        try {
            return YAML.readTree(addon.configuration()) instanceof ObjectNode object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static String with(ObjectNode configuration) {
        var affinity = configuration.path("affinity");
        var terms = Pinning.terms(affinity).isEmpty() ? merged(affinity) : affinity;
        return Json.write(configuration.deepCopy().set("affinity", Pinning.pinned(terms)));
    }

    private static JsonNode merged(JsonNode affinity) {
        var usual = (ObjectNode) Json.read(USUAL);
        if (affinity instanceof ObjectNode there) {
            var result = there.deepCopy();
            if (result.path("nodeAffinity") instanceof ObjectNode node) {
                node.setAll((ObjectNode) usual.path("nodeAffinity"));
            } else {
                result.set("nodeAffinity", usual.path("nodeAffinity"));
            }
            return result;
        }
        return usual;
    }

    // Only what we want of it: what we do not name stays its owner's.
    private static JsonNode pin(String name) {
        var document = Json.object().put("apiVersion", "apps/v1").put("kind", "Deployment");
        document.putObject("metadata").put("namespace", "kube-system").put("name", name);
        document.putObject("spec")
                .putObject("template")
                .putObject("spec")
                .putObject("affinity")
                .set("nodeAffinity", Pinning.pinned(Json.object()).path("nodeAffinity"));
        return document;
    }
}
