package io.groundskeeper.core.lambda;

import static io.groundskeeper.core.lambda.Batches.event;
import static io.groundskeeper.core.lambda.Batches.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.event.EventClock;
import io.groundskeeper.core.event.MalformedEventException;
import io.groundskeeper.core.event.TestClock;
import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Lines;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class FunctionHandlerTest {

    private static final Instant NOW = Batches.T.plusSeconds(60);

    private final TestClock clock = new TestClock(NOW);
    private final FakeFunction function = new FakeFunction();
    private final FakeQueue queue = new FakeQueue();
    private final Lines lines = new Lines(clock);
    private Map<String, String> environment = Map.of();

    @Test
    void badBodyAmongNineGoodOnes_isLoggedAndDone() {
        var messages = new ArrayList<ObjectNode>();
        for (int i = 0; i < 9; i++) {
            messages.add(message("m" + i, event("e" + i).toString(), 1, NOW));
        }
        messages.add(4, message("bad", "{\"source\": \"aws.ec2\", ", 1, NOW));

        assertThat(call(Batches.of(messages))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(function.handled()).hasSize(9);
        assertThat(lines.of("unreadable-message").getFirst().path("messageId").stringValue())
                .isEqualTo("bad");
        assertThat(lines.of("report").getFirst().at("/report/ignored/0/id").stringValue())
                .isEqualTo("bad");
        assertThat(lines.text()).contains("UnreadableMessages");
    }

    @Test
    void batchOfBadBodiesOnly_isReported() {
        assertThat(call(Batches.of(List.of(message("bad", "abcd", 1, NOW))))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(lines.of("report")).hasSize(1);
    }

    @Test
    void notReady_isHiddenAsLongAsItSaysAndComesAgain() {
        function.verdict("m1", new Verdict.NotReady(Duration.ofSeconds(5), "the cluster is CREATING"));

        assertThat(call(batch(1))).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"m1\"}]}");
        assertThat(queue.hidden()).isEqualTo(Map.of("m1", Duration.ofSeconds(5)));
        assertThat(lines.of("not-ready").getFirst().path("why").stringValue()).contains("CREATING");
    }

    @ParameterizedTest
    @CsvSource({"1, 60", "2, 120", "3, 240", "4, 480", "5, 900", "6, 900", "100, 900"})
    void failure_restsTwiceAsLongEachTime(int receiveCount, long seconds) {
        function.verdict("m1", new Verdict.Failed(new IllegalStateException("broken")));

        assertThat(call(batch(receiveCount))).contains("\"m1\"");
        assertThat(queue.hidden()).isEqualTo(Map.of("m1", Duration.ofSeconds(seconds)));
        assertThat(lines.of("failed").getFirst().path("error").stringValue()).isEqualTo("broken");
    }

    @Test
    void functionThatThrows_failsEachMessageOfTheBatch() {
        function.failing(new IllegalStateException("broken"));
        var batch = Batches.of(List.of(
                message("m1", event("e1").toString(), 1, NOW),
                message("m2", event("e2").toString(), 1, NOW)));

        assertThat(call(batch)).contains("m1", "m2");
    }

    @Test
    void queueThatRefusesToHide_isLoggedAndTheMessageComesAgain() {
        queue.failing(new IllegalStateException("The receipt handle is not valid"));
        function.verdict("m1", new Verdict.NotReady(Duration.ofSeconds(5), "wait"));

        assertThat(call(batch(1))).contains("m1");
        assertThat(lines.of("visibility-unchanged")).hasSize(1);
    }

    @Test
    void messagePastItsDeadline_isGivenUpWithAWordInSlack() {
        function.patience(Duration.ofSeconds(60))
                .verdict("m1", new Verdict.NotReady(Duration.ofSeconds(5), "no capacity"));
        clock.forward(Duration.ofSeconds(60));

        assertThat(call(batch(9))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(queue.hidden()).isEmpty();
        assertThat(lines.of("given-up")).hasSize(1);
        assertThat(lines.of("slack-not-configured").getFirst().toString()).contains("Given up m1", "no capacity");
    }

    @Test
    void failedMessagePastItsDeadline_isGivenUpToo() {
        function.patience(Duration.ofSeconds(60))
                .verdict("m1", new Verdict.Failed(new IllegalStateException("broken")));
        clock.forward(Duration.ofSeconds(61));

        assertThat(call(batch(9))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(lines.of("slack-not-configured").getFirst().toString()).contains("broken");
    }

    @Test
    void messageLongPastItsDeadline_isGivenUpBeforeTheFunctionDiesOfItOnceMore() {
        function.patience(Duration.ofSeconds(60));
        clock.forward(Duration.ofMinutes(11));

        assertThat(call(batch(9))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(function.handled()).isEmpty();
        assertThat(lines.of("slack-not-configured").getFirst().toString()).contains("handed out 9 times");
    }

    @Test
    void messageThatIsHandedOutFirstAfterADay_isLookedAt() {
        function.patience(Duration.ofSeconds(60));
        clock.forward(Duration.ofDays(1));

        call(batch(1));

        assertThat(function.handled()).hasSize(1);
    }

    @Test
    void hopelessMessage_isDoneAndHopelessEventThrows() {
        function.verdict("m1", new Verdict.Hopeless(new IllegalStateException("not ours")))
                .verdict("e1", new Verdict.Hopeless(new IllegalStateException("not ours")));

        assertThat(call(batch(1))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(lines.of("hopeless")).hasSize(1);
        assertThatThrownBy(() -> call(event("e1").toString())).hasMessage("not ours");
    }

    @Test
    void singleEvent_isAnsweredWithTheReport() {
        var report = Json.read(call(event("e1").toString()));

        assertThat(report.path("handled").toString()).isEqualTo("[\"e1\"]");
        assertThat(report.path("nothing").isNull()).isTrue();
    }

    @Test
    void singleEventThatIsNotReady_isAnsweredWithTheReport() {
        function.verdict("e1", new Verdict.NotReady(Duration.ofSeconds(5), "wait"));

        assertThat(call(event("e1").toString())).contains("\"handled\":[\"e1\"]");
        assertThat(queue.hidden()).isEmpty();
    }

    @Test
    void singleEventThatFailed_throwsSoThatLambdaTriesAgain() {
        function.verdict("e1", new Verdict.Failed(new IllegalStateException("broken")));

        assertThatThrownBy(() -> call(event("e1").toString()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        assertThat(lines.of("report")).hasSize(1);
    }

    @Test
    void malformedSingleEvent_saysWhatItLacks() {
        var event = event("e1");
        event.putObject("detail");

        assertThatThrownBy(() -> call(event.toString()))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("instance-id");
    }

    @Test
    void singleEventWithoutId_isHandled() {
        var event = event("e1");
        event.remove("id");

        assertThat(call(event.toString())).contains("\"handled\":[\"\"]");
    }

    @Test
    void unknownEvent_isCountedAndHandled() {
        var event = event("e1").put("source", "aws.s3");

        call(event.toString());

        assertThat(lines.of("unknown-event")).hasSize(1);
        assertThat(lines.text()).contains("UnknownEvents");
    }

    @Test
    void command_isAnsweredWithItsReport() {
        assertThat(call("{\"cluster\":\"dev\"}")).contains("\"handled\":[\"dev\"]");
    }

    @Test
    void unknownCommand_listsWhatIsAccepted() {
        assertThatThrownBy(() -> call("{\"clutser\":\"dev\"}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("command such as {\"cluster\":\"dev\"}");
    }

    @Test
    void functionWithoutCommands_listsEventsOnly() {
        function.withoutCommands();

        assertThatThrownBy(() -> call("{}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("test-function accepts an EventBridge event")
                .hasMessageNotContaining("command");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"notify\":{\"text\":\"hello\"}}"})
    void outboxBody_isSentAgainAndNotHandled(String body) {
        assertThat(call(Batches.of(List.of(message("m1", body, 3, NOW))))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(function.handled()).isEmpty();
        assertThat(lines.of("slack-not-configured")
                        .getFirst()
                        .at("/payload/text")
                        .stringValue())
                .isEqualTo("hello");
        assertThat(lines.of("report")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"429, 17, 17", "500, '', 30", "404, '', 240"})
    void outboxBodyThatSlackRefusesAgain_restsAndComesAgain(int status, String retryAfter, long seconds) {
        Map<String, String> headers = retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", retryAfter);
        try (var slack = new LocalHttp(new Answer(status, "", headers))) {
            environment = Map.of("SLACK_WEBHOOK_URL", slack.uri() + "/services/T/B/sesame");
            var batch = Batches.of(List.of(message("m1", "{\"notify\":{\"text\":\"hello\"}}", 3, NOW)));

            assertThat(call(batch)).contains("m1");
        }
        assertThat(queue.hidden()).isEqualTo(Map.of("m1", Duration.ofSeconds(seconds)));
        assertThat(lines.text()).doesNotContain("sesame");
    }

    @Test
    void slackThatFails_failsNoRecord() {
        environment = Map.of("SLACK_WEBHOOK_URL", "http://127.0.0.1:1/services/T/B/sesame");
        function.patience(Duration.ZERO).verdict("m1", new Verdict.NotReady(Duration.ofSeconds(5), "no capacity"));

        assertThat(call(batch(1))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(lines.of("slack-message-not-sent")).hasSize(1);
        assertThat(lines.text()).doesNotContain("sesame");
    }

    @Test
    void bodyThatOnlySpeaksOfNotify_isNoOutboxBody() {
        var event = event("e1").put("notify", "nobody");

        call(Batches.of(List.of(message("m1", event.toString(), 1, NOW), message("m2", "[\"notify\"]", 1, NOW))));

        assertThat(function.handled()).hasSize(1);
        assertThat(lines.of("unreadable-message")).hasSize(1);
    }

    @Test
    void messageWithoutAttributes_isHandledAsIfJustReceived() {
        var message = message("m1", event("e1").toString(), 1, NOW);
        message.remove("attributes");
        function.verdict("m1", new Verdict.NotReady(Duration.ofSeconds(5), "wait"));

        assertThat(call(Batches.of(List.of(message)))).contains("m1");
    }

    private String batch(int receiveCount) {
        return Batches.of(List.of(message("m1", event("e1").toString(), receiveCount, NOW)));
    }

    private String call(String input) {
        var notifier =
                new Notifier(new WebhookUrl(Settings.of(environment), name -> name), Optional.empty(), lines.log());
        var handler = new FunctionHandler(function, queue, notifier, new EventClock.Real(clock), lines.log());
        var out = new ByteArrayOutputStream();
        try {
            handler.handleRequest(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
