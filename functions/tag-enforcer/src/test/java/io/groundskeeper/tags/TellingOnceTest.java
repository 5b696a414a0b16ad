package io.groundskeeper.tags;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.tags.SlackOutage.Mood;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.node.ObjectNode;

/** The same events coming again, with Slack and the outbox in all moods: nothing is lost, and told once. */
class TellingOnceTest {

    private final FakeAws aws = new FakeAws();
    private final SlackOutage slack = new SlackOutage();
    private TagEnforcerHandler container;

    @BeforeEach
    void start() {
        container = newContainer();
        for (int i = 1; i <= 9; i++) {
            aws.exists("AWS::EC2::Volume", "vol-" + i, "{}");
        }
    }

    @AfterEach
    void close() {
        aws.close();
        slack.close();
    }

    @Test
    void batchThatComesAgain_tellsOnlyWhatItHadNotTold() throws IOException {
        assertThat(run(creation("m-1", "vol-1", "ann"), creation("m-2", "vol-2", "bob")))
                .isEmpty();
        assertThat(run(
                        creation("m-1", "vol-1", "ann"),
                        creation("m-2", "vol-2", "bob"),
                        creation("m-3", "vol-3", "carla")))
                .isEmpty();
        assertThat(slack.accepted("usual")).hasSize(2);
        assertThat(slack.accepted("usual").getFirst()).contains("vol-1", "vol-2");
        assertThat(slack.accepted("usual").getLast()).contains("vol-3").doesNotContain("vol-1", "vol-2");
    }

