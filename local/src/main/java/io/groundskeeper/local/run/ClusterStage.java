package io.groundskeeper.local.run;

import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.kubernetes.ObjectStore;
import io.groundskeeper.local.kubernetes.PlayedNode;
import io.groundskeeper.local.serve.Services;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.AddonStatus;
import software.amazon.awssdk.services.eks.model.AuthenticationMode;
import software.amazon.awssdk.services.eks.model.ClusterStatus;
import software.amazon.awssdk.services.eks.model.FargateProfileSelector;
import software.amazon.awssdk.services.eks.model.NodegroupStatus;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.NoSuchEntityException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Creates clusters, and nodes as Karpenter would start them. */
final class ClusterStage implements AutoCloseable {

    /** A drained node waits for pods that use all of their thirty seconds of grace. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

    private final Services services;
    private final Network network;
    private final EksClient eks;
    private final Ec2Client ec2;
    private final IamClient iam;
    private final SqsClient sqs;
    private final Map<String, String> clusterOfNode = new HashMap<>();

    ClusterStage(EnvironmentClients clients, Services services, Network network) {
        this.services = services;
        this.network = network;
        this.eks = clients.build(EksClient.builder(), "EKS");
        this.ec2 = clients.build(Ec2Client.builder(), "EC2");
        this.iam = clients.build(IamClient.builder(), "IAM");
        this.sqs = clients.build(SqsClient.builder(), "SQS");
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

    void addFargateProfile(String cluster, String name) {
        var role = role("pods-" + cluster, "eks-fargate-pods.amazonaws.com");
        eks.createFargateProfile(r -> r.clusterName(cluster)
                .fargateProfileName(name)
                .podExecutionRoleArn(role)
                .subnets(network.privateSubnets())
                .selectors(FargateProfileSelector.builder()
                        .namespace("kube-system")
                        .build()));
    }

    /** Deletes a node group and waits until it is gone, with its nodes. */
    void deleteNodeGroup(String cluster, String name) {
        eks.deleteNodegroup(r -> r.clusterName(cluster).nodegroupName(name));
        waitUntil(() ->
                !eks.listNodegroups(r -> r.clusterName(cluster)).nodegroups().contains(name));
    }

    void waitUntilNodeGroupActive(String cluster, String name) {
        waitUntil(() -> eks.describeNodegroup(r -> r.clusterName(cluster).nodegroupName(name))
                        .nodegroup()
                        .status()
                == NodegroupStatus.ACTIVE);
    }

    /** Deletes a cluster with its node groups and Fargate profiles and waits until it is gone; Karpenter's own stay. */
    void delete(String name) {
        eks.listNodegroups(r -> r.clusterName(name)).nodegroups().forEach(group -> deleteNodeGroup(name, group));
        eks.listFargateProfiles(r -> r.clusterName(name)).fargateProfileNames().forEach(profile -> {
            eks.deleteFargateProfile(r -> r.clusterName(name).fargateProfileName(profile));
            waitUntil(() -> !eks.listFargateProfiles(r -> r.clusterName(name))
                    .fargateProfileNames()
                    .contains(profile));
        });
        eks.deleteCluster(r -> r.name(name));
        waitUntil(() -> !eks.listClusters().clusters().contains(name));
    }

    /** Waits until Karpenter's Deployment runs, in its newest form: pods of one before it say nothing. */
    void waitUntilKarpenterRuns(String cluster) {
        waitUntil(() -> api(cluster).karpenter() == KarpenterState.ALIVE
                && objects(cluster)
                        .get("apps/v1", "Deployment", "kube-system", "karpenter")
                        .filter(found -> found.at("/status/observedGeneration").asLong(0)
                                >= found.at("/metadata/generation").asLong(0))
                        .isPresent());
    }

    /** Waits until Karpenter says of its NodePool that it is ready. */
    void waitUntilNodePoolReady(String cluster) {
        waitUntil(() -> objects(cluster).get("karpenter.sh/v1", "NodePool", "", "default").stream()
                .flatMap(pool -> pool.at("/status/conditions").valueStream())
                .anyMatch(condition -> condition.path("type").asString("").equals("Ready")
                        && condition.path("status").asString("").equals("True")));
    }

    /** What is in a cluster. */
    ObjectStore objects(String cluster) {
        return api(cluster).objects();
    }

