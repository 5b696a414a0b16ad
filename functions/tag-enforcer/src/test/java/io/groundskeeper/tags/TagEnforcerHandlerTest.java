package io.groundskeeper.tags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.tags.decision.TagsUnreadableException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole function on the samples of events/, with a server in AWS's and Slack's place. */
class TagEnforcerHandlerTest {

    private static final Path EVENTS =
            Path.of(System.getProperty("groundskeeper.root", ".")).resolve("events");
    private static final String EC2 = "arn:aws:ec2:us-east-1:123456789012:";

    private final FakeAws aws = new FakeAws();
    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>(aws.environment());

    @AfterEach
    void close() {
        aws.close();
    }

    @Test
    void untaggedInstances_areOneAlertWithTheirCreator() throws IOException {
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60001", "{}");
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60002", "{}");
        var report = run(sample("ec2-run-instances-untagged"));
        assertThat(report.path("resources").size()).isEqualTo(2);
        assertThat(report.path("resources").get(0)).isEqualTo(Json.read("""
                                {"arn":"arn:aws:ec2:us-east-1:123456789012:instance/i-0a1b2c3d4e5f60001",
                                "type":"AWS::EC2::Instance","compliant":false,
                                "missing":["Owner","Team","CostCenter"],"invalid":[],"tags":{},
                                "createdBy":{"name":"ann.example@example.com","type":"AssumedRole",
                                "arn":"arn:aws:sts::123456789012:assumed-role/AWSReservedSSO_PlatformEngineer_38ed609eee440095/ann.example@example.com"},
                                "remarks":[],"outcome":"ALERTED",
                                "reason":"Owner is missing; Team is missing; CostCenter is missing"}
                                """));
        assertThat(aws.slack())
                .singleElement()
                .asString()
                .contains("ann.example@example.com", "i-0a1b2c3d4e5f60001", "i-0a1b2c3d4e5f60002", "us-east-1");
    }

    @Test
    void taggedInstance_isCompliantAndSlackIsLeftAlone() throws IOException {
        aws.tagged(EC2 + "instance/i-0a1b2c3d4e5f60003", Map.of("Owner", "d", "Team", "data", "CostCenter", "4711"));
        var resource = run(sample("ec2-run-instances-tagged")).path("resources").get(0);
        assertThat(resource.path("outcome").stringValue()).isEqualTo("COMPLIANT");
        assertThat(resource.path("compliant").booleanValue()).isTrue();
        assertThat(resource.path("reason").isNull()).isTrue();
        assertThat(aws.slack()).isEmpty();
    }

    @Test
    void otherCaseAndPing_areNamedAndHarmless() throws IOException {
        aws.exists("AWS::EC2::VPC", "vpc-0a1b2c3d4e5f60001", """
                {"Tags":[{"Key":"owner","Value":"carla"},{"Key":"Team","Value":"<!channel>"},
                {"Key":"CostCenter","Value":"1"}]}
                """);
        var resource = run(sample("ec2-create-vpc")).path("resources").get(0);
        assertThat(resource.path("missing")).isEqualTo(Json.read("[\"Owner\"]"));
        assertThat(resource.path("invalid")).isEqualTo(Json.read("[\"Team\",\"CostCenter\"]"));
        assertThat(Json.write(aws.slack()))
                .contains("owner is there, but case counts", "&lt;!channel&gt;", "cloudformation.amazonaws.com")
                .doesNotContain("<!channel>");
    }

    @Test
    void resourceThatOnlyTheTaggingApiStillLists_isGone() throws IOException {
        aws.tagged(EC2 + "vpc/vpc-0a1b2c3d4e5f60001", Map.of("Team", "data"));
        assertThat(run(sample("ec2-create-vpc"))
                        .path("resources")
                        .get(0)
                        .path("outcome")
                        .stringValue())
                .isEqualTo("GONE");
        assertThat(aws.slack()).isEmpty();
    }

    @Test
    void resourceNotThereYet_isWaitedFor() throws IOException {
        var resource = run(sample("ec2-create-volume")).path("resources").get(0);
        assertThat(resource.path("outcome").stringValue()).isEqualTo("WAITING");
        assertThat(resource.path("compliant").isNull()).isTrue();
        assertThat(resource.path("tags").isNull()).isTrue();
    }

