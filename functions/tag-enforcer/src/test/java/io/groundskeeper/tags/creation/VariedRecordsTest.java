package io.groundskeeper.tags.creation;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.catalogue.Catalogue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The catalogue's kinds in the variety in which they are recorded: explain says what was made, and by whom. */
class VariedRecordsTest {

    private static final String ACCOUNT = "123456789012";

    private final CreationReader reader = new CreationReader(Catalogue.load());

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"items\":[{\"instanceId\":\"i-1\"},{\"instanceId\":\"i-2\"}]}; i-1 i-2",
                "{\"items\":{\"instanceId\":\"i-1\",\"imageId\":\"ami-1\"}}; i-1",
                "{\"items\":[{\"instanceId\":null},null,{\"instanceId\":\"i-2\"},{}]}; i-2",
                "{\"items\":[{\"instanceId\":5},{\"instanceId\":\"i-2\"}]}; i-2",
                "{\"items\":[]}; ''",
                "{\"items\":null}; ''",
                "{}; ''",
                "null; ''",
                "\"x\"; ''",
            })
    void instances_areThoseThatStarted(String instancesSet, String ids) {
        var record = record("ec2", "RunInstances");
        record.putObject("responseElements").set("instancesSet", Json.read(instancesSet));

        assertThat(arns(record))
                .isEqualTo(List.of(ids.split(" ")).stream()
                        .filter(id -> !id.isEmpty())
                        .map(id -> "arn:aws:ec2:us-east-1:123456789012:instance/" + id)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "us-east-1; aws",
                "eu-central-2; aws",
                "cn-north-1; aws-cn",
                "cn-northwest-1; aws-cn",
                "us-gov-west-1; aws-us-gov",
                "us-iso-east-1; aws-iso",
                "us-isob-east-1; aws-iso-b",
                "eusc-de-east-1; aws-eusc",
                "mars-north-1; aws",
            })
    void region_decidesThePartition(String region, String partition) {
        var record = volume().put("awsRegion", region);
        assertThat(arns(record))
                .containsExactly("arn:%s:ec2:%s:123456789012:volume/vol-1".formatted(partition, region));
        var bucket = record("s3", "CreateBucket").put("awsRegion", region);
        bucket.putObject("requestParameters").put("bucketName", "logs");
        assertThat(arns(bucket)).containsExactly("arn:%s:s3:::logs".formatted(partition));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.02", "1.05", "1.08", "1.11", "2.0", ""})
    void eventVersion_doesNotMatter(String version) {
        assertThat(arns(volume().put("eventVersion", version))).hasSize(1);
        var numeric = volume();
        numeric.put("eventVersion", 1.08);
        assertThat(arns(numeric)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "addendum; {\"reason\":\"DELIVERY_DELAY\",\"updatedFields\":\"\",\"originalRequestID\":\"\"}",
                "sharedEventID; \"5c6e8d5f\"",
                "vpcEndpointId; \"vpce-1\"",
                "sessionCredentialFromConsole; \"true\"",
                "eventCategory; \"Management\"",
                "resources; [{\"accountId\":\"999999999999\",\"type\":\"x\",\"ARN\":\"arn:aws:x:::y\"}]",
                "additionalEventData; null",
                "errorCode; null",
                "errorMessage; null",
                "requestParameters; null",
                "userIdentity; null",
            })
    void otherField_doesNotMatter(String field, String value) {
        var record = volume();
        record.set(field, Json.read(value));
        assertThat(arns(record)).containsExactly("arn:aws:ec2:us-east-1:123456789012:volume/vol-1");
    }

    @ParameterizedTest
    @CsvSource({
        "Client.DryRunOperation",
        "Client.InstanceLimitExceeded",
        "Server.InsufficientInstanceCapacity",
        "AccessDenied"
    })
    void failedCall_createdNothing(String code) {
        var explanation = explain(volume().put("errorCode", code));
        assertThat(explanation.resources()).isEmpty();
        assertThat(explanation.ignored()).contains(code);
    }

    @Test
    void otherAccountsCall_createdInTheRecipients() {
        var record = volume();
        record.putObject("userIdentity").put("type", "AWSAccount").put("accountId", "999999999999");
        assertThat(arns(record)).containsExactly("arn:aws:ec2:us-east-1:123456789012:volume/vol-1");
    }

    @Test
    void accountAsNumber_keepsItsZeros() {
        var record = volume().put("recipientAccountId", 23456789012L);
        assertThat(arns(record)).containsExactly("arn:aws:ec2:us-east-1:023456789012:volume/vol-1");
        record.remove("recipientAccountId");
        record.putObject("userIdentity").put("accountId", 123456789013L);
        assertThat(arns(record)).containsExactly("arn:aws:ec2:us-east-1:123456789013:volume/vol-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"2026-11-30T09:00:00Z\"",
                "\"2026-11-30T10:00:00+01:00\"",
                "\"2026-11-30 09:00:00.000000000\"",
                "\"2026-11-30T09:00:00\"",
                "1796029200",
                "1796029200000",
                "\"1796029200\"",
            })
    void time_isReadInEachNotation(String time) {
        var record = volume();
        record.set("eventTime", Json.read(time));
        assertThat(reader.read(EventParser.wrap(record)))
                .isInstanceOfSatisfying(
                        Reading.Creation.class,
                        creation -> assertThat(creation.time()).contains(Instant.parse("2026-11-30T09:00:00Z")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // As EC2 logs it, several specifications in one request.
                "{\"tagSpecificationSet\":{\"items\":[{\"resourceType\":\"instance\",\"tags\":[{\"key\":\"A\",\"value\":\"1\"}]},{\"resourceType\":\"volume\",\"tags\":[{\"key\":\"A\",\"value\":\"2\"}]},{\"resourceType\":\"volume\",\"tags\":[{\"key\":\"B\",\"value\":\"3\"}]}]}}; A=2 B=3",
                "{\"tagSpecificationSet\":{\"items\":{\"resourceType\":\"volume\",\"tags\":{\"key\":\"A\",\"value\":\"1\"}}}}; A=1",
                "{\"tagSpecificationSet\":{\"items\":[{\"resourceType\":\"volume\",\"tags\":[{\"key\":\"A\"},{\"key\":\"B\",\"value\":true}]}]}}; A= B=true",
                "{\"tagSpecificationSet\":{\"items\":[{\"resourceType\":\"instance\",\"tags\":[{\"key\":\"A\",\"value\":\"1\"}]}]}}; ''",
                "{\"tagSpecificationSet\":{}}; ''",
                "{\"tagSpecificationSet\":{\"items\":null}}; ''",
                // As EC2's newer calls log it.
                "{\"CreateVolumeRequest\":{\"TagSpecification\":{\"ResourceType\":\"volume\",\"tag\":1,\"Tag\":{\"Key\":\"A\",\"Value\":1,\"tag\":1}}}}; A=1",
                "{\"CreateVolumeRequest\":{\"TagSpecification\":[{\"ResourceType\":\"volume\",\"tag\":1,\"Tag\":[{\"Key\":\"A\",\"Value\":\"x\",\"tag\":1},{\"Key\":\"B\",\"Value\":false,\"tag\":2}]}]}}; A=x B=false",
            })
    void tagsOfTheRequest_areThoseForTheResource(String requestParameters, String tags) {
        var record = volume();
        record.set("requestParameters", Json.read(requestParameters));
        assertThat(tags(record)).isEqualTo(map(tags));
    }

    @ParameterizedTest
    @CsvSource({
        "RunInstances, '{\"RunInstancesResponse\":{\"instancesSet\":{\"item\":{\"instanceId\":\"i-1\"}}}}', instance/i-1",
        "CreateVolume, '{\"CreateVolumeResponse\":{\"volumeId\":\"vol-1\"}}', volume/vol-1",
        "CreateVpc, '{\"CreateVpcResponse\":{\"vpc\":{\"vpcId\":\"vpc-1\"}}}', vpc/vpc-1",
        "CreateSecurityGroup, '{\"CreateSecurityGroupResponse\":{\"groupId\":\"sg-1\"}}', security-group/sg-1",
        "CreateSecurityGroup, '{\"groupId\":\"sg-1\",\"securityGroupArn\":\"arn:x\"}', security-group/sg-1",
    })
    void ec2Answer_isReadInEitherForm(String eventName, String responseElements, String expected) {
        var record = record("ec2", eventName);
        record.set("responseElements", Json.read(responseElements));
        assertThat(arns(record)).containsExactly("arn:aws:ec2:us-east-1:123456789012:" + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; ''",
                "{\"CreateBucketConfiguration\":\"\"}; ''",
                "{\"CreateBucketConfiguration\":{\"LocationConstraint\":\"eu-west-1\",\"xmlns\":\"http://s3.amazonaws.com/doc/2006-03-01/\"}}; ''",
                "{\"CreateBucketConfiguration\":{\"Tags\":{\"Tag\":{\"Key\":\"A\",\"Value\":\"1\"}}}}; A=1",
                "{\"CreateBucketConfiguration\":{\"Tags\":{\"Tag\":[{\"Key\":\"A\",\"Value\":\"1\"},{\"Key\":\"B\",\"Value\":true}]}}}; A=1 B=true",
                "{\"CreateBucketConfiguration\":{\"Tags\":[{\"Key\":\"A\",\"Value\":\"1\"}]}}; A=1",
            })
    void bucketsTags_areReadOutOfItsConfiguration(String request, String tags) {
        var record = record("s3", "CreateBucket");
        var parameters = (ObjectNode) Json.read(request);
        record.set("requestParameters", parameters.put("bucketName", "logs").put("Host", "s3.amazonaws.com"));
        record.putNull("responseElements");
        assertThat(arns(record)).containsExactly("arn:aws:s3:::logs");
        assertThat(tags(record)).isEqualTo(map(tags));
    }

    @Test
    void directoryBucket_isOfAnotherServiceAndNotInTheCatalogue() {
        var record = record("s3express", "CreateBucket");
        record.putObject("requestParameters").put("bucketName", "logs--use1-az5--x-s3");
        assertThat(explain(record).ignored()).contains("s3express.amazonaws.com CreateBucket");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"functionName\":\"f\"}; {\"functionName\":\"f\",\"functionArn\":\"arn:aws:lambda:us-east-1:123456789012:function:f\",\"version\":\"1\",\"layers\":[{\"arn\":\"arn:aws:lambda:us-east-1:1:layer:l:3\"}]}",
                "{\"functionName\":\"arn:aws:lambda:us-east-1:123456789012:function:f\"}; {\"functionName\":\"f\",\"functionArn\":\"arn:aws:lambda:us-east-1:123456789012:function:f\"}",
                "{\"functionName\":\"f\"}; {\"functionName\":\"f\"}",
                "{\"functionName\":\"f\"}; {\"functionName\":\"f\",\"functionArn\":null}",
                "{\"functionName\":\"f\"}; null",
                "{\"functionName\":\"f\"}; {\"omitted\":true}",
                "{\"functionName\":\"arn:aws:lambda:us-east-1:123456789012:function:f\"}; null",
            })
    void function_isFoundByNameOrArn(String request, String response) {
        var record = record("lambda", "CreateFunction20150331");
        record.set("requestParameters", Json.read(request));
        record.set("responseElements", Json.read(response));
        assertThat(arns(record)).containsExactly("arn:aws:lambda:us-east-1:123456789012:function:f");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"A\":\"1\",\"aws:cloudformation:stack-name\":\"s\"}; A=1 aws:cloudformation:stack-name=s",
                "{\"A\":1,\"B\":false}; A=1 B=false",
                "{}; ''",
                "null; ''",
                "\"HIDDEN_DUE_TO_SECURITY_REASONS\"; ''",
            })
    void functionsTags_areAMap(String requestTags, String tags) {
        var record = record("lambda", "CreateFunction20150331");
        record.putObject("requestParameters").set("tags", Json.read(requestTags));
        record.putObject("responseElements").put("functionName", "f");
        assertThat(tags(record)).isEqualTo(map(tags));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "aurora-postgresql; {\"dBInstanceIdentifier\":\"db-1\",\"dBInstanceArn\":\"arn:aws:rds:us-east-1:123456789012:db:db-1\"}",
                "docdb; {\"dBInstanceIdentifier\":\"db-1\",\"dBInstanceArn\":\"arn:aws:rds:us-east-1:123456789012:db:db-1\"}",
                "neptune; {\"dBInstanceIdentifier\":\"db-1\"}",
                "mysql; null",
            })
    void databaseInstance_isOfRdsWhateverItsEngine(String engine, String response) {
        var record = record("rds", "CreateDBInstance");
        var request = record.putObject("requestParameters").put("dBInstanceIdentifier", "DB-1");
        request.put("engine", engine)
                .putArray("tags")
                .addObject()
                .put("key", "A")
                .put("value", "1");
        record.set("responseElements", Json.read(response));
        assertThat(explain(record).resources())
                .containsExactly(new Explanation.Resource(
                        "arn:aws:rds:us-east-1:123456789012:db:db-1", "AWS::RDS::DBInstance", Map.of("A", "1")));
    }

    @Test
    void answerThatCloudTrailCutOff_isSaid() {
        var record = record("ec2", "RunInstances");
        record.putObject("responseElements").put("omitted", true);
        assertThat(explain(record).ignored()).contains("too large", "100 KB", "check them by hand");
    }

    @ParameterizedTest
    @ValueSource(strings = {"requestParameters", "responseElements", "userIdentity"})
    void treeAsText_isReadAsTree(String field) {
        var record = record("lambda", "CreateFunction20150331");
        record.putObject("requestParameters").putObject("tags").put("A", "1");
        record.putObject("responseElements").put("functionName", "f");
        var expected = explain(record);
        record.put(field, record.path(field).toString());
        assertThat(explain(record)).isEqualTo(expected);
        assertThat(expected.resources()).hasSize(1);
        assertThat(expected.createdBy().name()).isEqualTo("ann");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "{no JSON", "{\"functionName\":", ""})
    void textThatIsNoTree_hasNothing(String text) {
        var record = record("lambda", "CreateFunction20150331").put("responseElements", text);
        assertThat(explain(record).ignored()).contains("no id");
    }

    @Test
    void insight_createdNothing() {
        var record = record("ec2", "RunInstances").put("eventType", "AwsCloudTrailInsight");
        record.putObject("insightDetails").put("state", "Start");
        assertThat(explain(record).ignored()).contains("no id");
    }

    private Explanation explain(ObjectNode record) {
        var alone = Explanation.of(record, reader);
        var event = Json.object()
                .put("source", "aws.x")
                .put("detail-type", "AWS API Call via CloudTrail")
                .put("account", ACCOUNT)
                .put("region", "us-east-1");
        event.set("detail", record);
        assertThat(Explanation.of(event, reader)).isEqualTo(alone);
        return alone;
    }

    private List<String> arns(ObjectNode record) {
        return explain(record).resources().stream()
                .map(Explanation.Resource::arn)
                .toList();
    }

    private Map<String, String> tags(ObjectNode record) {
        return explain(record).resources().getFirst().requestTags();
    }

    private static Map<String, String> map(String tags) {
        return List.of(tags.split(" ")).stream()
                .filter(tag -> !tag.isEmpty())
                .map(tag -> tag.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static ObjectNode volume() {
        var record = record("ec2", "CreateVolume");
        record.putObject("responseElements").put("volumeId", "vol-1");
        return record;
    }

    private static ObjectNode record(String service, String eventName) {
        var record = Json.object()
                .put("eventVersion", "1.11")
                .put("eventSource", service + ".amazonaws.com")
                .put("eventName", eventName)
                .put("awsRegion", "us-east-1")
                .put("eventTime", "2026-11-30T09:00:00Z")
                .put("eventType", "AwsApiCall")
                .put("recipientAccountId", ACCOUNT);
        record.putObject("userIdentity")
                .put("type", "IAMUser")
                .put("arn", "arn:aws:iam::123456789012:user/ann")
                .put("accountId", ACCOUNT)
                .put("userName", "ann");
        return record;
    }
}
