package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.serve.Services;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.AddonStatus;
import software.amazon.awssdk.services.eks.model.AuthenticationMode;
import software.amazon.awssdk.services.eks.model.ClusterStatus;
import software.amazon.awssdk.services.iam.IamClient;
import tools.jackson.databind.node.ObjectNode;

/** Creates clusters, and nodes as Karpenter would start them. */
final class ClusterStage implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final EnvironmentClients clients;
    private final Services services;
    private final Network network;
    private final EksClient eks;
    private final Ec2Client ec2;
    private final IamClient iam;
    private final Map<String, String> clusterOfNode = new HashMap<>();

    ClusterStage(EnvironmentClients clients, Services services, Network network) {
        this.clients = clients;
        this.services = services;
        this.network = network;
        this.eks = clients.build(EksClient.builder(), "EKS");
        this.ec2 = clients.build(Ec2Client.builder(), "EC2");
        this.iam = clients.build(IamClient.builder(), "IAM");
    }

    void create(String name) {
        eks.createCluster(r -> r.name(name)
                .version("1.34")
                .roleArn(role("cluster-" + name, "eks.amazonaws.com"))
                .resourcesVpcConfig(v -> v.subnetIds(network.allSubnets()))
                .accessConfig(a -> a.authenticationMode(AuthenticationMode.API_AND_CONFIG_MAP)));
    }

    void waitUntilActive(String name) {
        waitUntil(() -> eks.describeCluster(r -> r.name(name)).cluster().status() == ClusterStatus.ACTIVE);
    }

    void waitUntilAgentActive(String cluster) {
        waitUntil(() -> eks.describeAddon(r -> r.clusterName(cluster).addonName("eks-pod-identity-agent"))
                        .addon()
                        .status()
                == AddonStatus.ACTIVE);
    }

    void addNodeGroup(String cluster, String name) {
        var role = role("nodes-" + cluster, "ec2.amazonaws.com");
        eks.createNodegroup(r -> r.clusterName(cluster)
                .nodegroupName(name)
                .nodeRole(role)
                .subnets(network.privateSubnets())
                .scalingConfig(s -> s.minSize(1).maxSize(2).desiredSize(1)));
    }

    /** Takes the discovery tag off the cluster's network, as a person might. */
    void untag(String cluster) {
        var tag = Tag.builder().key("karpenter.sh/discovery").value(cluster).build();
        ec2.deleteTags(r -> r.resources(network.privateSubnets()).tags(tag));
    }

    /** Starts a spot instance, with the Node and the NodeClaim that Karpenter has for it; the instance's id. */
    String startNode(String cluster, String name) {
        var image = ec2.describeImages(r -> {}).images().getFirst().imageId();
        var instance = ec2.runInstances(r -> r.imageId(image)
                        .minCount(1)
                        .maxCount(1)
                        .subnetId(network.privateSubnets().getFirst()))
                .instances()
                .getFirst();
        var id = instance.instanceId();
        ec2.createTags(r -> r.resources(id)
                .tags(
                        Tag.builder().key("eks:eks-cluster-name").value(cluster).build(),
                        Tag.builder()
                                .key("kubernetes.io/cluster/" + cluster)
                                .value("owned")
                                .build(),
                        Tag.builder()
                                .key("karpenter.sh/nodepool")
                                .value("default")
                                .build()));
        clusterOfNode.put(name, cluster);
        var providerId = "aws:///%s/%s".formatted(clients.region().id() + "a", id);
        var objects = api(cluster).objects();
        objects.put(node(name, providerId));
        objects.put(nodeClaim(name, providerId));
        return id;
    }

    /** Waits until Karpenter has begun to delete a node's NodeClaim, or is done with it. */
    void waitUntilDeleting(String name) {
        var objects = api(clusterOfNode.get(name)).objects();
        waitUntil(() -> objects.get("karpenter.sh/v1", "NodeClaim", "", name)
                .map(claim -> claim.path("metadata").has("deletionTimestamp"))
                .orElse(true));
    }

    @Override
    public void close() {
        eks.close();
        ec2.close();
        iam.close();
    }

    private KubernetesApi api(String cluster) {
        return services.eks()
                .kubernetes(cluster)
                .orElseThrow(() -> new IllegalArgumentException("There is no cluster " + cluster));
    }

    private String role(String name, String service) {
        var trust = """
                {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"%s"},"Action":"sts:AssumeRole"}]}
                """.formatted(service);
        return iam.createRole(r -> r.roleName(name).assumeRolePolicyDocument(trust))
                .role()
                .arn();
    }

    private static ObjectNode node(String name, String providerId) {
        var node = object("v1", "Node", name);
        node.withObjectProperty("metadata")
                .withObjectProperty("labels")
                .put("karpenter.sh/nodepool", "default")
                .put("node.kubernetes.io/instance-type", "m7g.large")
                .put("topology.kubernetes.io/zone", "us-east-1a");
        node.putObject("spec").put("providerID", providerId);
        return node;
    }

    private static ObjectNode nodeClaim(String name, String providerId) {
        var claim = object("karpenter.sh/v1", "NodeClaim", name);
        var metadata = claim.withObjectProperty("metadata");
        metadata.withObjectProperty("labels").put("karpenter.sh/nodepool", "default");
        metadata.putArray("finalizers").add("karpenter.sh/termination");
        claim.putObject("status").put("providerID", providerId).put("nodeName", name);
        return claim;
    }

    private static ObjectNode object(String apiVersion, String kind, String name) {
        var object = Json.object();
        object.put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static void waitUntil(BooleanSupplier reached) {
        for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); !reached.getAsBoolean(); ) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("Waited in vain for %d s".formatted(LONGEST_WAIT.toSeconds()));
            }
            try {
                Thread.sleep(Duration.ofMillis(200));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted", e);
            }
        }
    }
}
