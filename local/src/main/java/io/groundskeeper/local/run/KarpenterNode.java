package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.kubernetes.ObjectStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.Tag;
import tools.jackson.databind.node.ObjectNode;

/**
 * A node as Karpenter would have it, in AWS and in its cluster.
 *
 * @param cluster the cluster's name
 * @param name of the Node and its NodeClaim
 * @param instanceId the instance
 * @param zone its availability zone
 */
record KarpenterNode(String cluster, String name, String instanceId, String zone) {

    private static final String POOL = "default";
    private static final String NODE_CLASS = "default";
    private static final String TYPE = "m7g.large";

    /** The tags of the instance. */
    List<Tag> tags() {
        return Stream.concat(templateTags().stream(), Stream.of(tag("karpenter.sh/nodeclaim", name), tag("Name", name)))
                .toList();
    }

    /** The tags of its launch template. */
    List<Tag> templateTags() {
        return List.of(
                tag("kubernetes.io/cluster/" + cluster, "owned"),
                tag("eks:eks-cluster-name", cluster),
                tag("karpenter.sh/nodepool", POOL),
                tag("karpenter.k8s.aws/ec2nodeclass", NODE_CLASS));
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    /** Puts Node, NodeClaim and a pod that runs there into the cluster. */
    void putInto(ObjectStore objects) {
        objects.put(node());
        objects.put(claim(objects));
        objects.put(pod());
    }

    private ObjectNode node() {
        var node = object("v1", "Node", name);
        var labels = labels(node)
                .put("kubernetes.io/arch", "arm64")
                .put("kubernetes.io/hostname", name)
                .put("kubernetes.io/os", "linux")
                .put("karpenter.sh/registered", "true");
        labels.put("karpenter.sh/initialized", "true");
        node.withObjectProperty("metadata").putArray("finalizers").add("karpenter.sh/termination");
        node.putObject("spec").put("providerID", providerId());
        node.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True");
        return node;
    }

    private ObjectNode claim(ObjectStore objects) {
        var claim = object("karpenter.sh/v1", "NodeClaim", name);
        labels(claim);
        var metadata = claim.withObjectProperty("metadata");
        metadata.putArray("finalizers").add("karpenter.sh/termination");
        // Karpenter may be played without a NodePool.
        objects.get("karpenter.sh/v1", "NodePool", "", POOL)
                .ifPresent(pool -> metadata.putArray("ownerReferences")
                        .addObject()
                        .put("apiVersion", "karpenter.sh/v1")
                        .put("kind", "NodePool")
                        .put("name", POOL)
                        .put("uid", pool.at("/metadata/uid").asString())
                        .put("blockOwnerDeletion", true));
        var spec = claim.putObject("spec");
        spec.putObject("nodeClassRef")
                .put("group", "karpenter.k8s.aws")
                .put("kind", "EC2NodeClass")
                .put("name", NODE_CLASS);
        spec.putArray("requirements");
        var status = claim.putObject("status").put("providerID", providerId()).put("nodeName", name);
        for (var type : List.of("Launched", "Registered", "Initialized", "Ready")) {
            status.withArrayProperty("conditions")
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("reason", type)
                    .put("message", "");
        }
        return claim;
    }

    private ObjectNode pod() {
        var pod = object("v1", "Pod", "web-on-" + name);
        var spec = pod.putObject("spec").put("nodeName", name);
        spec.putArray("containers").addObject().put("name", "web").put("image", "web");
        return pod;
    }

    private String providerId() {
        return "aws:///%s/%s".formatted(zone, instanceId);
    }

    private ObjectNode labels(ObjectNode object) {
        var labels = object.withObjectProperty("metadata").putObject("labels");
        Map.of(
                        "karpenter.sh/nodepool", POOL,
                        "karpenter.sh/capacity-type", "spot",
                        "karpenter.k8s.aws/ec2nodeclass", NODE_CLASS,
                        "node.kubernetes.io/instance-type", TYPE,
                        "topology.kubernetes.io/zone", zone)
                .forEach(labels::put);
        return labels;
    }

    private static ObjectNode object(String apiVersion, String kind, String name) {
        var object = Json.object();
        object.put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }
}
