package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.cluster.NodeSettings;
import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.network.Selection;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The EC2NodeClass and the NodePool as they should be, valid for Karpenter 1.9 to 1.14. */
final class NodeDocuments {

    private NodeDocuments() {}

    /**
     * The EC2NodeClass.
     *
     * @param image that is pinned; empty where someone else decides on it
     */
    static ObjectNode nodeClass(Target target, Selection selection, Optional<ImageRelease> image) {
        var nodes = target.settings().nodes();
        var document = document(NodeKind.EC2_NODE_CLASS);
        var spec = document.putObject("spec");
        target.instanceProfile()
                .ifPresentOrElse(
                        profile -> spec.put("instanceProfile", profile),
                        () -> spec.put("role", target.names().nodeRole()));
        image.ifPresent(release -> spec.putArray("amiSelectorTerms").addObject().put("alias", release.alias()));
        terms(spec.putArray("subnetSelectorTerms"), selection.subnets());
        terms(spec.putArray("securityGroupSelectorTerms"), selection.group());
        var device = spec.putArray("blockDeviceMappings").addObject();
        device.put("deviceName", "/dev/xvda")
                .putObject("ebs")
                .put("volumeType", "gp3")
                .put("volumeSize", "20Gi")
                .put("encrypted", true)
                .put("deleteOnTermination", true);
        // With one hop, pods do not reach the role of their node.
        spec.putObject("metadataOptions")
                .put("httpEndpoint", "enabled")
                .put("httpProtocolIPv6", target.cluster().ipv6() ? "enabled" : "disabled")
                .put("httpPutResponseHopLimit", 1)
                .put("httpTokens", "required");
        if (!nodes.tags().tags().isEmpty()) {
            var tags = spec.putObject("tags");
            nodes.tags().tags().forEach(tags::put);
        }
        return document;
    }

    /** The NodePool. */
    static ObjectNode nodePool(NodeSettings nodes) {
        var document = document(NodeKind.NODE_POOL);
        var spec = document.putObject("spec");
        var node = spec.putObject("template").putObject("spec");
        node.putObject("nodeClassRef")
                .put("group", NodeKind.EC2_NODE_CLASS.group())
                .put("kind", NodeKind.EC2_NODE_CLASS.kind())
                .put("name", NodeKind.NAME);
        var requirements = node.putArray("requirements");
        requirement(
                requirements,
                "kubernetes.io/arch",
                "In",
                nodes.architectures().stream().map(Architecture::label).toList());
        requirement(requirements, "kubernetes.io/os", "In", List.of("linux"));
        requirement(requirements, "karpenter.sh/capacity-type", "In", nodes.capacityTypes());
        requirement(requirements, "karpenter.k8s.aws/instance-category", "In", nodes.categories());
        requirement(requirements, "karpenter.k8s.aws/instance-generation", "Gt", List.of("2"));
        node.put("expireAfter", "720h");
        spec.putObject("disruption")
                .put("consolidationPolicy", "WhenEmptyOrUnderutilized")
                .put("consolidateAfter", "1m");
        spec.putObject("limits").put("cpu", nodes.cpuLimit()).put("memory", nodes.memoryLimit());
        return document;
    }

    private static ObjectNode document(NodeKind kind) {
        var document = Json.object();
        document.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        document.putObject("metadata")
                .put("name", NodeKind.NAME)
                .putObject("labels")
                .put(Tags.MARK, Tags.MARK_VALUE);
        return document;
    }

    private static void terms(ArrayNode terms, Selection.Terms selection) {
        switch (selection) {
            case Selection.Terms.ByTag(var key, var value) ->
                terms.addObject().putObject("tags").put(key, value);
            case Selection.Terms.ById(var ids) ->
                ids.forEach(id -> terms.addObject().put("id", id));
        }
    }

    private static void requirement(ArrayNode requirements, String key, String operator, List<String> values) {
        var list = requirements
                .addObject()
                .put("key", key)
                .put("operator", operator)
                .putArray("values");
        values.forEach(list::add);
    }
}
