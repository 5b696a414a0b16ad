package io.groundskeeper.interruption.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.lambda.SqsMessage;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.interruption.duty.Duty;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DrillDutyTest {

    private static final Instant SENT = Instant.parse("2026-11-30T10:00:00.412Z");
    private static final String INSTANCE = "i-0a1b2c3d4e5f60001";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<String> sent = new ArrayList<>();
    private final List<Rehearsal.Subject> asked = new ArrayList<>();
    private Rehearsal.Seen seen = new Rehearsal.Seen(
            Optional.of("dev"),
            Optional.of(Duration.ofMillis(80)),
            Optional.of(Duration.ofMillis(120)),
            Optional.of(Duration.ofMillis(1)),
            "a real warning would now be waiting");

    @Test
    void command_sendsAndAnswersWithTheIdAndWhereTheAnswerAppears() {
        var answer = command("{\"cluster\":\"dev\",\"drill\":\"" + INSTANCE + "\"}");

        assertThat(sent).containsExactly("dev " + INSTANCE + " " + SENT);
        assertThat(answer.path("function").stringValue()).isEqualTo("interruption-queue");
        var drill = answer.path("drill");
        assertThat(drill.path("id").stringValue()).isEqualTo("event-7");
        assertThat(drill.path("cluster").stringValue()).isEqualTo("dev");
        assertThat(drill.path("instanceId").stringValue()).isEqualTo(INSTANCE);
        assertThat(drill.path("sentAt").stringValue()).isEqualTo(SENT.toString());
        assertThat(drill.path("answerWithinSeconds").intValue()).isEqualTo(60);
        assertThat(drill.path("detail").stringValue()).contains("Slack", "log", "DrillRule", "dead letter queue");
    }

    @Test
    void dryRun_sendsNothing() {
        var drill = command("{\"cluster\":\"dev\",\"drill\":\"" + INSTANCE + "\",\"dryRun\":true}")
                .path("drill");

        assertThat(sent).isEmpty();
        assertThat(drill.path("id").isNull()).isTrue();
        assertThat(drill.path("detail").stringValue()).contains("dry run");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'drill':'i-0a1b2c3d4e5f60001'} | \"cluster\" must be the name",
                "{'cluster':7,'drill':'i-0a1b2c3d4e5f60001'} | not 7",
                "{'cluster':'-x','drill':'i-0a1b2c3d4e5f60001'} | \"-x\"",
                "{'cluster':'dev','drill':'node-1'} | \"drill\" must be the id",
                "{'cluster':'dev','drill':true} | not true",
                "{'cluster':'dev','drill':'i-0a1b2c3d4e5f60001','dryRun':'yes'} | \"dryRun\" must be true or false",
                "{'cluster':'dev','drill':'i-0a1b2c3d4e5f60001','force':true} | does not know force"
            })
    void badCommand_saysWhatIsWrongAndSendsNothing(String command, String words) {
        assertThatThrownBy(() -> command(command.replace('\'', '"')))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words)
                .hasMessageContaining(DrillCommand.EXAMPLE);
        assertThat(sent).isEmpty();
    }

    @Test
    void drillFromTheQueue_isAnsweredWithEachLeg() {
        var entry = answer(drill("dev", INSTANCE, SENT.toString()), SENT.plusMillis(15_950));

        assertThat(entry).isEqualTo(Json.read("""
                {"id":"event-7","cluster":"dev","instanceId":"i-0a1b2c3d4e5f60001","outcome":"DRILL",
                 "legs":{"sentToEventMs":-412,"eventToQueueMs":700,"sentToQueueMs":288,"queueToHandedOutMs":15200,
                  "handedOutToBegunMs":462,"tagsMs":80,"clusterMs":120,"decisionMs":1,"totalMs":16151},
                 "detail":"a real warning would now be waiting"}"""));
        assertThat(asked)
                .containsExactly(
                        new Rehearsal.Subject("123456789012", "us-east-1", INSTANCE, SENT, SENT.plusMillis(15_950)));
        assertThat(slack()).hasSize(1);
        assertThat(slack().getFirst().toString())
                .contains(
                        "Interruption drill of dev: a warning comes through",
                        "sent to event: -412 ms",
                        "whole seconds",
                        "held back by the queue, and polled: 15200 ms",
                        "Nothing was changed");
        assertThat(lines("drill").getFirst().at("/drill/id").stringValue()).isEqualTo("event-7");
    }

    @Test
    void drillWithoutQueueOrEventTime_hasTheLegsThatAreKnown() {
        var event = drill("dev", INSTANCE, SENT.toString()).replace("\"time\":\"2026-11-30T10:00:00Z\",", "");
        var handled = duty().handle(List.of(alone(event, SENT.plusMillis(500))), List.of());
        var legs = Json.tree(handled.report()).at("/drills/0/legs");

        assertThat(legs.path("sentToEventMs").isNull()).isTrue();
        assertThat(legs.path("queueToHandedOutMs").isNull()).isTrue();
        assertThat(legs.path("totalMs").longValue()).isEqualTo(701);
    }

    @Test
    void instanceOfAnotherCluster_isAFailure() {
        var entry = answer(drill("prod", INSTANCE, SENT.toString()), SENT.plusSeconds(16));

        assertThat(entry.path("outcome").stringValue()).isEqualTo("FAILED");
        assertThat(entry.path("detail").stringValue()).contains("of the cluster dev");
    }

    @Test
    void whatTheWatchCouldNotDecide_isAFailureWithTheLegsSoFar() {
        seen = new Rehearsal.Seen(
                Optional.of("dev"),
                Optional.of(Duration.ofMillis(80)),
                Optional.empty(),
                Optional.empty(),
                "the cluster could not be looked into: 403");
        var entry = answer(drill("dev", INSTANCE, SENT.toString()), SENT.plusSeconds(16));

        assertThat(entry.path("outcome").stringValue()).isEqualTo("FAILED");
        assertThat(entry.at("/legs/tagsMs").longValue()).isEqualTo(80);
        assertThat(entry.at("/legs/totalMs").isNull()).isTrue();
        assertThat(slack().getFirst().toString()).contains("1 of 1 failed", "403");
    }

    @Test
    void oldDrill_isAnsweredSoWithoutALook() {
        var entry = answer(drill("dev", INSTANCE, SENT.toString()), SENT.plus(Duration.ofDays(3)));

        assertThat(entry.path("outcome").stringValue()).isEqualTo("FAILED");
        assertThat(entry.path("detail").stringValue()).contains("4320 minutes after it was sent", "Send another");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"not an id", "i-", "i-0A1B2C3D", "i-0a1b2c3d4e5f60001; rm", "<!channel>"})
    void garbageInstance_isAnsweredSoWithoutALook(String instance) {
        var entry = answer(drill("dev", instance, SENT.toString()), SENT.plusSeconds(16));

        assertThat(entry.path("outcome").stringValue()).isEqualTo("FAILED");
        assertThat(entry.path("detail").stringValue()).contains("is no instance id");
        assertThat(asked).isEmpty();
        assertThat(slack().getFirst().toString()).doesNotContain("<!channel>");
    }

    @Test
    void garbageClusterAndTime_areAnsweredSo() {
        assertThat(answer(drill("../x", INSTANCE, SENT.toString()), SENT)
                        .path("detail")
                        .stringValue())
                .contains("not the name of an EKS cluster");
        assertThat(answer(drill("dev", INSTANCE, "2030-01-01T00:00:00Z"), SENT)
                        .path("detail")
                        .stringValue())
                .contains("still to come");
        assertThat(asked).isEmpty();
    }

    @Test
    void goodDrillBesideABadOne_isAnswered() {
        var handled = duty().handle(
                        List.of(
                                queued("m1", drill("dev", "nonsense", SENT.toString()), SENT.plusSeconds(16)),
                                queued("m2", drill("dev", INSTANCE, SENT.toString()), SENT.plusSeconds(16))),
                        List.of());

        assertThat(Json.tree(handled.report()).path("drills").valueStream())
                .extracting(entry -> entry.path("outcome").stringValue())
                .containsExactly("FAILED", "DRILL");
        assertThat(handled.verdicts()).isEmpty();
        assertThat(slack()).hasSize(1);
    }

    private JsonNode command(String json) {
        var command = Json.read(json);
        var duty = duty();
        assertThat(duty.isCommand(command)).isTrue();
        return Json.tree(duty.command(command));
    }

    private JsonNode answer(String event, Instant now) {
        var handled = duty().handle(List.of(queued("m1", event, now)), List.of());
        assertThat(handled.verdicts()).isEmpty();
        return Json.read(Json.write(handled.report())).at("/drills/0");
    }

    private DrillDuty duty() {
        var clock = Clock.fixed(SENT, ZoneOffset.UTC);
        var log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), clock, Duty.FUNCTION);
        var notifier = new Notifier(new WebhookUrl(Settings.of(Map.of()), name -> name), Optional.empty(), log);
        DrillSender sender = (cluster, instance, when) -> {
            sent.add(cluster + " " + instance + " " + when);
            return "event-7";
        };
        Rehearsal rehearsal = (subjects, time) -> {
            asked.addAll(subjects);
            return subjects.stream().map(subject -> seen).toList();
        };
        return new DrillDuty(sender, rehearsal, notifier, clock, log);
    }

    private static String drill(String cluster, String instance, String sent) {
        var event = Json.object()
                .put("version", "0")
                .put("id", "event-7")
                .put("source", "groundskeeper.interruption-queue")
                .put("detail-type", "Interruption Drill")
                .put("account", "123456789012")
                .put("region", "us-east-1")
                .put("time", "2026-11-30T10:00:00Z");
        event.set(
                "detail",
                Json.object()
                        .put("cluster", cluster)
                        .put("instance-id", instance)
                        .put("sent", sent));
        return event.toString();
    }

    private static Delivery alone(String event, Instant now) {
        return new Delivery("event-7", EventParser.parse(event), now, Optional.empty());
    }

    private static Delivery queued(String id, String event, Instant now) {
        var message = new SqsMessage(
                id,
                "handle",
                "arn:aws:sqs:us-east-1:123456789012:q",
                1,
                Optional.of(Instant.parse("2026-11-30T10:00:15.900Z")),
                event,
                Optional.of(Instant.parse("2026-11-30T10:00:00.700Z")));
        return new Delivery(id, EventParser.parse(event), now, Optional.of(message));
    }

    private List<JsonNode> lines(String event) {
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Json::read)
                .filter(line -> line.path("event").asString("").equals(event))
                .toList();
    }

    private List<JsonNode> slack() {
        return lines("slack-not-configured").stream()
                .map(line -> line.path("payload"))
                .toList();
    }
}
