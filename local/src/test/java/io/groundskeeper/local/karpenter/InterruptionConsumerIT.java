package io.groundskeeper.local.karpenter;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.kubernetes.PlayedNode;
import io.groundskeeper.local.kubernetes.PodKind;
import io.groundskeeper.local.serve.Services;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Which queue a played Karpenter reads, and what it does with what is in there. */
@Timeout(120)
class InterruptionConsumerIT {
    private static final String CLUSTER = "consumed";

    private static Services services;
    private static SqsClient sqs;
    private static String tagged;
    private static String other;
    private static KubernetesApi api;

    @BeforeAll
    static void start() {
        var root = Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();
        services = Services.start(root, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        sqs = client(SqsClient.builder(), "SQS");
        try (var ec2 = client(Ec2Client.builder(), "EC2");
                var eks = client(EksClient.builder(), "EKS")) {
            var subnets = ec2.describeSubnets().subnets().stream()
                    .limit(2)
                    .map(subnet -> subnet.subnetId())
                    .toList();
            eks.createCluster(ask -> ask.name(CLUSTER)
                    .version("1.34")
                    .roleArn("arn:aws:iam::123456789012:role/eks")
                    .resourcesVpcConfig(network -> network.subnetIds(subnets)));
        }
        tagged = sqs.createQueue(
                        r -> r.queueName("Karpenter-" + CLUSTER).tags(Map.of("groundskeeper/cluster", CLUSTER)))
                .queueUrl();
        other = sqs.createQueue(r -> r.queueName("other")).queueUrl();
        api = services.eks().kubernetes(CLUSTER).orElseThrow();
    }

    @AfterAll
    static void end() {
        sqs.close();
        services.close();
    }

    @BeforeEach
    void karpenter() {
        api.karpenter(KarpenterState.ABSENT);
        api.karpenter(KarpenterState.ALIVE);
    }

    @Test
    void playedKarpenter_readsTheQueueThatIsTaggedForItsCluster() throws Exception {
        node("a", "i-a");
        send(tagged, warning("i-a"));
        waitUntil(() -> isDeleting("a"));
    }

    @Test
    void namedQueue_isReadInPlaceOfTheTaggedOne() throws Exception {
        control("karpenter", "{\"state\":\"alive\",\"queue\":\"other\"}", 200);
        node("b", "i-b");
        node("c", "i-c");
        send(tagged, warning("i-c"));
        send(other, warning("i-b"));
        waitUntil(() -> isDeleting("b"));
        assertThat(isDeleting("c")).isFalse();
        assertThat(messages(tagged)).isEqualTo(1);
        sqs.purgeQueue(r -> r.queueUrl(tagged));
    }

    @Test
    void nameOfNoQueue_orNone_meansThatNobodyReads() throws Exception {
        api.interruptionQueue("no-such-queue");
        node("d", "i-d");
        send(tagged, warning("i-d"));
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(messages(tagged)).isEqualTo(1);

        api.interruptionQueue("arn:aws:sqs:us-east-1:123456789012:other");
        Thread.sleep(Duration.ofSeconds(2));
        assertThat(messages(tagged)).isEqualTo(1);

        api.interruptionQueue("Karpenter-" + CLUSTER);
        waitUntil(() -> isDeleting("d"));
    }

    @Test
    void notificationAroundAnEvent_isDeletedAndDoesNothing() throws Exception {
        node("e", "i-e");
        send(tagged, "{\"Type\":\"Notification\",\"Message\":" + quoted(warning("i-e")) + "}");
        send(tagged, "no json");
        waitUntil(() -> messages(tagged) == 0);
        assertThat(isDeleting("e")).isFalse();
    }

    @Test
    void idleKarpenter_leavesItsMessages() throws Exception {
        control("karpenter", "{\"state\":\"idle\"}", 200);
        node("f", "i-f");
        send(tagged, warning("i-f"));
        Thread.sleep(Duration.ofSeconds(3));
        assertThat(messages(tagged)).isEqualTo(1);
        assertThat(isDeleting("f")).isFalse();
        sqs.purgeQueue(r -> r.queueUrl(tagged));
    }

    @Test
    void settings_areCheckedBeforeTheyAreTaken() throws Exception {
        control("karpenter", "{\"state\":\"asleep\"}", 400);
        control("pods", "{\"stopSeconds\":-1}", 400);
        control("pods", "{\"stopSeconds\":\"soon\"}", 400);
        control("pods", "{\"stopSeconds\":1.5}", 200);
        control("karpenter", "{\"state\":\"stopped\"}", 200);
        assertThat(api.karpenter()).isEqualTo(KarpenterState.STOPPED);
    }

    private static void node(String name, String instanceId) {
        PlayedNode.spot(name, instanceId, "us-east-1a")
                .with(PodKind.IGNORES_SIGTERM, "web-" + name, 1)
                .putInto(api);
    }

    private static boolean isDeleting(String name) {
        return api.objects()
                .get("karpenter.sh/v1", "NodeClaim", "", name)
                .map(claim -> claim.path("metadata").has("deletionTimestamp"))
                .orElseThrow();
    }

    private static String warning(String instanceId) {
        return """
                {"version":"0","id":"1","source":"aws.ec2","detail-type":"EC2 Spot Instance Interruption Warning",
                 "time":"2026-11-30T10:00:00Z","detail":{"instance-id":"%s","instance-action":"terminate"}}
                """.formatted(instanceId);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"").replace("\n", "") + "\"";
    }

    private static void send(String queue, String body) {
        sqs.sendMessage(r -> r.queueUrl(queue).messageBody(body));
    }

    /** Messages that nobody has taken. */
    private static int messages(String queue) {
        var name = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
        return Integer.parseInt(sqs.getQueueAttributes(r -> r.queueUrl(queue).attributeNames(name))
                .attributes()
                .get(name));
    }

    private static void control(String what, String body, int expected) throws IOException, InterruptedException {
        var uri = services.environment().get("GROUNDSKEEPER_LOCAL_CONTROL") + "/clusters/" + CLUSTER + "/" + what;
        var request = HttpRequest.newBuilder(URI.create(uri))
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            var response = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(expected);
        }
    }

    private static void waitUntil(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            Thread.sleep(100);
        }
    }

    private static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
            B builder, String service) {
        var environment = services.environment();
        var credentials = AwsSessionCredentials.create(
                environment.get("AWS_ACCESS_KEY_ID"),
                environment.get("AWS_SECRET_ACCESS_KEY"),
                environment.get("AWS_SESSION_TOKEN"));
        return builder.endpointOverride(URI.create(
                        environment.getOrDefault("AWS_ENDPOINT_URL_" + service, environment.get("AWS_ENDPOINT_URL"))))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(credentials))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
