package io.groundskeeper.local.eks;

import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What UpdateNodegroupConfig changes beside the scaling. */
final class NodegroupChanges {
    private NodegroupChanges() {}

    static void make(ObjectNode group, JsonNode wanted) {
        var labels = group.withObjectProperty("labels");
        wanted.at("/labels/addOrUpdateLabels")
                .properties()
                .forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.remove(EksCall.texts(wanted.at("/labels/removeLabels")));
        var taints = group.withArrayProperty("taints");
        var replaced = keys(wanted.at("/taints/addOrUpdateTaints"));
        replaced.addAll(keys(wanted.at("/taints/removeTaints")));
        taints.removeIf(taint -> replaced.contains(key(taint)));
        wanted.at("/taints/addOrUpdateTaints").forEach(taints::add);
        if (wanted.hasNonNull("updateConfig")) {
            group.set("updateConfig", wanted.get("updateConfig"));
        }
    }

    /** Two taints are the same by key and effect. */
    private static String key(JsonNode taint) {
        return taint.path("key").asString("") + ":" + taint.path("effect").asString("");
    }

    private static Set<String> keys(JsonNode taints) {
        return taints.valueStream().map(NodegroupChanges::key).collect(Collectors.toSet());
    }
}