    @Test
    void resourceNotThereMuchLater_isGone() throws IOException {
        environment.put("GROUNDSKEEPER_NOW", "2026-11-30T12:00:00Z");
        var resource = run(sample("s3-create-bucket")).path("resources").get(0);
        assertThat(resource.path("outcome").stringValue()).isEqualTo("GONE");
        assertThat(aws.slack()).isEmpty();
    }

    @Test
    void placeholderTimes_areTakenAsJustNow() throws IOException {
        var event = (ObjectNode) sample("ec2-create-volume");
        event.put("time", "TIME");
        ((ObjectNode) event.path("detail")).put("eventTime", "TIME");
        assertThat(run(event).path("resources").get(0).path("outcome").stringValue())
                .isEqualTo("WAITING");
    }

    @ParameterizedTest
    @CsvSource({
        "create-failed, Client.UnauthorizedOperation",
        "request-parameters-null, no id at requestParameters.bucketName",
    })
    void eventOfNoCreation_isIgnoredWithTheReason(String name, String reason) throws IOException {
        var report = run(sample(name));
        assertThat(report.path("resources")).isEqualTo(Json.read("[]"));
        assertThat(report.path("ignored").get(0).path("reason").stringValue()).contains(reason);
        assertThat(aws.calls()).isEmpty();
    }

    @Test
    void unknownRegion_failsWithTheReason() throws IOException {
        var event = (ObjectNode) sample("ec2-create-volume");
        ((ObjectNode) event.path("detail")).put("awsRegion", "mars-north-1");
        assertThatThrownBy(() -> run(event)).hasMessageContaining("\"mars-north-1\" is no AWS region");
        assertThat(records())
                .singleElement()
                .satisfies(record ->
                        assertThat(record.path("outcome").stringValue()).isEqualTo("FAILED"));
        assertThat(aws.slack()).singleElement().asString().contains("Could not be checked", "mars-north-1");
    }

    @Test
    void recordWithoutItsIds_isToldOnceAndListedAsIgnored() throws IOException {
        var event = (ObjectNode) sample("ec2-run-instances-untagged");
        ((ObjectNode) event.path("detail")).putObject("responseElements").put("omitted", true);
        var report = run(event);
        assertThat(report.path("resources")).isEqualTo(Json.read("[]"));
        assertThat(report.path("ignored").get(0).path("reason").stringValue())
                .contains("too large for its resources to be listed", "check them by hand");
        assertThat(aws.slack())
                .singleElement()
                .asString()
                .contains("ann.example@example.com", "RunInstances", "us-east-1", "123456789012");
        assertThat(aws.calls()).isEmpty();
    }

    @Test
    void recordWithoutItsIdsOfAServiceLinkedRole_isOnlyListed() throws IOException {
        var event = (ObjectNode) sample("ec2-run-instances-untagged");
        var detail = (ObjectNode) event.path("detail");
        detail.putObject("responseElements").put("omitted", true);
        detail.putObject("userIdentity")
                .put("type", "AssumedRole")
                .put("arn", "arn:aws:sts::123456789012:assumed-role/AWSServiceRoleForAutoScaling/AutoScaling");
        assertThat(run(event).path("ignored").size()).isEqualTo(1);
        assertThat(aws.slack()).isEmpty();
    }

    @Test
    void deniedRead_throwsForASingleEventSoThatItComesAgain() throws IOException {
        aws.fail("GetResources", 403, "AccessDeniedException");
        var event = sample("ec2-create-volume");
        assertThatThrownBy(() -> run(event))
                .isInstanceOf(TagsUnreadableException.class)
                .hasMessageContaining("needs tag:GetResources");
    }

    @Test
    void batchWithABadBody_isOneMessageAndLosesNothing() throws IOException {
        for (int i = 1; i <= 8; i++) {
            aws.exists("AWS::EC2::Volume", "vol-0a1b2c3d4e5f6010" + i, "{}");
        }
        var answer = run(sample("sqs-batch-one-bad-body"));
        assertThat(answer)
                .as("only the volume that is not visible yet comes again")
                .isEqualTo(Json.read(
                        "{\"batchItemFailures\":[{\"itemIdentifier\":\"059f36b4-0000-4000-8000-000000000010\"}]}"));
        assertThat(aws.calls()).contains("ChangeMessageVisibility AQEBsample10 60");
        assertThat(aws.slack()).singleElement().asString().contains("heidi", "ivan", "judy@example.com", "ci-4712");
        assertThat(Json.write(aws.slack())).containsOnlyOnce("`heidi` (").hasSizeLessThan(12_000);
    }

