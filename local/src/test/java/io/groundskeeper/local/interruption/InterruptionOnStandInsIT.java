package io.groundskeeper.local.interruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.interruption.InterruptionQueueHandler;
import io.groundskeeper.interruption.aws.EksClusters;
import io.groundskeeper.interruption.aws.TaggingApi;
import io.groundskeeper.interruption.duty.KeeperCalls;
import io.groundskeeper.local.serve.Services;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.JsonNode;

/** The interruption function against a cluster that plays Karpenter. */
class InterruptionOnStandInsIT {

    private static final String CLUSTER = "interrupted";

    private static Services services;
    private static Ec2Client ec2;
    private static EksClient eks;
    private static Cluster cluster;

    @BeforeAll
    static void start() {
        var root = Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();
        services = Services.start(root, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        ec2 = client(Ec2Client.builder(), "EC2");
        eks = client(EksClient.builder(), "EKS");
        var subnets = ec2.describeSubnets().subnets().stream()
                .limit(2)
                .map(subnet -> subnet.subnetId())
                .toList();
        eks.createCluster(ask -> ask.name(CLUSTER)
                .version("1.34")
                .roleArn("arn:aws:iam::123456789012:role/eks")
                .accessConfig(access -> access.authenticationMode("API"))
                .resourcesVpcConfig(network -> network.subnetIds(subnets)));
        cluster = eks.waiter()
                .waitUntilClusterActive(
                        ask -> ask.name(CLUSTER),
                        wait -> wait.waitTimeout(Duration.ofSeconds(20))
                                .backoffStrategyV2(attempt -> Duration.ofMillis(100)))
                .matched()
                .response()
                .orElseThrow()
                .cluster();
    }

    @AfterAll
    static void end() {
        services.close();
    }

    @Test
    void idleKarpenter_isWaitedForThenItsNodeClaimIsDeletedAndItDrains() {
        karpenter("idle");
        var instance = node();
        assertThat(outcome(warn(instance))).isEqualTo("WAITING");

        assertThat(outcome(warn(instance, Duration.ofSeconds(30)))).isEqualTo("NODECLAIM_DELETED");
        assertThat(services.slack().messages().toString()).contains("Interrupted nodes of " + CLUSTER, instance);
        assertThat(outcome(warn(instance, Duration.ofSeconds(35)))).isIn("HANDLED_BY_KARPENTER", "GONE");
    }

    @Test
    void livingKarpenter_isLeftAlone() {
        karpenter("alive");
        var instance = node();
        in(client -> nodeClaims(client).withName("claim-" + instance).delete());

        assertThat(outcome(warn(instance))).isIn("HANDLED_BY_KARPENTER", "GONE");
    }

    @Test
    void karpenterThatIsDown_getsItsWorkDoneAroundABudgetInTheWay() {
        karpenter("down");
        var instance = node();
        var budget = podWithBudget(instance);

        var first = warn(instance);
        assertThat(outcome(first)).isEqualTo("DRAINING");
        assertThat(first.at("/pods/evicted").toString()).contains("default/web-" + instance);
        assertThat(first.at("/pods/left").toString()).contains("default/kept-" + instance, budget);
        var node = in(client -> client.nodes().withName("node-" + instance).get());
        assertThat(node.getSpec().getUnschedulable()).isTrue();
        assertThat(node.getSpec().getTaints()).extracting(Taint::getKey).contains("groundskeeper/interrupted");
        assertThat(node.getMetadata().getLabels())
                .containsEntry("node.kubernetes.io/exclude-from-external-load-balancers", "groundskeeper");
        assertThat(claim(instance).getMetadata().getDeletionTimestamp()).isNotNull();

        var late = warn(instance, Duration.ofSeconds(130));
        assertThat(outcome(late)).isEqualTo("LATE");
        assertThat(late.path("detail").stringValue()).contains("kept-" + instance, budget);
        assertThat(pod("kept-" + instance).getMetadata().getDeletionTimestamp()).isNull();

        in(client -> client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace("default")
                .withName(budget)
                .delete());
        drained(instance);
        // Drained is a node whose pods are gone or on their way.
        assertThat(pod("kept-" + instance))
                .satisfiesAnyOf(
                        gone -> assertThat(gone).isNull(),
                        going -> assertThat(going.getMetadata().getDeletionTimestamp())
                                .isNotNull());
    }

    @Test
    void lastSeconds_deleteWhatABudgetKeepsWhereTheClusterAllowsIt() {
        karpenter("down");
        var instance = node();
        podWithBudget(instance);
        eks.tagResource(ask -> ask.resourceArn(cluster.arn()).tags(Map.of("groundskeeper/force-delete", "true")));
        try {
            var last = warn(instance, Duration.ofSeconds(108));
            assertThat(last.at("/pods/forceDeleted").toString()).contains("default/kept-" + instance);
            drained(instance);
        } finally {
            eks.untagResource(ask -> ask.resourceArn(cluster.arn()).tagKeys("groundskeeper/force-delete"));
        }
    }

    @Test
    void clustersInstanceWithoutNode_isGone() {
        assertThat(warn(instance("eks:eks-cluster-name", CLUSTER))
                        .path("outcome")
                        .stringValue())
                .isEqualTo("GONE");
    }

    @Test
    void strangersInstance_isForeign() {
        assertThat(warn(instance("Name", "bastion")).path("outcome").stringValue())
                .isEqualTo("FOREIGN");
    }

    @Test
    void instanceOfAClusterThatIsNoMore_isIgnored() {
        assertThat(warn(instance("eks:eks-cluster-name", "no-more"))
                        .path("outcome")
                        .stringValue())
                .isEqualTo("IGNORED");
    }

    @Test
    void callerWithoutAccessEntry_isToldWhatIsMissingInAClusterOfOursOnly() {
        var instance = instance("eks:eks-cluster-name", CLUSTER);
        var stranger = AwsBasicCredentials.create("AKIAI44QH8DHBEXAMPLE", "stranger");
        assertThat(outcome(warn(instance, stranger, Duration.ZERO))).isEqualTo("IGNORED");

        eks.tagResource(ask -> ask.resourceArn(cluster.arn()).tags(Map.of(Tags.MARK, Tags.MARK_VALUE)));
        try {
            assertThatThrownBy(() -> warn(instance, stranger, Duration.ZERO))
                    .isInstanceOf(KubernetesUnavailableException.class)
                    .hasMessageContaining("access entry");
        } finally {
            eks.untagResource(ask -> ask.resourceArn(cluster.arn()).tagKeys(Tags.MARK));
        }
    }

    private static String outcome(JsonNode warning) {
        return warning.path("outcome").stringValue();
    }

    /** Looks until all is moved: pods take their time to end. */
    private static void drained(String instance) {
        for (int i = 0; i < 40 && !outcome(warn(instance)).equals("DRAINED"); i++) {
            try {
                Thread.sleep(250);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        assertThat(outcome(warn(instance))).isEqualTo("DRAINED");
    }

    /** A pod that a budget keeps where it is; the budget's name. */
    private static String podWithBudget(String instance) {
        var name = "kept-" + instance;
        in(client -> client.pods()
                .inNamespace("default")
                .resource(pod(name, instance, Map.of("app", name)))
                .create());
        var budget = new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNewMinAvailable(1)
                .withNewSelector()
                .addToMatchLabels("app", name)
                .endSelector()
                .endSpec()
                .build();
        in(client -> client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace("default")
                .resource(budget)
                .create());
        return name;
    }

    private static Pod pod(String name) {
        return in(client -> client.pods().inNamespace("default").withName(name).get());
    }

    private static GenericKubernetesResource claim(String instance) {
        return in(client -> nodeClaims(client).withName("claim-" + instance).get());
    }

    private static JsonNode warn(String instanceId) {
        return warn(instanceId, Duration.ZERO);
    }

    private static JsonNode warn(String instanceId, Duration ago) {
        return warn(instanceId, credentials(), ago);
    }

    private static JsonNode warn(String instanceId, AwsCredentials caller, Duration ago) {
        var event = Json.object();
        event.put("id", "event-1").put("source", "aws.ec2");
        event.put("detail-type", "EC2 Spot Instance Interruption Warning");
        event.put("account", "123456789012").put("region", "us-east-1");
        event.put("time", Instant.now().minus(ago).toString());
        event.putObject("detail").put("instance-id", instanceId).put("instance-action", "terminate");
        var out = new ByteArrayOutputStream();
        try {
            handler(caller)
                    .handleRequest(
                            new ByteArrayInputStream(Json.write(event).getBytes(StandardCharsets.UTF_8)), out, null);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return Json.read(out.toString(StandardCharsets.UTF_8)).at("/warnings/0");
    }

    private static InterruptionQueueHandler handler(AwsCredentials caller) {
        var settings = Settings.of(services.environment());
        var clock = Clock.systemUTC();
        var log = Log.of(new PrintStream(OutputStream.nullOutputStream()), clock, "interruption-queue");
        var clients = new AwsClients(settings, StaticCredentialsProvider.create(caller));
        var notifier = new Notifier(new WebhookUrl(settings, name -> name), Optional.empty(), log);
        return new InterruptionQueueHandler(
                new FunctionParts(settings, clock, log, clients, client(SqsClient.builder(), "SQS"), notifier),
                new TaggingApi(new AwsJsonClient(
                        new AwsClients(settings, StaticCredentialsProvider.create(credentials())),
                        settings,
                        AwsJsonClient.Service.TAGGING)),
                new EksClusters(region -> eks, new KubernetesAccess(clients, settings, clock), clock),
                KeeperCalls.NONE);
    }

    /** An instance with its node and its NodeClaim. */
    private static String node() {
        var instance = instance("eks:eks-cluster-name", CLUSTER);
        var providerId = "aws:///us-east-1a/" + instance;
        in(client -> client.nodes()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("node-" + instance)
                        .addToLabels("karpenter.sh/nodepool", "default")
                        .endMetadata()
                        .withNewSpec()
                        .withProviderID(providerId)
                        .endSpec()
                        .build())
                .create());
        var claim = new GenericKubernetesResourceBuilder()
                .withApiVersion("karpenter.sh/v1")
                .withKind("NodeClaim")
                .withNewMetadata()
                .withName("claim-" + instance)
                .withFinalizers("karpenter.sh/termination")
                .addToLabels("karpenter.sh/nodepool", "default")
                .endMetadata()
                .addToAdditionalProperties("spec", Map.of())
                .build();
        in(client -> {
            var created = nodeClaims(client).resource(claim).create();
            // A status is taken on its own path only.
            created.setAdditionalProperty("status", Map.of("providerID", providerId));
            return nodeClaims(client).resource(created).updateStatus();
        });
        // Karpenter moves it before the node goes, which takes its grace period.
        in(client -> client.pods()
                .inNamespace("default")
                .resource(pod("web-" + instance, instance, Map.of()))
                .create());
        return instance;
    }

    private static Pod pod(String name, String instance, Map<String, String> labels) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-" + instance)
                .addNewContainer()
                .withName("web")
                .withImage("web")
                .endContainer()
                .endSpec()
                .build();
    }

    private static NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            nodeClaims(KubernetesClient client) {
        return client.genericKubernetesResources("karpenter.sh/v1", "NodeClaim");
    }

    private static <T> T in(Function<KubernetesClient, T> work) {
        var settings = Settings.of(services.environment());
        var clients = new AwsClients(settings, StaticCredentialsProvider.create(credentials()));
        return new KubernetesAccess(clients, settings, Clock.systemUTC()).in(ClusterEndpoint.of(cluster), work);
    }

    private static String instance(String tag, String value) {
        var image = ec2.describeImages(ask -> ask.owners("amazon"))
                .images()
                .getFirst()
                .imageId();
        var tags = TagSpecification.builder()
                .resourceType(ResourceType.INSTANCE)
                .tags(Tag.builder().key(tag).value(value).build())
                .build();
        return ec2.runInstances(
                        ask -> ask.imageId(image).minCount(1).maxCount(1).tagSpecifications(tags))
                .instances()
                .getFirst()
                .instanceId();
    }

    private static void karpenter(String state) {
        var request = HttpRequest.newBuilder(URI.create("%s/clusters/%s/karpenter"
                        .formatted(services.environment().get("GROUNDSKEEPER_LOCAL_CONTROL"), CLUSTER)))
                .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"" + state + "\"}"))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() / 100)
                    .isEqualTo(2);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AwsCredentials credentials() {
        var environment = services.environment();
        return AwsSessionCredentials.create(
                environment.get("AWS_ACCESS_KEY_ID"),
                environment.get("AWS_SECRET_ACCESS_KEY"),
                environment.get("AWS_SESSION_TOKEN"));
    }

    private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
            B builder, String service) {
        var environment = services.environment();
        var endpoint = environment.getOrDefault("AWS_ENDPOINT_URL_" + service, environment.get("AWS_ENDPOINT_URL"));
        return builder.endpointOverride(URI.create(endpoint))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(credentials()))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
