package io.groundskeeper.local.kubernetes;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether the pods of a template may run on a node: by its state, node selector, required node affinity and taints. */
record NodeFit(JsonNode podSpec) {
    private static final String OS = "kubernetes.io/os";

    boolean fits(ObjectNode node) {
        return isReady(node) && admits(node);
    }

    /** Whether these pods may be on a node, whatever state it is in. */
    boolean admits(ObjectNode node) {
        return matches(Metadata.of(node).labels(), Metadata.of(node).name())
                && node.path("spec").path("taints").valueStream().allMatch(this::tolerates);
    }

    /** Whether selector and affinity allow a machine with these labels. */
    boolean matches(JsonNode given, String name) {
        ObjectNode labels = given instanceof ObjectNode found ? found.deepCopy() : Documents.object();
        if (!labels.has(OS)) {
            // Every kubelet sets it, but not everyone who plays one.
            labels.put(OS, "linux");
        }
        boolean selected = podSpec.path("nodeSelector").properties().stream()
                .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()));
        JsonNode terms =
                podSpec.at("/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
        return selected && (terms.isEmpty() || terms.valueStream().anyMatch(term -> matchesTerm(term, labels, name)));
    }

    /** Whether a node's kubelet is there; one that nobody says anything of is. */
    static boolean isReporting(ObjectNode node) {
        return node.path("status")
                .path("conditions")
                .valueStream()
                .noneMatch(condition -> condition.path("type").asString("").equals("Ready")
                        && !condition.path("status").asString("").equals("True"));
    }

    private static boolean isReady(ObjectNode node) {
        return isReporting(node)
                && !Metadata.of(node).terminating()
                && !node.path("spec").path("unschedulable").asBoolean(false);
    }

    private static boolean matchesTerm(JsonNode term, ObjectNode labels, String name) {
        ObjectNode fields = Documents.object().put("metadata.name", name);
        return term.path("matchExpressions").valueStream().allMatch(wanted -> satisfies(labels, wanted))
                && term.path("matchFields").valueStream().allMatch(wanted -> satisfies(fields, wanted));
    }

    private static boolean satisfies(ObjectNode values, JsonNode wanted) {
        String key = wanted.path("key").asString("");
        List<String> allowed = wanted.path("values")
                .valueStream()
                .map(value -> value.asString(""))
                .toList();
        String value = values.path(key).asString("");
        return switch (wanted.path("operator").asString("")) {
            case "In" -> values.has(key) && allowed.contains(value);
            case "NotIn" -> !allowed.contains(value);
            case "Exists" -> values.has(key);
            case "DoesNotExist" -> !values.has(key);
            case "Gt" -> compare(value, allowed) > 0;
            case "Lt" -> compare(value, allowed) < 0;
            default -> false;
        };
    }

    /** Neither greater nor less when one is no number. */
    private static int compare(String value, List<String> limit) {
        boolean numbers = value.matches("\\d{1,18}")
                && limit.size() == 1
                && limit.getFirst().matches("\\d{1,18}");
        return numbers ? Long.compare(Long.parseLong(value), Long.parseLong(limit.getFirst())) : 0;
    }

    boolean tolerates(JsonNode taint) {
        return taint.path("effect").asString("").equals("PreferNoSchedule")
                || podSpec.path("tolerations").valueStream().anyMatch(toleration -> tolerates(toleration, taint));
    }

    private static boolean tolerates(JsonNode toleration, JsonNode taint) {
        String effect = toleration.path("effect").asString("");
        String key = toleration.path("key").asString("");
        boolean exists = toleration.path("operator").asString("").equals("Exists");
        return (effect.isEmpty() || effect.equals(taint.path("effect").asString("")))
                && (key.isEmpty() ? exists : key.equals(taint.path("key").asString("")))
                && (exists
                        || toleration
                                .path("value")
                                .asString("")
                                .equals(taint.path("value").asString("")));
    }
}
