package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.nodes.ImageRelease;
import io.groundskeeper.bootstrap.nodes.MachineImages;
import io.groundskeeper.bootstrap.nodes.NodeKind;
import io.groundskeeper.bootstrap.nodes.NodeObjects;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One cluster's NodePool and EC2NodeClass, which nobody else writes, and the images that EKS publishes. */
final class FakeNodes implements NodeObjects, MachineImages {

    final Map<NodeKind, ObjectNode> objects = new EnumMap<>(NodeKind.class);
    final Set<String> published = new HashSet<>(Set.of("v20261101"));
    String recommended = "v20261101";

    private final Consumer<String> reading;
    private final BiConsumer<String, String> writing;

    FakeNodes(Consumer<String> reading, BiConsumer<String, String> writing) {
        this.reading = reading;
        this.writing = writing;
    }

    String alias() {
        return objects.get(NodeKind.EC2_NODE_CLASS)
                .path("spec")
                .path("amiSelectorTerms")
                .path(0)
                .path("alias")
                .asString();
    }

    @Override
    public Optional<JsonNode> find(ClusterEndpoint cluster, NodeKind kind) {
        reading.accept("findNodeObject");
        return Optional.ofNullable(objects.get(kind));
    }

    @Override
    public void apply(ClusterEndpoint cluster, NodeKind kind, ObjectNode document) {
        writing.accept("applyNodeObject", kind.kind());
        var applied = document.deepCopy();
        var owner = ((ObjectNode) applied.path("metadata"))
                .putArray("managedFields")
                .addObject();
        owner.put("manager", FIELD_MANAGER).put("operation", "Apply").put("time", "2026-11-30T10:00:00Z");
        owner.set("fieldsV1", fields(document));
        objects.put(kind, applied);
    }

    private static ObjectNode fields(JsonNode node) {
        var fields = Json.object();
        node.properties().stream()
                .filter(entry -> !Set.of("apiVersion", "kind", "name").contains(entry.getKey()) || node.has("group"))
                .forEach(entry -> fields.set("f:" + entry.getKey(), fields(entry.getValue())));
        return fields;
    }

    @Override
    public Optional<ImageRelease> recommended(KubernetesVersion kubernetes, Architecture architecture) {
        reading.accept("recommendedImage");
        return Optional.of(new ImageRelease(recommended));
    }

    @Override
    public boolean isPublished(KubernetesVersion kubernetes, Architecture architecture, ImageRelease release) {
        reading.accept("publishedImage");
        return published.contains(release.version());
    }
}
