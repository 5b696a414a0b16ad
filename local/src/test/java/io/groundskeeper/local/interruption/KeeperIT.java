package io.groundskeeper.local.interruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.EventBridgeRules;
import io.groundskeeper.core.aws.InterruptionQueues;
import io.groundskeeper.core.aws.KmsKeys;
import io.groundskeeper.core.aws.SqsTasks;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.interruption.aws.EksKeptClusters;
import io.groundskeeper.interruption.keeper.KeeperDuty;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.serve.Services;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.RuleState;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.JsonNode;

/** The keeper against moto's EKS, SQS and EventBridge. */
class KeeperIT {

    private static final Path ROOT =
            Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();

    private static Services services;
    private static EventBridgeClient events;
    private static SqsClient sqs;
    private static EksKeptClusters clusters;
    private static KmsClient kms;

    @BeforeAll
    static void start() {
        services = Services.start(ROOT, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        var clients = new EnvironmentClients(services.environment());
        events = clients.build(EventBridgeClient.builder(), "EVENTBRIDGE");
        sqs = clients.build(SqsClient.builder(), "SQS");
        kms = clients.build(KmsClient.builder(), "KMS");
        var eks = clients.build(EksClient.builder(), "EKS");
        var settings = Settings.of(services.environment());
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIATEST", "secret"));
        clusters = new EksKeptClusters(
                eks, new KubernetesAccess(new AwsClients(settings, credentials), settings, Clock.systemUTC()));
        var subnets = clients.build(Ec2Client.builder(), "EC2").describeSubnets().subnets().stream()
                .map(subnet -> subnet.subnetId())
                .limit(2)
                .toList();
        eks.createCluster(r -> r.name("kept")
                .roleArn("arn:aws:iam::123456789012:role/cluster")
                .resourcesVpcConfig(v -> v.subnetIds(subnets))
                .tags(Map.of(Tags.MARK, Tags.MARK_VALUE)));
    }

    @AfterAll
    static void end() {
        services.close();
    }

    @Test
    void whatIsMissingOrDisabled_isMendedAndThenInOrder() {
        var id = clusters.find("kept").orElseThrow().id();
        var names = new Names(id);

        assertThat(outcomes("{\"cluster\":\"kept\",\"keeper\":true}"))
                .contains("MENDED")
                .doesNotContain("FAILED");
        assertThat(outcomes("{\"cluster\":\"kept\",\"keeper\":true}"))
                .contains("OK")
                .doesNotContain("MENDED", "FAILED", "WAITING");

        events.disableRule(r -> r.name(names.ec2Rule()));
        assertThat(outcomes("{\"cluster\":\"kept\",\"keeper\":true,\"dryRun\":true}"))
                .contains("PLANNED");
        assertThat(state(names.ec2Rule())).isEqualTo(RuleState.DISABLED);

        assertThat(outcomes("{\"keeper\":true}")).contains("MENDED");
        assertThat(state(names.ec2Rule())).isEqualTo(RuleState.ENABLED);
    }

    @Test
    void round_putsATaskIntoTheKeepersQueue() {
        var url = sqs.createQueue(r -> r.queueName("keeper")).queueUrl();
        var schedule = EventParser.parse(Json.read(
                "{\"id\":\"e\",\"source\":\"aws.events\",\"detail-type\":\"Scheduled Event\",\"detail\":{}}"));

        duty(Optional.of(url))
                .handle(List.of(new Delivery("m1", schedule, Instant.now(), Optional.empty())), List.of());

        var body =
                sqs.receiveMessage(r -> r.queueUrl(url)).messages().getFirst().body();
        assertThat(EventParser.parse(body)).isInstanceOfSatisfying(Event.ClusterTask.class, task -> {
            assertThat(task.cluster()).isEqualTo("kept");
            assertThat(task.task()).isEqualTo("keep");
        });
    }

    private static RuleState state(String rule) {
        return events.describeRule(r -> r.name(rule)).state();
    }

    private static List<String> outcomes(String command) {
        JsonNode report = Json.tree(duty(Optional.empty()).command(Json.read(command)));
        return report.path("keeper")
                .valueStream()
                .map(row -> row.path("outcome").stringValue())
                .toList();
    }

    private static KeeperDuty duty(Optional<String> queue) {
        var clock = Clock.systemUTC();
        var log = Log.of(new PrintStream(OutputStream.nullOutputStream()), clock, "interruption-queue");
        var notifier = new Notifier(new WebhookUrl(Settings.of(Map.of()), name -> name), Optional.empty(), log);
        return new KeeperDuty(
                clusters,
                new InterruptionQueues(sqs, Optional.empty()),
                new EventBridgeRules(events),
                new KmsKeys(kms),
                queue.map(url -> new SqsTasks(
                        sqs,
                        EventParser.INTERRUPTION_SOURCE,
                        url,
                        () -> new Home("aws", "us-east-1", "123456789012"),
                        clock)),
                Settings.of(Map.of()),
                notifier,
                clock,
                log);
    }
}
