package io.groundskeeper.local.template;

import static io.groundskeeper.local.template.ProjectTemplate.items;
import static io.groundskeeper.local.template.ProjectTemplate.strings;
import static io.groundskeeper.local.template.ProjectTemplate.target;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.local.template.ProjectTemplate.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Each function has its whole room: package, log, queues, dead letters, alarm. */
class TemplateTest {
    private static final ProjectTemplate TEMPLATE = ProjectTemplate.read();

    static Stream<Resource> functions() {
        return TEMPLATE.functions().stream();
    }

    /** Queues that a function reads: all but the dead letter queues. */
    static Stream<Resource> workQueues() {
        return TEMPLATE.ofType("AWS::SQS::Queue").stream()
                .filter(queue -> !queue.property("RedrivePolicy").isMissingNode());
    }

    static Stream<Resource> rules() {
        return TEMPLATE.ofType("AWS::Events::Rule").stream();
    }

    @Test
    void template_hasTheThreeFunctions() {
        assertThat(functions().map(Resource::id))
                .containsExactlyInAnyOrder(
                        "KarpenterBootstrapFunction", "InterruptionQueueFunction", "TagEnforcerFunction");
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_isBuiltByAMakeTargetOfAModuleThatExists(Resource function) throws IOException {
        String makefile = Files.readString(ProjectTemplate.projectRoot().resolve("Makefile"));
        Matcher target = Pattern.compile("(?m)^build-" + function + ":.*\\n\\t\\$\\(call package,([a-z-]+)\\)$")
                .matcher(makefile);
        assertThat(function.node().path("Metadata").path("BuildMethod").asString())
                .isEqualTo("makefile");
        assertThat(TEMPLATE.setting(function, "CodeUri").asString()).isEqualTo(".");
        assertThat(target.find()).as("Makefile has build-%s", function).isTrue();
        assertThat(ProjectTemplate.projectRoot()
                        .resolve("functions")
                        .resolve(target.group(1))
                        .resolve("pom.xml"))
                .exists();
        assertThat(function.property("Handler").asString())
                .matches("io\\.groundskeeper\\.[a-z]+\\.[A-Za-z]+Handler::handleRequest");
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_runsOnJava25WithSnapStartBehindAnAlias(Resource function) {
        assertThat(TEMPLATE.setting(function, "Runtime").asString()).isEqualTo("java25");
        assertThat(strings(TEMPLATE.setting(function, "Architectures"))).containsExactly("x86_64");
        assertThat(TEMPLATE.setting(function, "SnapStart").path("ApplyOn").asString())
                .isEqualTo("PublishedVersions");
        assertThat(TEMPLATE.setting(function, "AutoPublishAlias").asString()).isEqualTo("live");
        assertThat(TEMPLATE.setting(function, "AutoPublishAliasAllProperties").asBoolean())
                .as("a changed setting reaches the alias")
                .isTrue();
        assertThat(TEMPLATE.setting(function, "Tracing").asString()).isEqualTo("Active");
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_logsJsonToItsOwnGroupThatForgets(Resource function) {
        JsonNode logging = function.property("LoggingConfig");
        Resource group = TEMPLATE.resource(target(logging.path("LogGroup")));
        assertThat(logging.path("LogFormat").asString()).isEqualTo("JSON");
        assertThat(target(group.property("RetentionInDays"))).isEqualTo("LogRetentionDays");
        assertThat(functions()
                        .filter(other -> target(other.property("LoggingConfig").path("LogGroup"))
                                .equals(group.id())))
                .containsExactly(function);
    }

    @ParameterizedTest
    @MethodSource("functions")
    void function_capsConcurrencyAtItsSourcesAndReportsSingleFailures(Resource function) {
        assertThat(ProjectTemplate.sources(function)).isNotEmpty().allSatisfy((name, source) -> {
            assertThat(strings(source.path("FunctionResponseTypes"))).containsExactly("ReportBatchItemFailures");
            assertThat(source.path("ScalingConfig").has("MaximumConcurrency")).isTrue();
        });
        assertThat(TEMPLATE.setting(function, "ReservedConcurrentExecutions").isMissingNode())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("functions")
    void queueOfFunction_hidesAMessageALittleLongerThanTheFunctionRuns(Resource function) {
        int timeout = TEMPLATE.setting(function, "Timeout").asInt();
        for (JsonNode source : ProjectTemplate.sources(function).values()) {
            Resource queue = TEMPLATE.resource(target(source.path("Queue")));
            // What was received waits for its batch before the function runs.
            int window = source.path("MaximumBatchingWindowInSeconds").asInt(0);
            assertThat(queue.property("VisibilityTimeout").asInt() - window)
                    .as("%s of %s", queue, function)
                    .isGreaterThan(timeout)
                    // Two at once is all that the keeper gets: what was received may wait for its turn.
                    .isLessThanOrEqualTo(queue.id().equals("InterruptionKeeperQueue") ? 150 : timeout + 30);
        }
    }

    @Test
    void everyWorkQueue_isReadByExactlyOneFunction() {
        List<String> read = functions()
                .flatMap(function -> ProjectTemplate.sources(function).values().stream())
                .map(source -> target(source.path("Queue")))
                .toList();
        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(
                        workQueues().map(Resource::id).toList());
    }

    @ParameterizedTest
    @MethodSource("workQueues")
    void workQueue_givesUpAfterAHundredTriesIntoAQueueWithAnAlarm(Resource queue) {
        JsonNode redrive = queue.property("RedrivePolicy");
        Resource dead = TEMPLATE.resource(target(redrive.path("deadLetterTargetArn")));
        assertThat(redrive.path("maxReceiveCount").asInt()).isEqualTo(100);
        assertThat(dead.property("MessageRetentionPeriod").asInt())
                .as("longer than the queue's own, since the age counts on")
                .isGreaterThan(queue.property("MessageRetentionPeriod").asInt());
        assertThat(TEMPLATE.ofType("AWS::CloudWatch::Alarm"))
                .filteredOn(
                        alarm -> alarm.property("MetricName").asString().equals("ApproximateNumberOfMessagesVisible")
                                && target(alarm.property("Dimensions").path(0).path("Value"))
                                        .equals(dead.id()))
                .singleElement()
                .satisfies(alarm -> {
                    assertThat(alarm.property("ComparisonOperator").asString()).isEqualTo("GreaterThanThreshold");
                    assertThat(alarm.property("Threshold").asInt()).isZero();
                    assertThat(alarm.property("AlarmActions").toString()).contains("HasAlarmTopic", "AlarmTopicArn");
                });
    }

    @Test
    void delays_areKarpentersHeadStartAndTheCreatorsGrace() {
        assertThat(TEMPLATE.resource("InterruptionWarningQueue")
                        .property("DelaySeconds")
                        .asInt())
                .isEqualTo(15);
        assertThat(target(TEMPLATE.resource("TagEnforcerQueue").property("DelaySeconds")))
                .isEqualTo("TagGraceSeconds");
        assertThat(TEMPLATE.resource("KarpenterBootstrapQueue").properties().has("DelaySeconds"))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void rule_feedsOneQueueAndKeepsWhatItCannotDeliver(Resource rule) {
        assertThat(items(rule.property("Targets"))).singleElement().satisfies(to -> {
            Resource queue = TEMPLATE.resource(target(to.path("Arn")));
            assertThat(target(to.path("DeadLetterConfig").path("Arn")))
                    .isEqualTo(target(queue.property("RedrivePolicy").path("deadLetterTargetArn")));
            assertThat(to.path("RetryPolicy").path("MaximumEventAgeInSeconds").asInt())
                    .isBetween(60, 86_400);
        });
        assertThat(rule.property("EventPattern").toString().length()).isLessThan(2_048);
    }

    @Test
    void schedule_canBeTurnedOffAndIsARateThatEventBridgeTakes() {
        Resource rule = TEMPLATE.resource("ReconcileRule");
        JsonNode expression = rule.property("ScheduleExpression").path("Fn::If");
        assertThat(expression.path(1).path("Fn::Sub").asString()).isEqualTo("rate(${ReconcileMinutes} minutes)");
        assertThat(expression.path(2).asString()).isEqualTo("rate(1 day)");
        assertThat(rule.property("State").toString()).contains("HasSchedule", "ENABLED", "DISABLED");
        // One minute would have to be written without its s.
        assertThat(strings(TEMPLATE.root()
                        .path("Parameters")
                        .path("ReconcileMinutes")
                        .path("AllowedValues")))
                .contains("0", "60")
                .doesNotContain("1");
    }

    @Test
    void digest_comesAtTheTimeThatIsSetAsAnEventOfOurOwnOrNotAtAll() {
        Resource rule = TEMPLATE.resource("DailyDigestRule");
        JsonNode expression = rule.property("ScheduleExpression").path("Fn::If");
        assertThat(target(expression.path(1))).isEqualTo("DigestAt");
        assertThat(rule.property("State").toString()).contains("HasDigest", "ENABLED", "DISABLED");
        String input = rule.property("Targets").path(0).path("Input").asString();
        assertThat(EventParser.parse(input)).isInstanceOf(Event.DailyDigest.class);
        String pattern = TEMPLATE.root()
                .path("Parameters")
                .path("DigestAt")
                .path("AllowedPattern")
                .asString();
        assertThat("cron(0 8 * * ? *)").matches(pattern);
        assertThat("").matches(pattern);
        assertThat("rate(1 minute)").doesNotMatch(pattern);
        assertThat("0 8 * * *").doesNotMatch(pattern);
    }

    @Test
    void creationsOfAMinute_areOneBatchAndSoOneMessage() {
        Resource function = TEMPLATE.resource("TagEnforcerFunction");
        assertThat(ProjectTemplate.sources(function).values())
                .filteredOn(source -> target(source.path("Queue")).equals("TagEnforcerQueue"))
                .singleElement()
                .satisfies(source -> {
                    assertThat(source.path("BatchSize").asInt()).isEqualTo(100);
                    assertThat(source.path("MaximumBatchingWindowInSeconds").asInt())
                            .isEqualTo(60);
                });
    }

    @Test
    void scheduledWork_neverSharesABatchWithWarnings() {
        Resource function = TEMPLATE.resource("InterruptionQueueFunction");
        assertThat(ProjectTemplate.sources(function).values())
                .filteredOn(source -> target(source.path("Queue")).equals("InterruptionKeeperQueue"))
                .singleElement()
                .satisfies(
                        source -> assertThat(source.path("BatchSize").asInt()).isEqualTo(1));
        assertThat(target(TEMPLATE.resource("DailyDigestRule")
                        .property("Targets")
                        .path(0)
                        .path("Arn")))
                .isEqualTo("InterruptionKeeperQueue");
    }

    @Test
    void spotWarning_isNotDeliveredAfterAMinute() {
        assertThat(TEMPLATE.resource("SpotWarningRule")
                        .property("Targets")
                        .path(0)
                        .path("RetryPolicy")
                        .path("MaximumEventAgeInSeconds")
                        .asInt())
                .isEqualTo(60);
    }

    @Test
    void environment_hasWhatEachFunctionUsesAndNothingElse() {
        Map<String, List<String>> expected = Map.of(
                "KarpenterBootstrapFunction",
                        List.of(
                                "BOOTSTRAP_QUEUE_URL",
                                "BOOTSTRAP_SCOPE",
                                "DRY_RUN",
                                "FUNCTION_ROLE_ARN",
                                "INTERRUPTION_ROLE_ARN",
                                "ISOLATED_VPC",
                                "KARPENTER_CHART",
                                "KARPENTER_VERSION",
                                "NODE_ARCHITECTURES",
                                "NODE_CAPACITY_TYPES",
                                "NODE_CATEGORIES",
                                "NODE_CPU_LIMIT",
                                "NODE_INSTANCE_PROFILE",
                                "NODE_MEMORY_LIMIT",
                                "NODE_TAGS",
                                "PERMISSIONS_BOUNDARY_ARN",
                                "PIN_ADDONS",
                                "REMOVE_ACCESS",
                                "REQUIRED_TAGS",
                                "ROLE_PATH",
                                "SWITCH_AUTHENTICATION_MODE",
                                "TAG_POLICY",
                                "TERMINATE_ORPHANS"),
                "InterruptionQueueFunction",
                        List.of(
                                "BOOTSTRAP_ROLE_ARN",
                                "DRAIN_SELF_MANAGED",
                                "DRY_RUN",
                                "FORCE_DELETE",
                                "FUNCTION_ROLE_ARN",
                                "KEEPER_DLQ_URL",
                                "KEEPER_MINUTES",
                                "KEEPER_QUEUE_URL",
                                "MEND_FOREIGN_QUEUES",
                                "STEP_IN",
                                "WARNING_DLQ_URL",
                                "WARNING_QUEUE_URL"),
                "TagEnforcerFunction",
                        List.of("EXEMPTIONS", "REQUIRED_TAGS", "SLACK_ROUTES", "TAG_MODE", "TAG_POLICY"));
        assertThat(functions())
                .allSatisfy(function -> assertThat(function.property("Environment")
                                .path("Variables")
                                .propertyNames())
                        .containsExactlyInAnyOrderElementsOf(expected.get(function.id())));
        JsonNode shared = TEMPLATE.root()
                .path("Globals")
                .path("Function")
                .path("Environment")
                .path("Variables");
        assertThat(shared.propertyNames())
                .containsExactlyInAnyOrder(
                        "OUTBOX_QUEUE_URL", "SLACK_WEBHOOK_SECRET", "SLACK_WEBHOOK_URL", "GROUNDSKEEPER_NOW");
        assertThat(shared.path("SLACK_WEBHOOK_URL").asString()).isEmpty();
        assertThat(shared.path("GROUNDSKEEPER_NOW").asString()).isEmpty();
    }
}