    @Test
    void eventThatFailsBesideOthers_comesAgainAloneAndTheOthersAreTold() throws IOException {
        assertThat(run(creation("m-1", "vol-1", "ann"), creation("m-2", "vol-not-yet", "bob")))
                .containsExactly("m-2");
        aws.exists("AWS::EC2::Volume", "vol-not-yet", "{}");
        assertThat(run(creation("m-2", "vol-not-yet", "bob"))).isEmpty();
        assertThat(slack.accepted()).hasSize(2);
        assertThat(slack.accepted().getFirst()).contains("vol-1").doesNotContain("vol-not-yet");
        assertThat(slack.accepted().getLast()).contains("vol-not-yet").doesNotContain("vol-1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mood.class,
            names = {"ACCEPTS", "SAYS_NOTHING"},
            mode = EnumSource.Mode.EXCLUDE)
    void slackThatDoesNotTakeIt_isToldFromTheOutboxOnce(Mood mood) throws IOException {
        slack.is("usual", mood);
        assertThat(run(creation("m-1", "vol-1", "ann"))).isEmpty();
        assertThat(run(creation("m-1", "vol-1", "ann")))
                .as("the batch comes again")
                .isEmpty();
        var kept = slack.takeKept();
        assertThat(kept).hasSize(1);
        assertThat(run(outbox("o-1", kept.getFirst()))).containsExactly("o-1");
        slack.is("usual", Mood.ACCEPTS);
        assertThat(run(outbox("o-1", kept.getFirst()))).isEmpty();
        assertThat(run(outbox("o-1", kept.getFirst())))
                .as("SQS hands it out twice")
                .isEmpty();
        assertThat(slack.accepted()).singleElement().asString().contains("vol-1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mood.class,
            names = {"ACCEPTS", "SAYS_NOTHING"},
            mode = EnumSource.Mode.EXCLUDE)
    void outboxThatFailsToo_letsTheEventComeAgainUntilItIsTold(Mood mood) throws IOException {
        slack.is("usual", mood);
        slack.outboxFails(true);
        assertThat(run(creation("m-1", "vol-1", "ann"), creation("m-2", "vol-2", "bob")))
                .containsExactly("m-1", "m-2");
        slack.is("usual", Mood.ACCEPTS);
        assertThat(run(creation("m-2", "vol-2", "bob"), creation("m-1", "vol-1", "ann")))
                .isEmpty();
        assertThat(slack.accepted()).singleElement().asString().contains("vol-1", "vol-2");
    }

    @Test
    void oneChannelLost_letsOnlyItsEventsComeAgain() throws IOException {
        slack.is("slack-routed", Mood.FAILS);
        slack.outboxFails(true);
        assertThat(run(creation("m-2", "vol-2", "bob"), creation("m-1", "vol-1", "route-ann")))
                .containsExactly("m-1");
        assertThat(slack.accepted("usual"))
                .singleElement()
                .asString()
                .contains("vol-2")
                .doesNotContain("vol-1");
        slack.is("slack-routed", Mood.ACCEPTS);
        assertThat(run(creation("m-1", "vol-1", "route-ann"))).isEmpty();
        assertThat(slack.accepted("slack-routed")).singleElement().asString().contains("vol-1");
    }

    @Test
    void slackThatSaysNothing_isAskedOnceInAnInvocationAndLosesNothing() throws IOException {
        slack.is("slack-routed", Mood.SAYS_NOTHING);
        assertThat(run(creation("m-1", "vol-1", "route-ann"), creation("m-2", "vol-2", "bob")))
                .isEmpty();
        assertThat(slack.accepted()).isEmpty();
        var kept = slack.takeKept();
        slack.is("slack-routed", Mood.ACCEPTS);
        assertThat(run(outbox("o-1", kept.getFirst()), outbox("o-2", kept.getLast())))
                .isEmpty();
        assertThat(slack.accepted("slack-routed")).singleElement().asString().contains("vol-1");
        assertThat(slack.accepted("usual")).singleElement().asString().contains("vol-2");
    }

    @Test
    void eventPastItsHour_isNotGivenUpBeforeSomeoneCanBeTold() throws IOException {
        var message = creation("m-1", "vol-not-yet", "bob");
        ((ObjectNode) message.path("attributes")).put("ApproximateFirstReceiveTimestamp", "1000000000000");
        slack.is("usual", Mood.FAILS);
        slack.outboxFails(true);
        assertThat(run(message)).containsExactly("m-1");
        slack.is("usual", Mood.ACCEPTS);
        assertThat(run(message)).isEmpty();
        assertThat(slack.accepted()).singleElement().asString().contains("in an hour", "vol-not-yet");
    }

    @Test
    void anotherContainer_tellsAgain() throws IOException {
        run(creation("m-1", "vol-1", "ann"));
        container = newContainer();
        run(creation("m-1", "vol-1", "ann"));
        assertThat(slack.accepted())
                .as("at least once, as the documentation says")
                .hasSize(2);
    }

    private TagEnforcerHandler newContainer() {
        var environment = new HashMap<>(aws.environment());
        environment.put("SLACK_WEBHOOK_URL", slack.webhook("usual"));
        environment.put("SLACK_ROUTES", "creator:route-*->slack-routed");
        environment.put("GROUNDSKEEPER_NOW", "2026-11-30T09:00:00Z");
        var parts = FunctionParts.of("tag-enforcer", environment);
        var sqs = parts.clients().build(SqsClient.builder().endpointOverride(URI.create(aws.url())));
        var log = Log.of(
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                parts.clock(),
                "tag-enforcer");
        var url = new WebhookUrl(Settings.of(environment), slack::webhook);
        var notifier = new Notifier(url, Optional.of(slack), log);
        return new TagEnforcerHandler(
                new FunctionParts(parts.settings(), parts.clock(), log, parts.clients(), sqs, notifier));
    }

    private List<String> run(ObjectNode... messages) throws IOException {
        var batch = Json.object();
        batch.putArray("Records").addAll(List.of(messages));
        var output = new ByteArrayOutputStream();
        container.handleRequest(
                new ByteArrayInputStream(Json.write(batch).getBytes(StandardCharsets.UTF_8)), output, null);
        return Json.read(output.toString(StandardCharsets.UTF_8))
                .path("batchItemFailures")
                .valueStream()
                .map(failure -> failure.path("itemIdentifier").stringValue())
                .toList();
    }

    private static ObjectNode creation(String messageId, String volume, String user) {
        var detail = Json.object()
                .put("eventSource", "ec2.amazonaws.com")
                .put("eventName", "CreateVolume")
                .put("awsRegion", "us-east-1")
                .put("recipientAccountId", "123456789012")
                .put("eventID", "event-of-" + volume)
                .put("eventTime", "2026-11-30T09:00:00Z");
        detail.putObject("userIdentity")
                .put("type", "IAMUser")
                .put("userName", user)
                .put("arn", "arn:aws:iam::123456789012:user/" + user);
        detail.putObject("responseElements").put("volumeId", volume);
        var event = Json.object()
                .put("id", "envelope-of-" + volume)
                .put("source", "aws.ec2")
                .put("detail-type", "AWS API Call via CloudTrail")
                .put("account", "123456789012")
                .put("region", "us-east-1")
                .put("time", "2026-11-30T09:00:00Z");
        event.set("detail", detail);
        return message(messageId, Json.write(event));
    }

    private static ObjectNode outbox(String messageId, String body) {
        return message(messageId, body);
    }

    private static ObjectNode message(String messageId, String body) {
        var message = Json.object()
                .put("messageId", messageId)
                .put("receiptHandle", "receipt-of-" + messageId)
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:tag-enforcer")
                .put("body", body);
        message.putObject("attributes").put("ApproximateReceiveCount", "1");
        return message;
    }
}