    @Test
    void record_isALogLineWithEventPlaceAndOutcome() throws IOException {
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60001", "{}");
        var event = sample("ec2-run-instances-untagged");
        run(event);
        run(sample("create-failed"));
        var lines = records();
        assertThat(lines).hasSize(2);
        var first = (ObjectNode) lines.getFirst();
        first.remove("timestamp");
        assertThat(first)
                .isEqualTo(Json.object()
                        .put("level", "INFO")
                        .put("event", "record")
                        .put("function", "tag-enforcer")
                        .put("eventId", event.path("id").stringValue())
                        .put("account", "123456789012")
                        .put("region", "us-east-1")
                        .put("outcome", "WAITING")
                        .put("resources", 2));
        assertThat(lines.getLast().path("outcome").stringValue()).isEqualTo("IGNORED");
        assertThat(lines.getLast().path("why").stringValue()).contains("Client.UnauthorizedOperation");
    }

    @Test
    void batch_hasALogLineForEachRecord() throws IOException {
        run(sample("sqs-batch-one-bad-body"));
        assertThat(records()).hasSize(9).allSatisfy(line -> {
            assertThat(line.path("messageId").stringValue()).isNotBlank();
            assertThat(line.path("eventId").stringValue()).isNotBlank();
            assertThat(line.path("account").stringValue()).hasSize(12);
            assertThat(line.path("region").stringValue()).isEqualTo("us-east-1");
        });
    }

    @Test
    void eventThatIsGivenUp_isToldWithWhatWasSeen() throws IOException {
        environment.put("GROUNDSKEEPER_NOW", "2026-11-30T09:02:00Z");
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60001", "{}");
        var message = Json.object()
                .put("messageId", "m-1")
                .put("receiptHandle", "r-1")
                .put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:tag-enforcer")
                .put("body", Json.write(sample("ec2-run-instances-untagged")));
        message.putObject("attributes").put("ApproximateFirstReceiveTimestamp", "1000000000000");
        var batch = Json.object();
        batch.putArray("Records").add(message);
        assertThat(run(batch)).isEqualTo(Json.read("{\"batchItemFailures\":[]}"));
        assertThat(aws.slack())
                .singleElement()
                .asString()
                .contains("Tags could not be checked in an hour", "60002: not visible yet", "60001: Owner is missing");
    }

