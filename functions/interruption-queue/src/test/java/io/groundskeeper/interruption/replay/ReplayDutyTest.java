package io.groundskeeper.interruption.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.duty.Duty;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ReplayDutyTest {

    private static final String DLQ = "https://sqs/1/warnings-dlq";
    private static final String QUEUE = "https://sqs/1/warnings";
    private static final Map<String, String> WARNING = Map.of("WARNING_DLQ_URL", DLQ, "WARNING_QUEUE_URL", QUEUE);
    private static final String COMMAND = "{\"replay\":\"dlq\"}";

    private final FakeQueues queues = new FakeQueues();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void allMessages_goBackWithTheirBodies() {
        var bodies = IntStream.range(0, 25).mapToObj(i -> "{\"n\" : " + i + "}").toList();
        bodies.forEach(body -> queues.put(DLQ, body));

        assertThat(replay(COMMAND)).isEqualTo(Json.read("""
                {"function":"interruption-queue",
                 "replay":[{"queue":"warnings","moved":25,"left":0,"failed":0,"detail":null}]}"""));
        assertThat(queues.bodies(QUEUE)).containsExactlyElementsOf(bodies);
        assertThat(queues.bodies(DLQ)).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("\"replayed\"")))
                .hasSize(25);
    }

    @Test
    void dryRun_countsAndTouchesNothing() {
        queues.put(DLQ, "a");
        queues.put(DLQ, "b");

        assertThat(row("{\"replay\":\"dlq\",\"dryRun\":true}"))
                .isEqualTo(Json.read("{\"queue\":\"warnings\",\"moved\":0,\"left\":2,\"failed\":0,\"detail\":null}"));
        assertThat(queues.calls()).containsExactly("count");
        assertThat(queues.visible(DLQ)).hasSize(2);
    }

    @Test
    void emptyQueue_hasNothingToMove() {
        assertThat(row(COMMAND))
                .isEqualTo(Json.read("{\"queue\":\"warnings\",\"moved\":0,\"left\":0,\"failed\":0,\"detail\":null}"));
        assertThat(queues.calls()).doesNotContain("send", "delete");
    }

    @Test
    void messageThatCannotBeSent_staysAndCostsNoOther() {
        List.of("a", "bad", "c").forEach(body -> queues.put(DLQ, body));
        queues.unsendable("bad");
        var row = row(COMMAND);

        assertThat(row.path("moved").intValue()).isEqualTo(2);
        assertThat(row.path("left").intValue()).isEqualTo(1);
        assertThat(row.path("failed").intValue()).isEqualTo(1);
        assertThat(row.path("detail").stringValue()).contains("not sent: InvalidMessageContents");
        assertThat(queues.bodies(DLQ)).containsExactly("bad");
        assertThat(queues.bodies(QUEUE)).containsExactly("a", "c");
    }

    @Test
    void deathBetweenSendingAndDeleting_doublesAndLosesNothing() {
        List.of("a", "b").forEach(body -> queues.put(DLQ, body));
        queues.afterSend(() -> {
            throw new StackOverflowError("the function dies");
        });
        assertThatThrownBy(() -> replay(COMMAND)).isInstanceOf(StackOverflowError.class);
        queues.afterSend(() -> {});
        queues.forward(Duration.ofSeconds(31));

        assertThat(row(COMMAND).path("moved").intValue()).isEqualTo(2);
        assertThat(queues.bodies(DLQ)).isEmpty();
        assertThat(queues.bodies(QUEUE)).containsExactly("a", "b", "a", "b");
    }

    @Test
    void messageThatWasSentAndNotDeleted_isSaid() {
        List.of("a", "b").forEach(body -> queues.put(DLQ, body));
        queues.undeletable("b");
        var row = row(COMMAND);

        assertThat(row.path("moved").intValue()).isEqualTo(1);
        assertThat(row.path("failed").intValue()).isEqualTo(1);
        assertThat(row.path("detail").stringValue()).contains("sent but not deleted", "sends it again");
    }

    @Test
    void whatFailsAgainAtOnce_doesNotGoRound() {
        queues.put(DLQ, "a");
        // As fast as can be: whatever is sent is given up and back in the dead letter queue.
        queues.afterSend(() -> queues.put(DLQ, "a", queues.instant()));
        var row = row(COMMAND);

        assertThat(row.path("moved").intValue()).isEqualTo(1);
        assertThat(row.path("detail").stringValue()).contains("1 came after this began");
        assertThat(queues.bodies(QUEUE)).containsExactly("a");
        assertThat(queues.visible(DLQ)).as("others may have it at once").containsExactly("a");
    }

    @Test
    void messageHandedOutTwice_isMovedOnce() {
        queues.put(DLQ, "a");
        queues.undeletable("a");
        queues.hidesNothing();
        var row = row(COMMAND);

        assertThat(queues.bodies(QUEUE)).containsExactly("a");
        assertThat(row.path("failed").intValue()).isEqualTo(1);
    }

    @Test
    void timeThatIsOver_leavesTheRest() {
        IntStream.range(0, 100).forEach(i -> queues.put(DLQ, "m" + i));
        queues.callsTake(Duration.ofSeconds(1));
        var row = row(COMMAND);
        int moved = row.path("moved").intValue();

        assertThat(moved).isBetween(10, 90);
        assertThat(row.path("left").intValue()).isEqualTo(100 - moved);
        assertThat(row.path("failed").intValue()).isZero();
        assertThat(row.path("detail").stringValue()).contains("run it again");
        assertThat(Duration.between(FakeQueues.START, queues.instant())).isLessThan(Duration.ofSeconds(20));
        assertThat(queues.bodies(QUEUE)).hasSize(moved);
        assertThat(queues.bodies(DLQ)).hasSize(100 - moved);
    }

    @Test
    void queueThatRefuses_costsNoOther() {
        queues.put(DLQ, "a");
        queues.put("https://sqs/1/keeper-dlq", "k");
        queues.failing(DLQ, new IllegalStateException("sqs:ReceiveMessage is not allowed"));
        var rows = replay(
                        COMMAND,
                        Map.of(
                                "WARNING_DLQ_URL",
                                DLQ,
                                "WARNING_QUEUE_URL",
                                QUEUE,
                                "KEEPER_DLQ_URL",
                                "https://sqs/1/keeper-dlq",
                                "KEEPER_QUEUE_URL",
                                "https://sqs/1/keeper"))
                .path("replay");

        assertThat(rows.at("/0/detail").stringValue()).contains("sqs:ReceiveMessage");
        assertThat(rows.at("/0/moved").intValue()).isZero();
        assertThat(rows.at("/1/queue").stringValue()).isEqualTo("keeper");
        assertThat(rows.at("/1/moved").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'replay':true} | must be \"dlq\"",
                "{'replay':'outbox'} | must be \"dlq\"",
                "{'replay':'dlq','dryRun':1} | \"dryRun\" must be",
                "{'replay':'dlq','cluster':'dev'} | does not know cluster"
            })
    void badCommand_saysWhatIsWrong(String command, String words) {
        assertThatThrownBy(() -> replay(command.replace('\'', '"')))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(words);
        assertThat(queues.calls()).isEmpty();
    }

    @Test
    void functionWithoutQueues_saysWhichSettingsItLacks() {
        assertThatThrownBy(() -> replay(COMMAND, Map.of()))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("WARNING_DLQ_URL");
        assertThatThrownBy(() -> replay(COMMAND, Map.of("KEEPER_DLQ_URL", DLQ)))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("KEEPER_QUEUE_URL");
    }

    private JsonNode row(String command) {
        return replay(command).at("/replay/0");
    }

    private JsonNode replay(String command) {
        return replay(command, WARNING);
    }

    private JsonNode replay(String command, Map<String, String> environment) {
        var log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), queues, Duty.FUNCTION);
        var duty = new ReplayDuty(queues, Settings.of(environment), queues, log);
        var json = Json.read(command);
        assertThat(duty.isCommand(json)).isTrue();
        return Json.read(Json.write(duty.command(json)));
    }
}
