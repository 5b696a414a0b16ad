package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Node that a machine of a managed node group registers. */
final class GroupNode {
    private static final Map<String, String> EFFECTS =
            Map.of("NO_SCHEDULE", "NoSchedule", "NO_EXECUTE", "NoExecute", "PREFER_NO_SCHEDULE", "PreferNoSchedule");

    private GroupNode() {}

    static ObjectNode of(Machine machine, JsonNode group, String region) {
        var node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        var labels = node.putObject("metadata").put("name", machine.name()).putObject("labels");
        group.path("labels").properties().forEach(label -> labels.set(label.getKey(), label.getValue()));
        labels.put("eks.amazonaws.com/nodegroup", Json.text(group, "nodegroupName"))
                .put("eks.amazonaws.com/capacityType", Json.text(group, "capacityType"))
                .put("kubernetes.io/arch", machine.architecture())
                .put("kubernetes.io/hostname", machine.name())
                .put("kubernetes.io/os", "linux")
                .put("node.kubernetes.io/instance-type", machine.type())
                .put("topology.kubernetes.io/region", region)
                .put("topology.kubernetes.io/zone", machine.zone());
        var spec = node.putObject("spec").put("providerID", "aws:///" + machine.zone() + "/" + machine.id());
        group.path("taints")
                .forEach(taint -> spec.withArrayProperty("taints")
                        .addObject()
                        .put("key", Json.text(taint, "key"))
                        .put("value", taint.path("value").asString(""))
                        .put("effect", EFFECTS.get(Json.text(taint, "effect"))));
        status(node.putObject("status"), machine, Json.text(group, "version"));
        return node;
    }

    private static void status(ObjectNode status, Machine machine, String version) {
        for (String room : new String[] {"capacity", "allocatable"}) {
            status.putObject(room).put("cpu", "2").put("memory", "4Gi").put("pods", "17");
        }
        var addresses = status.putArray("addresses");
        addresses.addObject().put("type", "InternalIP").put("address", machine.address());
        addresses.addObject().put("type", "InternalDNS").put("address", machine.name());
        addresses.addObject().put("type", "Hostname").put("address", machine.name());
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("reason", "KubeletReady")
                .put("message", "kubelet is posting ready status");
        status.putObject("nodeInfo")
                .put("architecture", machine.architecture())
                .put("operatingSystem", "linux")
                .put("kubeletVersion", "v" + version + ".0-eks-0000000");
    }
}
