package io.groundskeeper.bootstrap.addon;

import io.groundskeeper.core.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps pods off Karpenter's nodes by their affinity, and touches nothing else of it. */
final class Pinning {

    private static final String NODE_POOL = "karpenter.sh/nodepool";

    private Pinning() {}

    /** The node selector terms of an affinity. */
    static JsonNode terms(JsonNode affinity) {
        return affinity.path("nodeAffinity")
                .path("requiredDuringSchedulingIgnoredDuringExecution")
                .path("nodeSelectorTerms");
    }

    /** Whether an affinity keeps pods off Karpenter's nodes. Terms are alternatives: each must. */
    static boolean isPinned(JsonNode affinity) {
        var terms = terms(affinity);
        return !terms.isEmpty() && terms.valueStream().allMatch(Pinning::keepsOff);
    }

    /** The affinity, and each of its terms keeps off Karpenter's nodes. */
    static ObjectNode pinned(JsonNode affinity) {
        var result = affinity.isObject() ? (ObjectNode) affinity.deepCopy() : Json.object();
        var required = child(child(result, "nodeAffinity"), "requiredDuringSchedulingIgnoredDuringExecution");
        var terms = required.path("nodeSelectorTerms") instanceof ArrayNode there && !there.isEmpty()
                ? there
                : required.putArray("nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.addObject();
        }
        terms.valueStream()
                .filter(term -> !keepsOff(term))
                .forEach(term -> expressions((ObjectNode) term)
                        .addObject()
                        .put("key", NODE_POOL)
                        .put("operator", "DoesNotExist"));
        return result;
    }

    private static boolean keepsOff(JsonNode term) {
        return term.path("matchExpressions")
                .valueStream()
                .anyMatch(expression -> expression.path("key").asString("").equals(NODE_POOL)
                        && expression.path("operator").asString("").equals("DoesNotExist"));
    }

    private static ArrayNode expressions(ObjectNode term) {
        return term.path("matchExpressions") instanceof ArrayNode there ? there : term.putArray("matchExpressions");
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode there ? there : parent.putObject(name);
    }
}
