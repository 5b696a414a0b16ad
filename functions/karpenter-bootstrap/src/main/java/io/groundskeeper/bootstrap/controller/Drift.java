package io.groundskeeper.bootstrap.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Compares the controller's Deployment with what its release installed, in the fields that decide whether it works. */
final class Drift {

    private static final List<String> POD_FIELDS = List.of("serviceAccountName", "dnsPolicy", "affinity", "containers");

    private Drift() {}

    /** The differences in words. What the API server adds to an object is none. */
    static List<String> of(Release release, List<Workload> workloads, String namespace) {
        var installed = release.deployment(Karpenter.RELEASE);
        if (installed.isEmpty()) {
            return List.of();
        }
        Optional<Workload> live = workloads.stream()
                .filter(workload -> workload.name().equals(Karpenter.RELEASE)
                        && workload.namespace().equals(namespace))
                .findFirst();
        if (live.isEmpty()) {
            return List.of("Deployment karpenter was missing");
        }
        var wanted = installed.get().path("spec");
        var found = live.get().object().path("spec");
        var differences = new ArrayList<String>();
        compare("replicas", wanted.path("replicas"), found.path("replicas"), differences);
        POD_FIELDS.forEach(field -> compare(
                field,
                wanted.path("template").path("spec").path(field),
                found.path("template").path("spec").path(field),
                differences));
        return differences.stream().limit(5).map(d -> "Deployment's " + d).toList();
    }

    /** Adds the fields of {@code wanted} that {@code found} has otherwise, in words. */
    static void compare(String path, JsonNode wanted, JsonNode found, List<String> differences) {
        if (isNothing(wanted)) {
            return;
        }
        if (wanted.isObject()) {
            wanted.properties()
                    .forEach(entry -> compare(
                            path + "." + entry.getKey(), entry.getValue(), found.path(entry.getKey()), differences));
        } else if (wanted.isArray() && wanted.get(0).has("name")) {
            // Merged by name: what others added stays, whatever Helm does.
            wanted.valueStream()
                    .forEach(entry -> compare(
                            path + "." + entry.path("name").asString(""), entry, named(found, entry), differences));
        } else if (wanted.isArray() && wanted.size() == found.size()) {
            for (int i = 0; i < wanted.size(); i++) {
                compare(path + "[" + i + "]", wanted.get(i), found.get(i), differences);
            }
        } else if (wanted.isArray() || !wanted.asString().equals(found.asString(""))) {
            differences.add("%s was %s".formatted(path, found.isMissingNode() ? "missing" : shown(found)));
        }
    }

    private static JsonNode named(JsonNode list, JsonNode like) {
        return list.valueStream()
                .filter(entry -> entry.path("name").equals(like.path("name")))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    // The API server leaves out what is empty, false or none.
    private static boolean isNothing(JsonNode node) {
        return node.isMissingNode()
                || node.isNull()
                || (node.isContainer() && node.isEmpty())
                || (node.isBoolean() && !node.asBoolean())
                || (node.isString() && node.asString().isEmpty());
    }

    private static String shown(JsonNode node) {
        return node.isArray() ? "a list of %d".formatted(node.size()) : node.asString("other");
    }
}