    /** Takes the discovery tag off the cluster's network, as a person might. */
    void untag(String cluster) {
        var tag = Tag.builder().key("karpenter.sh/discovery").value(cluster).build();
        ec2.deleteTags(r -> r.resources(network.privateSubnets()).tags(tag));
    }

    /** None of a started node's pods may be evicted from now on. */
    void keepPods(String node) {
        PlayedNode.budget(api(clusterOf(node)), KarpenterNode.app(node), 1);
    }

    void letPodsGo(String node) {
        if (!api(clusterOf(node))
                .objects()
                .delete("policy/v1", "PodDisruptionBudget", "default", KarpenterNode.app(node))) {
            throw new IllegalArgumentException("No budget keeps the pods of " + node);
        }
    }

    private String clusterOf(String node) {
        return Optional.ofNullable(clusterOfNode.get(node))
                .orElseThrow(() -> new IllegalArgumentException("No node is called " + node));
    }

    /**
     * Starts a spot instance with a pod on it, the launch template, the NodeClaim and the Node that Karpenter has for
     * it; the instance's id.
     */
    String startNode(String cluster, String name) {
        var image = ec2.describeImages(r -> {}).images().getFirst().imageId();
        var instance = ec2.runInstances(r -> r.imageId(image)
                        .minCount(1)
                        .maxCount(1)
                        .subnetId(network.privateSubnets().getFirst()))
                .instances()
                .getFirst();
        var id = instance.instanceId();
        var karpenterNode =
                new KarpenterNode(cluster, name, id, instance.placement().availabilityZone());
        var tags = karpenterNode.tags();
        ec2.createTags(r -> r.resources(id).tags(tags));
        ec2.createLaunchTemplate(r -> r.launchTemplateName("karpenter.k8s.aws/" + id)
                .launchTemplateData(d -> d.imageId(image))
                .tagSpecifications(TagSpecification.builder()
                        .resourceType(ResourceType.LAUNCH_TEMPLATE)
                        .tags(karpenterNode.templateTags())
                        .build()));
        clusterOfNode.put(name, cluster);
        karpenterNode.putInto(api(cluster).objects());
        return id;
    }

    /** Waits until no message is left in a cluster's interruption queue. */
    void waitUntilRead(String cluster) {
        var url = sqs.getQueueUrl(r -> r.queueName("Karpenter-" + cluster)).queueUrl();
        var counts = List.of(
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE);
        waitUntil(
                () -> sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(counts)).attributes().values().stream()
                        .allMatch("0"::equals));
    }

    /** Waits until Karpenter has begun to delete a node's NodeClaim, or is done with it. */
    void waitUntilDeleting(String name) {
        var objects = api(clusterOfNode.get(name)).objects();
        waitUntil(() -> objects.get("karpenter.sh/v1", "NodeClaim", "", name)
                .map(claim -> claim.path("metadata").has("deletionTimestamp"))
                .orElse(true));
    }

    /** Waits until Karpenter has let its EC2NodeClass go. */
    void waitUntilClassGone(String cluster) {
        waitUntil(() -> objects(cluster)
                .get("karpenter.k8s.aws/v1", "EC2NodeClass", "", "default")
                .isEmpty());
    }

    /** Waits until Karpenter has ended a node, and its NodeClaim is gone. */
    void waitUntilGone(String name) {
        var objects = api(clusterOfNode.get(name)).objects();
        waitUntil(() -> objects.get("karpenter.sh/v1", "NodeClaim", "", name).isEmpty());
    }

    @Override
    public void close() {
        eks.close();
        ec2.close();
        iam.close();
        sqs.close();
    }

    private KubernetesApi api(String cluster) {
        return services.eks()
                .kubernetes(cluster)
                .orElseThrow(() -> new IllegalArgumentException("There is no cluster " + cluster));
    }

    /** A role that there may be already. */
    private String role(String name, String service) {
        try {
            return iam.getRole(r -> r.roleName(name)).role().arn();
        } catch (NoSuchEntityException e) {
            return newRole(name, service);
        }
    }

    private String newRole(String name, String service) {
        var trust = """
                {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"%s"},"Action":"sts:AssumeRole"}]}
                """.formatted(service);
        return iam.createRole(r -> r.roleName(name).assumeRolePolicyDocument(trust))
                .role()
                .arn();
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
