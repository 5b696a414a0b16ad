package io.groundskeeper.interruption.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.interruption.Keys;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.core.task.TaskMessage;
import io.groundskeeper.interruption.duty.Duty;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class KeeperDutyTest {

    private static final Instant NOW = Instant.parse("2026-11-30T14:03:21Z");
    private static final Names DEV = new Names(FakeAccount.id("dev"));
    private static final String FUNCTION_ROLE = "arn:aws:iam::123456789012:role/groundskeeper/gk-interruption";
    private static final String BOOTSTRAP_ROLE = "arn:aws:iam::123456789012:role/groundskeeper/gk-bootstrap";
    private static final Map<String, String> MARKED = Map.of(Tags.MARK, Tags.MARK_VALUE);
    private static final Map<String, String> STACK = Map.of("aws:cloudformation:stack-name", "Karpenter-dev");
    private static final String ALICE =
            "{\"type\":\"IAMUser\",\"userName\":\"alice\",\"arn\":\"arn:aws:iam::123456789012:user/alice\"}";

    private final FakeAccount account = new FakeAccount();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<TaskMessage> sent = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>(
            Map.of("FUNCTION_ROLE_ARN", FUNCTION_ROLE, "BOOTSTRAP_ROLE_ARN", BOOTSTRAP_ROLE, "KEEPER_MINUTES", "60"));

    @BeforeEach
    void clusterDev_isInOrder() {
        account.cluster("dev", MARKED);
        account.karpenters.put("dev", new Karpenter.Deployed("kube-system/karpenter", DEV.queue(), 2));
        command("{\"cluster\":\"dev\",\"keeper\":true}");
        account.writes.clear();
        out.reset();
    }

    @Test
    void allInOrder_isARowForQueueAndEachRuleAndNothingIsWrittenOrTold() {
        var rows = command("{\"cluster\":\"dev\",\"keeper\":true}").path("keeper");

        assertThat(outcomes(rows)).containsExactly("OK", "OK", "OK");
        assertThat(rows.valueStream().map(row -> row.path("resource").stringValue()))
                .containsExactlyInAnyOrder(DEV.queueArn(), DEV.ruleArn(DEV.ec2Rule()), DEV.ruleArn(DEV.healthRule()));
        assertThat(rows.get(0).path("difference").isNull()).isTrue();
        assertThat(account.writes).isEmpty();
        assertThat(slack()).isEmpty();
    }

    @Test
    void disabledRule_isMendedAndToldWithWhoDidIt() {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(rule, false));

        var handled = handle(call("events", "DisableRule", "{\"name\":\"%s\"}".formatted(DEV.ec2Rule()), ALICE));

        var row = row(handled, DEV.ruleArn(DEV.ec2Rule()));
        assertThat(row.path("outcome").stringValue()).isEqualTo("MENDED");
        assertThat(row.path("changedBy").stringValue()).isEqualTo("alice");
        assertThat(account.rules.get(DEV.ec2Rule()).enabled()).isTrue();
        assertThat(slack()).hasSize(1);
        assertThat(slack().getFirst())
                .contains("alice did DisableRule on rule " + DEV.ec2Rule() + " at 2026-11-30T14:00:00Z", "*mended*");
    }

    @ParameterizedTest
    @CsvSource({
        "DeleteQueue, true", "SetQueueAttributes, true", "PurgeQueue, true", "DeleteRule, false",
        "DisableRule, false", "PutRule, false", "RemoveTargets, false", "PutTargets, false"
    })
    void callOnOurs_bringsALook(String name, boolean ofQueue) {
        var asked = ofQueue
                ? "{\"queueUrl\":\"https://sqs.us-east-1.amazonaws.com/123456789012/%s\"}".formatted(DEV.queue())
                : "{\"%s\":\"%s\"}".formatted(name.endsWith("Targets") ? "rule" : "name", DEV.healthRule());

        assertThat(report(handle(call(ofQueue ? "sqs" : "events", name, asked, ALICE)))
                        .path("keeper"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {FUNCTION_ROLE, BOOTSTRAP_ROLE})
    void ownCall_isIgnoredWithAndWithoutItsIssuer(String role) {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(rule, false));
        var session =
                "arn:aws:sts::123456789012:assumed-role/%s/fn".formatted(role.substring(role.lastIndexOf('/') + 1));
        var asked = "{\"name\":\"%s\"}".formatted(DEV.ec2Rule());
        var full = "{\"type\":\"AssumedRole\",\"arn\":\"%s\",\"sessionContext\":{\"sessionIssuer\":{\"arn\":\"%s\"}}}"
                .formatted(session, role);
        var bare = "{\"type\":\"AssumedRole\",\"arn\":\"%s\"}".formatted(session);

        for (var who : List.of(full, bare)) {
            var report = report(handle(call("events", "PutRule", asked, who)));
            assertThat(report.path("keeper")).isEmpty();
            assertThat(report.at("/ignored/0/reason").stringValue()).contains("Groundskeeper");
        }
        assertThat(account.writes).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"IAMUser\",\"userName\":\"gk-interruption\",\"arn\":\"arn:aws:iam::123456789012:user/gk-interruption\"}",
                "{\"type\":\"AssumedRole\",\"arn\":\"arn:aws:sts::999999999999:assumed-role/gk-interruption/fn\"}",
                "{\"type\":\"AssumedRole\",\"arn\":\"arn:aws:sts::123456789012:assumed-role/gk-interruption-2/fn\"}",
                "{\"type\":\"AssumedRole\",\"arn\":\"arn:aws:sts::123456789012:assumed-role/gk-interruption/fn\",\"sessionContext\":{\"sessionIssuer\":{\"arn\":\"arn:aws:iam::123456789012:role/gk-interruption\"}}}"
            })
    void callOfSomeoneOfTheSameName_isNotOurs(String who) {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(rule, false));

        handle(call("events", "DisableRule", "{\"name\":\"%s\"}".formatted(DEV.ec2Rule()), who));

        assertThat(account.rules.get(DEV.ec2Rule()).enabled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "\"text\"",
                "7",
                "{}",
                "{\"name\":null}",
                "{\"name\":7}",
                "{\"rule\":{\"a\":1}}",
                "{\"queueUrl\":[]}",
                "{\"queueUrl\":\"\"}",
                "{\"queueUrl\":\"///\"}",
                "{\"name\":\"Karpenter-x\",\"eventBusName\":\"other\"}",
                "{\"name\":\"x\",\"targets\":\"none\"}",
                "{\"name\":\"x\",\"targets\":[null,7,{\"arn\":null},{\"arn\":\":sqs:\"}]}"
            })
    void mangledRecord_isNeverAnError(String asked) {
        var names =
                Map.of("DeleteQueue", "sqs", "SetQueueAttributes", "sqs", "PutRule", "events", "PutTargets", "events");
        for (var name : names.entrySet()) {
            for (var who : List.of("null", "{}", "[]", "{\"type\":7,\"arn\":null}")) {
                var handled = handle(call(name.getValue(), name.getKey(), asked, who));
                assertThat(handled.verdicts().values()).allMatch(Verdict.Done.class::isInstance);
            }
        }
        assertThat(account.writes).isEmpty();
    }

    @Test
    void ruleOnAnotherBus_isNotOurs() {
        var asked = "{\"name\":\"%s\",\"eventBusName\":\"orders\"}".formatted(DEV.ec2Rule());

        assertThat(report(handle(call("events", "DisableRule", asked, ALICE))).path("keeper"))
                .isEmpty();
    }

    @Test
    void deletedRuleOfKarpenterThatNamesNoCluster_bringsALookAtAll() {
        handle(call("events", "DeleteRule", "{\"name\":\"KarpenterSpotInterrupt-20260101\"}", ALICE));

        assertThat(sent).extracting(TaskMessage::task).containsExactly("keep-now");
    }

    @Test
    void othersRule_isReportedAndMendedOnlyWhenTold() {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(FakeAccount.tagged(rule, STACK), false));
        var rows = command("{\"cluster\":\"dev\",\"keeper\":true}").path("keeper");

        assertThat(outcomes(rows)).contains("REPORTED").doesNotContain("MENDED");
        assertThat(rows.toString()).contains("CloudFormation, stack Karpenter-dev");
        assertThat(account.rules.get(DEV.ec2Rule()).enabled()).isFalse();

        var told = command("{\"cluster\":\"dev\",\"keeper\":true,\"mendForeign\":true}")
                .path("keeper");

        assertThat(outcomes(told)).contains("MENDED");
        assertThat(account.rules.get(DEV.ec2Rule()).enabled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void queueOfAClusterThatGoes_isNotMadeAgainEvenWhenTold(boolean lives) {
        var tags = lives
                ? Map.of(Tags.MARK, Tags.MARK_VALUE, Tags.REMOVING, "2026-11-30T13:00:00Z")
                : Map.of(Tags.MARK, Tags.MARK_VALUE);
        account.clusters.put("dev", new KeptCluster(FakeAccount.id("dev"), tags, lives));
        account.queues.clear();
        account.rules.clear();

        for (var by : List.of(",\"mendForeign\":true", "")) {
            environment.put("MEND_FOREIGN_QUEUES", String.valueOf(by.isEmpty()));
            assertThat(outcomes(command("{\"cluster\":\"dev\",\"keeper\":true%s}".formatted(by))
                            .path("keeper")))
                    .isNotEmpty()
                    .containsOnly("REPORTED");
        }
        assertThat(account.writes).isEmpty();
    }

    @Test
    void dryRun_plansAndChangesNothing() {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(rule, false));

        assertThat(outcomes(command("{\"cluster\":\"dev\",\"keeper\":true,\"dryRun\":true}")
                        .path("keeper")))
                .contains("PLANNED");
        assertThat(account.writes).isEmpty();
        assertThat(slack()).isEmpty();
    }

    @Test
    void dryRunByTheSettings_holdsForEventsToo() {
        environment.put("DRY_RUN", "true");
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(rule, false));
        handle(call("events", "DisableRule", "{\"name\":\"%s\"}".formatted(DEV.ec2Rule()), ALICE));

        assertThat(account.writes).isEmpty();
    }

    @Test
    void queueDeletedAMomentAgo_waitsUntilItMayBeMadeAgain() {
        account.queues.clear();
        account.deletedRecently = true;
        var deleted = call("sqs", "DeleteQueue", "{\"queueUrl\":\"https://sqs/%s\"}".formatted(DEV.queue()), ALICE);
        var handled = handle(deleted);

        assertThat(handled.verdicts().get("m1"))
                .isInstanceOfSatisfying(
                        Verdict.NotReady.class,
                        wait -> assertThat(wait.lookAgainIn()).isEqualTo(Duration.ofMinutes(1)));
        assertThat(row(handled, DEV.queueArn()).path("outcome").stringValue()).isEqualTo("WAITING");

        account.deletedRecently = false;
        assertThat(row(handle(deleted), DEV.queueArn()).path("outcome").stringValue())
                .isEqualTo("MENDED");
    }

    @Test
    void queueDeletedTwentySecondsAgo_isNotLookedAtWhileItMayStillBeSeen() {
        var deleted = call("sqs", "DeleteQueue", "{\"queueUrl\":\"https://sqs/%s\"}".formatted(DEV.queue()), ALICE);
        var handled = handle(deleted, Instant.parse("2026-11-30T14:00:20Z"));

        assertThat(handled.verdicts().get("m1"))
                .isInstanceOfSatisfying(
                        Verdict.NotReady.class,
                        wait -> assertThat(wait.lookAgainIn()).isEqualTo(Duration.ofSeconds(40)));

        account.queues.clear();
        assertThat(row(handle(deleted, Instant.parse("2026-11-30T14:01:00Z")), DEV.queueArn())
                        .path("outcome")
                        .stringValue())
                .isEqualTo("MENDED");
    }

    @Test
    void attributesNotYetSeen_areSaidToBeSetAndLookedAtAgain() {
        account.attribute(DEV.queue(), "MessageRetentionPeriod", "60");
        account.attributesComeLate = true;
        var handled = handle(task("dev", "keep", "2026-11-30T14:00:00Z"));

        assertThat(row(handled, DEV.queueArn()).path("difference").stringValue())
                .contains("set, not yet seen");
        assertThat(handled.verdicts().get("m1")).isInstanceOf(Verdict.NotReady.class);
    }

    @Test
    void ruleThatStaysDisabled_isFailedAndTriedAgain() {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(rule, false));
        account.enablingIsUndone = true;
        var handled = handle(task("dev", "keep", "2026-11-30T14:00:00Z"));

        assertThat(row(handled, DEV.ruleArn(DEV.ec2Rule())).path("outcome").stringValue())
                .isEqualTo("FAILED");
        assertThat(handled.verdicts().get("m1")).isInstanceOf(Verdict.Failed.class);
        assertThat(slack()).hasSize(1);
    }

    @Test
    void purge_isReportedWithWho() {
        var asked = "{\"queueUrl\":\"https://sqs/%s\"}".formatted(DEV.queue());
        var handled = handle(call("sqs", "PurgeQueue", asked, ALICE));

        assertThat(row(handled, DEV.queueArn()).path("changedBy").stringValue()).isEqualTo("alice");
        assertThat(slack().getFirst()).contains("purged", "alice");
    }

    @ParameterizedTest
    @CsvSource({"us-west-2, 123456789012", "us-east-1, 999999999999"})
    void callInAnotherAccountOrRegion_isNotAboutOurs(String region, String owner) {
        var asked = "{\"queueUrl\":\"https://sqs.%s.amazonaws.com/%s/%s\"}".formatted(region, owner, DEV.queue());
        var event = (ObjectNode) call("sqs", "PurgeQueue", asked, ALICE);
        ((ObjectNode) event.path("detail")).put("awsRegion", region).put("recipientAccountId", owner);

        var report = report(handle(event));

        assertThat(report.path("keeper")).isEmpty();
        assertThat(report.at("/ignored/0/reason").stringValue()).contains(region, owner);
        assertThat(slack()).isEmpty();
    }

    @Test
    void clusterThatFails_stopsNoOther() {
        account.cluster("api", MARKED);
        account.broken.add("api");
        var rows = command("{\"keeper\":true}").path("keeper");

        assertThat(outcomes(rows)).containsExactly("FAILED", "OK", "OK", "OK");
        assertThat(rows.get(0).path("difference").stringValue()).contains("eks:DescribeCluster");
    }

    @Test
    void schedule_sendsATaskForEachClusterThatIsLookedAfter() {
        account.cluster("gone", Map.of(Tags.MARK, Tags.MARK_VALUE, Tags.REMOVING, "1"));
        account.cluster("skipped", Map.of(Tags.MARK, Tags.MARK_VALUE, Tags.WISH, Tags.SKIP));
        account.cluster("strange", Map.of());
        handle(Json.read("{\"id\":\"e\",\"source\":\"aws.events\",\"detail-type\":\"Scheduled Event\",\"detail\":{}}"));

        assertThat(sent).extracting(TaskMessage::cluster).containsExactly("dev");
        assertThat(sent).extracting(TaskMessage::task).containsExactly("keep");
    }

    @ParameterizedTest
    @CsvSource({"strange, keep", "nowhere, keep", "dev, dance"})
    void taskThatIsNotForUs_isIgnored(String cluster, String task) {
        account.cluster("strange", Map.of());
        var handled = handle(task(cluster, task, "2026-11-30T14:00:00Z"));

        assertThat(report(handled).path("ignored")).hasSize(1);
        assertThat(account.writes).isEmpty();
    }

    @Test
    void clusterWithoutOurMark_getsNoQueueByHandUnlessTold() {
        account.cluster("strange", Map.of());
        assertThat(outcomes(command("{\"cluster\":\"strange\",\"keeper\":true}").path("keeper")))
                .containsOnly("REPORTED");
        assertThat(account.writes).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"07:59, 0", "08:00, 1", "08:59, 1", "09:00, 0"})
    void whatOnlyAPersonCanMend_isToldInOneRoundOfTheDay(String time, int messages) {
        account.rule(DEV.ec2Rule(), rule -> FakeAccount.enabled(FakeAccount.tagged(rule, STACK), false));
        handle(task("dev", "keep", "2026-11-30T" + time + ":00Z"));

        assertThat(slack()).hasSize(messages);
    }

    @Test
    void messagesThatNobodyReads_areToldAfterASecondLookWithTheCause() {
        account.attribute(DEV.queue(), "ApproximateNumberOfMessages", "3");
        account.karpenters.put("dev", new Karpenter.Deployed("kube-system/karpenter", DEV.queue(), 0));
        handle(task("dev", "keep", "2026-11-30T14:00:00Z"));

        assertThat(sent).containsExactly(new TaskMessage("dev", "unread", Duration.ofMinutes(1)));
        assertThat(slack()).isEmpty();

        handle(task("dev", "unread", "2026-11-30T14:01:00Z"));
        assertThat(slack().getFirst()).contains("3 messages wait", "no ready replica");
    }

    @Test
    void messagesThatWereReadSince_areNotTold() {
        account.attribute(DEV.queue(), "ApproximateNumberOfMessages", "3");
        account.attribute(DEV.queue(), "ApproximateNumberOfMessagesNotVisible", "1");
        handle(task("dev", "unread", "2026-11-30T14:01:00Z"));

        assertThat(slack()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', it reads none",
        "arn:aws:sqs:us-east-1:123456789012:Karpenter-dev, must be the name alone",
        "elsewhere, does not exist",
        "other, is another"
    })
    void settingOfKarpenterThatIsWrong_isReported(String queue, String words) {
        account.queues.put("other", new Queue("https://sqs/other", Map.of(), Map.of()));
        account.karpenters.put("dev", new Karpenter.Deployed("kube-system/karpenter", queue, 2));
        var rows = command("{\"cluster\":\"dev\",\"keeper\":true}").path("keeper");

        assertThat(rows.toString()).contains(words, "REPORTED");
        assertThat(account.writes).isEmpty();
    }

    @Test
    void queueOfAnothersKarpenter_isTheOneThatIsKept() {
        account.queues.put("other", new Queue("https://sqs/other", Map.of(), STACK));
        account.queues.remove(DEV.queue());
        account.karpenters.put("dev", new Karpenter.Deployed("karpenter/karpenter", "other", 2));
        var rows =
                command("{\"cluster\":\"dev\",\"keeper\":true,\"dryRun\":true}").path("keeper");

        assertThat(rows.toString()).contains("arn:aws:sqs:us-east-1:123456789012:other");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"keeper\":false}",
                "{\"keeper\":\"yes\"}",
                "{\"keeper\":true,\"region\":\"x\"}",
                "{\"keeper\":true,\"cluster\":7}",
                "{\"keeper\":true,\"cluster\":\"a/b\"}",
                "{\"keeper\":true,\"dryRun\":\"no\"}",
                "{\"keeper\":true,\"mendForeign\":1}",
                "{\"keeper\":true,\"cluster\":\"nowhere\"}"
            })
    void badCommand_saysWhatIsWrongAndWhatIsAccepted(String command) {
        assertThatThrownBy(() -> command(command))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("cannot be carried out")
                .hasMessageContaining("{\"keeper\":true}");
    }

    private KeeperDuty duty() {
        var clock = Clock.fixed(NOW, ZoneOffset.UTC);
        var log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), clock, Duty.FUNCTION);
        var notifier = new Notifier(new WebhookUrl(Settings.of(Map.of()), name -> name), Optional.empty(), log);
        return new KeeperDuty(
                account.eks(),
                account,
                account,
                Keys.none(),
                Optional.of(sent::addAll),
                Settings.of(environment),
                notifier,
                clock,
                log);
    }

    private JsonNode command(String json) {
        return Json.tree(duty().command(Json.read(json)));
    }

    private Handled handle(JsonNode event) {
        return handle(event, NOW);
    }

    private Handled handle(JsonNode event, Instant now) {
        var parsed = EventParser.parse(event);
        assertThat(duty().takes(parsed)).isTrue();
        return duty().handle(List.of(new Delivery("m1", parsed, now, Optional.empty())), List.of());
    }

    private static JsonNode report(Handled handled) {
        return Json.tree(handled.report());
    }

    private static JsonNode row(Handled handled, String resource) {
        return report(handled)
                .path("keeper")
                .valueStream()
                .filter(row -> row.path("resource").asString("").equals(resource))
                .filter(row -> !row.path("outcome").stringValue().equals("OK")
                        || row.path("difference").isNull())
                .reduce((ok, last) -> last)
                .orElseThrow();
    }

    private static List<String> outcomes(JsonNode rows) {
        return rows.valueStream().map(row -> row.path("outcome").stringValue()).toList();
    }

    private static JsonNode task(String cluster, String task, String time) {
        return Json.read("""
                {"version":"0","id":"e","source":"groundskeeper.interruption-queue","detail-type":"Cluster Task",
                 "account":"123456789012","region":"us-east-1","time":"%s","detail":{"cluster":"%s","task":"%s"}}""".formatted(time, cluster, task));
    }

    private static JsonNode call(String service, String name, String asked, String who) {
        return Json.read("""
                {"version":"0","id":"e","source":"aws.%1$s","detail-type":"AWS API Call via CloudTrail",
                 "account":"123456789012","region":"us-east-1","time":"2026-11-30T14:00:00Z",
                 "detail":{"eventSource":"%1$s.amazonaws.com","eventName":"%2$s","eventID":"c",
                  "eventTime":"2026-11-30T14:00:00Z","awsRegion":"us-east-1","responseElements":null,
                  "requestParameters":%3$s,"userIdentity":%4$s}}""".formatted(service, name, asked, who));
    }

    private List<String> slack() {
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Json::read)
                .filter(line -> line.path("event").asString("").equals("slack-not-configured"))
                .map(line -> line.path("payload").toString())
                .toList();
    }
}
