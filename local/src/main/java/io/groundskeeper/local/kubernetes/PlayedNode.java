package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * A node that Karpenter has started, with its NodeClaim and its pods, to be put into a stand-in cluster. What Karpenter
 * is there, if any, has to have its kinds defined.
 *
 * @param name of Node and NodeClaim
 * @param instanceId the EC2 instance
 * @param zone its availability zone
 * @param nodePool the NodePool that it is of
 * @param capacityType spot, on-demand or reserved
 * @param instanceType such as {@code m7g.large}
 * @param pods what runs on it
 */
public record PlayedNode(
        String name,
        String instanceId,
        String zone,
        String nodePool,
        String capacityType,
        String instanceType,
        List<PlayedPods> pods) {
    private static final String GROUP_VERSION = "karpenter.sh/v1";
    private static final String NODE_CLASS = "default";
    private static final String FINALIZER = "karpenter.sh/termination";

    /** Copies the list. */
    public PlayedNode {
        pods = List.copyOf(pods);
    }

    /** A spot node of the NodePool {@code default} without pods. */
    public static PlayedNode spot(String name, String instanceId, String zone) {
        return new PlayedNode(name, instanceId, zone, "default", "spot", "m7g.large", List.of());
    }

    /** This node with more pods. */
    public PlayedNode with(PodKind kind, String app, int count) {
        List<PlayedPods> more = Stream.concat(pods.stream(), Stream.of(new PlayedPods(app, kind, count)))
                .toList();
        return new PlayedNode(name, instanceId, zone, nodePool, capacityType, instanceType, more);
    }

    /** Puts Node, NodeClaim and pods into a cluster, and lets its controllers look at them. */
    public void putInto(KubernetesApi api) {
        putInto(api.objects());
        api.settle();
    }

    /** As {@link #putInto(KubernetesApi)}; the controllers come to it within a moment. */
    public void putInto(ObjectStore objects) {
        objects.put(node());
        objects.put(claim(objects));
        pods.forEach(each -> each.putInto(objects, name));
    }

    /**
     * Puts a PodDisruptionBudget for an application into a cluster, counted already.
     *
     * @param minAvailable how many of its pods have to be healthy
     */
    public static void budget(KubernetesApi api, String app, int minAvailable) {
        api.objects().put(PlayedPods.budget(app, minAvailable));
        api.settle();
    }

    private String providerId() {
        return "aws:///" + zone + "/" + instanceId;
    }

    private ObjectNode node() {
        ObjectNode node = object("v1", "Node");
        labels(node)
                .put("kubernetes.io/arch", "arm64")
                .put("kubernetes.io/hostname", name)
                .put("kubernetes.io/os", "linux")
                .put("karpenter.sh/registered", "true")
                .put("karpenter.sh/initialized", "true");
        node.putObject("spec").put("providerID", providerId());
        node.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True");
        return node;
    }

    private ObjectNode claim(ObjectStore objects) {
        ObjectNode claim = object(GROUP_VERSION, "NodeClaim");
        labels(claim);
        // Karpenter may be played without a NodePool.
        objects.get(GROUP_VERSION, "NodePool", "", nodePool)
                .ifPresent(pool -> claim.withObjectProperty("metadata")
                        .putArray("ownerReferences")
                        .addObject()
                        .put("apiVersion", GROUP_VERSION)
                        .put("kind", "NodePool")
                        .put("name", nodePool)
                        .put("uid", Metadata.of(pool).uid())
                        .put("blockOwnerDeletion", true));
        ObjectNode spec = claim.putObject("spec");
        spec.putObject("nodeClassRef")
                .put("group", "karpenter.k8s.aws")
                .put("kind", "EC2NodeClass")
                .put("name", NODE_CLASS);
        spec.putArray("requirements");
        ObjectNode status =
                claim.putObject("status").put("providerID", providerId()).put("nodeName", name);
        for (String type : List.of("Launched", "Registered", "Initialized", "Ready")) {
            status.withArrayProperty("conditions")
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("reason", type)
                    .put("message", "");
        }
        return claim;
    }

    private ObjectNode labels(ObjectNode object) {
        return object.withObjectProperty("metadata")
                .putObject("labels")
                .put("karpenter.sh/nodepool", nodePool)
                .put("karpenter.sh/capacity-type", capacityType)
                .put("karpenter.k8s.aws/ec2nodeclass", NODE_CLASS)
                .put("node.kubernetes.io/instance-type", instanceType)
                .put("topology.kubernetes.io/zone", zone);
    }

    private ObjectNode object(String apiVersion, String kind) {
        ObjectNode object = Documents.object().put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name).putArray("finalizers").add(FINALIZER);
        return object;
    }
}