    @Test
    void explain_makesNoCallAndNeedsNoSettings() throws IOException {
        environment.remove("REQUIRED_TAGS");
        environment.put("TAG_MODE", "delete");
        assertThat(run(sample("tag-explain"))).isEqualTo(Json.read("""
                                {"function":"tag-enforcer","explain":{"resources":[
                                {"arn":"arn:aws:ec2:us-east-1:YOUR_ACCOUNT_ID:volume/vol-0a1b2c3d4e5f60009",
                                "type":"AWS::EC2::Volume","requestTags":{"Owner":"test"}}],
                                "createdBy":{"name":"test","type":"IAMUser","arn":"arn:aws:iam::YOUR_ACCOUNT_ID:user/test"},
                                "ignored":null}}
                                """));
        assertThat(aws.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "3", "\"x\"", "[]"})
    void explainOfNoObject_isRefused(String value) {
        assertThatThrownBy(() -> run(Json.read("{\"explain\":" + value + "}")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("must be an object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"source\":\"aws.ec2\",\"detail-type\":\"AWS API Call via CloudTrail\"}",
                "{\"source\":\"aws.ec2\",\"detail-type\":\"EC2 Spot Instance Interruption Warning\"}",
                "{\"eventSource\":3,\"eventName\":[]}",
                "{\"eventSource\":\"ec2.amazonaws.com\",\"eventName\":\"CreateVolume\"}",
                "{\"explain\":{}}"
            })
    void explainOfAnyObject_saysWhyNothing(String value) throws IOException {
        var explain = run(Json.read("{\"explain\":" + value + "}")).path("explain");
        assertThat(explain.path("ignored").stringValue()).isNotBlank();
        assertThat(explain.path("resources")).isEqualTo(Json.read("[]"));
        assertThat(explain.path("createdBy").propertyNames()).containsExactly("name", "type", "arn");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "TAG_MODE; enforce; this version only notifies",
                "TAG_MODE; tag; this version only notifies",
                "TAG_POLICY; {\"tags\":{}}; no key in \"tags\"",
                "TAG_POLICY; Owner; organizations for the account's effective policy",
                "EXEMPTIONS; owner:ann; is of no such kind",
                "REQUIRED_TAGS; ''; set it to check any",
                "REQUIRED_TAGS; Team=; \"Team\" is empty",
            })
    void badSetting_isNamed(String name, String value, String message) throws IOException {
        environment.put(name, value);
        var event = sample("ec2-create-volume");
        assertThatThrownBy(() -> run(event))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith(name + " is \"")
                .hasMessageContaining(message);
    }

    @Test
    void exemption_isNamedInTheReportAndCounted() throws IOException {
        environment.put("EXEMPTIONS", "principal:ann.example@*");
        var resources = run(sample("ec2-run-instances-untagged")).path("resources");
        assertThat(resources.size()).isEqualTo(2);
        assertThat(resources.get(0).path("outcome").stringValue()).isEqualTo("EXEMPT");
        assertThat(resources.get(0).path("compliant").isNull()).isTrue();
        assertThat(resources.get(0).path("reason").stringValue())
                .isEqualTo("principal:ann.example@*: EXEMPTIONS has principal:ann.example@*");
        assertThat(aws.calls()).isEmpty();
        assertThat(aws.slack()).isEmpty();
        assertThat(logged.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(Json::read)
                        .filter(line -> line.path("Exempted").asInt(0) == 1)
                        .map(line -> line.path("Exemption").stringValue()))
                .containsExactly("principal:ann.example@*", "principal:ann.example@*");
    }

    @Test
    void stackThatAServiceRoleWorksOn_isNamedWithTheRole() throws IOException {
        var event = (ObjectNode) sample("ec2-create-vpc");
        ((ObjectNode) event.path("detail").path("userIdentity"))
                .put("arn", "arn:aws:sts::123456789012:assumed-role/StackRole/AWSCloudFormation")
                .put("invokedBy", "cloudformation.amazonaws.com");
        aws.exists(
                "AWS::EC2::VPC",
                "vpc-0a1b2c3d4e5f60001",
                "{\"Tags\":[{\"Key\":\"aws:cloudformation:stack-name\",\"Value\":\"network\"}]}");
        var resource = run(event).path("resources").get(0);
        assertThat(resource.path("outcome").stringValue()).isEqualTo("ALERTED");
        assertThat(resource.path("createdBy").path("name").stringValue()).isEqualTo("StackRole/AWSCloudFormation");
        assertThat(resource.path("remarks"))
                .isEqualTo(Json.read("[\"CloudFormation, with the role of the stack\","
                        + "\"through cloudformation.amazonaws.com\",\"for the CloudFormation stack network\"]"));
    }

    @Test
    void karpentersNode_isExemptByItsOwnTagsOrJudgedWhenToldSo() throws IOException {
        for (var id : List.of("i-0a1b2c3d4e5f60001", "i-0a1b2c3d4e5f60002")) {
            aws.exists("AWS::EC2::Instance", id, "{\"Tags\":[{\"Key\":\"karpenter.sh/nodepool\",\"Value\":\"x\"}]}");
        }
        var exempt = run(sample("ec2-run-instances-untagged")).path("resources").get(0);
        assertThat(exempt.path("outcome").stringValue()).isEqualTo("EXEMPT");
        assertThat(exempt.path("compliant").isNull()).isTrue();
        assertThat(exempt.path("remarks")).isEqualTo(Json.read("[\"for Karpenter's NodePool x\"]"));
        environment.put("EXEMPTIONS", "not:karpenter");
        assertThat(run(sample("ec2-run-instances-untagged"))
                        .path("resources")
                        .get(0)
                        .path("outcome")
                        .stringValue())
                .isEqualTo("ALERTED");
    }

    @Test
    void policyOfAParameter_isReadOnceForManyEvents() throws IOException {
        environment.put("TAG_POLICY", "ssm:/tags");
        aws.parameter("Stage");
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60001", "{}");
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60002", "{}");
        var handler = new TagEnforcerHandler(parts());
        var report = run(handler, sample("ec2-run-instances-untagged"));
        assertThat(report.path("resources").get(0).path("missing")).isEqualTo(Json.read("[\"Stage\"]"));
        run(handler, sample("ec2-run-instances-untagged"));
        assertThat(aws.calls())
                .filteredOn(call -> call.startsWith("GetParameter"))
                .hasSize(1);
    }

    @Test
    void policyOfTheOrganization_requiresByType() throws IOException {
        environment.put("TAG_POLICY", "organizations");
        aws.effectivePolicy("{\"tags\":{\"costcenter\":{\"tag_key\":\"CostCenter\"}}}");
        aws.exists("AWS::EC2::Instance", "i-0a1b2c3d4e5f60001", "{}");
        aws.exists(
                "AWS::EC2::Instance", "i-0a1b2c3d4e5f60002", "{\"Tags\":[{\"Key\":\"costCenter\",\"Value\":\"1\"}]}");
        aws.exists("AWS::EC2::VPC", "vpc-0a1b2c3d4e5f60001", "{\"Tags\":[{\"Key\":\"costCenter\",\"Value\":\"1\"}]}");
        var instances = run(sample("ec2-run-instances-untagged")).path("resources");
        assertThat(instances
                        .valueStream()
                        .map(resource -> resource.path("reason").stringValue()))
                .containsExactly(
                        "CostCenter is missing", "CostCenter is missing (costCenter is there, but case counts)");
        var vpc = run(sample("ec2-create-vpc")).path("resources").get(0);
        assertThat(vpc.path("reason").stringValue()).isEqualTo("costCenter must be written CostCenter");
        assertThat(vpc.path("missing")).isEqualTo(Json.read("[]"));
        assertThat(vpc.path("invalid")).isEqualTo(Json.read("[\"CostCenter\"]"));
    }

    @Test
    void policyThatMayNotBeRead_failsWithThePermissionAndLosesNothing() throws IOException {
        environment.put("TAG_POLICY", "organizations");
        aws.fail("DescribeEffectivePolicy", 400, "AccessDeniedException");
        assertThatThrownBy(() -> run(sample("ec2-create-vpc")))
                .isInstanceOf(MissingPermissionException.class)
                .hasMessageStartingWith("organizations:DescribeEffectivePolicy is refused");
        aws.fail("DescribeEffectivePolicy", 400, "AccessDeniedException");
        assertThat(run(sample("sqs-batch-one-bad-body"))
                        .path("batchItemFailures")
                        .size())
                .as("all that could be read comes again")
                .isEqualTo(9);
    }

    @Test
    void everySample_isAnswered() throws IOException {
        for (var name : List.of(
                "ec2-create-security-group",
                "ec2-create-vpc",
                "lambda-create-function",
                "rds-create-db-instance",
                "s3-create-bucket")) {
            assertThat(run(sample(name)).path("resources").size()).as(name).isEqualTo(1);
        }
    }

    private List<JsonNode> records() {
        return logged.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Json::read)
                .filter(line -> line.path("event").asString("").equals("record"))
                .toList();
    }

    private JsonNode run(JsonNode input) throws IOException {
        return run(new TagEnforcerHandler(parts()), input);
    }

    private static JsonNode run(TagEnforcerHandler handler, JsonNode input) throws IOException {
        var output = new ByteArrayOutputStream();
        handler.handleRequest(
                new ByteArrayInputStream(Json.write(input).getBytes(StandardCharsets.UTF_8)), output, null);
        return Json.read(output.toString(StandardCharsets.UTF_8));
    }

    /** As in Lambda; only SQS's endpoint, which the SDK would read from the process's environment, is set here. */
    private FunctionParts parts() {
        var parts = FunctionParts.of("tag-enforcer", environment);
        var sqs = parts.clients().build(SqsClient.builder().endpointOverride(URI.create(aws.url())));
        var log = Log.of(new PrintStream(logged, true, StandardCharsets.UTF_8), parts.clock(), "tag-enforcer");
        return new FunctionParts(parts.settings(), parts.clock(), log, parts.clients(), sqs, parts.notifier());
    }

    private static JsonNode sample(String name) throws IOException {
        return Json.read(Files.readString(EVENTS.resolve(name + ".json")));
    }
}
