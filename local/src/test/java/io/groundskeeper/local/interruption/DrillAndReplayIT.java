package io.groundskeeper.local.interruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.aws.EventBridgeDrills;
import io.groundskeeper.interruption.aws.SqsDeadLetters;
import io.groundskeeper.interruption.replay.ReplayDuty;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.serve.Services;
import io.groundskeeper.local.template.Template;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import tools.jackson.databind.JsonNode;

/** Drills and replays against moto's EventBridge and SQS. */
class DrillAndReplayIT {

    private static final Path ROOT =
            Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();

    private static Services services;
    private static EventBridgeClient events;
    private static SqsClient sqs;

    @BeforeAll
    static void start() {
        services = Services.start(ROOT, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        var clients = new EnvironmentClients(services.environment());
        events = clients.build(EventBridgeClient.builder(), "EVENTBRIDGE");
        sqs = clients.build(SqsClient.builder(), "SQS");
    }

    @AfterAll
    static void end() {
        services.close();
    }

    @Test
    void drill_arrivesByTheTemplatesRuleUnderItsId() {
        var url = queue("drilled");
        var pattern = Template.read(ROOT.resolve("template.yaml")).eventPattern("DrillRule");
        events.putRule(r -> r.name("drill").eventPattern(pattern));
        events.putTargets(r ->
                r.rule("drill").targets(Target.builder().id("q").arn(arn(url)).build()));
        var sent = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        var id = new EventBridgeDrills(events).send("dev", "i-0a1b2c3d4e5f60001", sent);

        var received = receive(url);
        assertThat(received).hasSize(1);
        assertThat(EventParser.parse(received.getFirst().body())).isInstanceOfSatisfying(Event.Drill.class, drill -> {
            assertThat(drill.envelope().id()).isEqualTo(id);
            assertThat(drill.cluster()).isEqualTo("dev");
            assertThat(drill.instanceId()).isEqualTo("i-0a1b2c3d4e5f60001");
            assertThat(drill.sent()).isEqualTo(sent);
        });
    }

    @Test
    void deadLetters_goBackWithTheirBodies() {
        var deadLetters = queue("replay-dlq");
        var url = queue("replay");
        var bodies = IntStream.range(0, 23)
                .mapToObj(i -> "{\"n\" : %d, \"text\":\"ü &<\\n\"}".formatted(i))
                .toList();
        bodies.forEach(body -> sqs.sendMessage(r -> r.queueUrl(deadLetters).messageBody(body)));

        assertThat(replay(deadLetters, url, "{\"replay\":\"dlq\",\"dryRun\":true}")
                        .path("left")
                        .intValue())
                .isEqualTo(23);
        var row = replay(deadLetters, url, "{\"replay\":\"dlq\"}");

        assertThat(row)
                .isEqualTo(Json.read("{\"queue\":\"replay\",\"moved\":23,\"left\":0,\"failed\":0,\"detail\":null}"));
        assertThat(IntStream.range(0, 4).boxed().flatMap(i -> receive(url).stream()))
                .extracting(Message::body)
                .containsExactlyInAnyOrderElementsOf(bodies);
        assertThat(new SqsDeadLetters(sqs).count(deadLetters)).isZero();
    }

    @Test
    void largeMessages_goBackInSeveralCalls() {
        var deadLetters = queue("large-dlq");
        var url = queue("large");
        var body = "x".repeat(200_000);
        IntStream.range(0, 3)
                .forEach(i -> sqs.sendMessage(r -> r.queueUrl(deadLetters).messageBody(body)));

        assertThat(replay(deadLetters, url, "{\"replay\":\"dlq\"}")
                        .path("moved")
                        .intValue())
                .isEqualTo(3);
    }

    @Test
    void queueThatIsGone_leavesTheDeadLettersWhereTheyAre() {
        var deadLetters = queue("orphan-dlq");
        var url = queue("orphan");
        sqs.sendMessage(r -> r.queueUrl(deadLetters).messageBody("{}"));
        sqs.deleteQueue(r -> r.queueUrl(url));

        var row = replay(deadLetters, url, "{\"replay\":\"dlq\"}");

        assertThat(row.path("failed").intValue()).isEqualTo(1);
        assertThat(row.path("left").intValue()).isEqualTo(1);
        assertThat(row.path("detail").stringValue()).contains("not sent", "does not exist");
        assertThat(new SqsDeadLetters(sqs).count(deadLetters)).isEqualTo(1);
    }

    private static JsonNode replay(String deadLetters, String url, String command) {
        var log = Log.of(new PrintStream(OutputStream.nullOutputStream()), Clock.systemUTC(), "interruption-queue");
        var settings = Settings.of(Map.of("WARNING_DLQ_URL", deadLetters, "WARNING_QUEUE_URL", url));
        var duty = new ReplayDuty(new SqsDeadLetters(sqs), settings, Clock.systemUTC(), log);
        return Json.read(Json.write(duty.command(Json.read(command)))).at("/replay/0");
    }

    private static String queue(String name) {
        return sqs.createQueue(r -> r.queueName(name)).queueUrl();
    }

    private static String arn(String url) {
        return sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
    }

    private static List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10).waitTimeSeconds(1))
                .messages();
    }
}
