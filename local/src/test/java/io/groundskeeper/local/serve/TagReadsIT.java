package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.lambda.LambdaClient;
import software.amazon.awssdk.services.rds.RdsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import tools.jackson.databind.JsonNode;

/** What exists and its tags, as Cloud Control and the Tagging API show them, in the region of the caller. */
class TagReadsIT {
    private static final String TAGGING = "ResourceGroupsTaggingAPI_20170126.";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static StandIns standIns;

    @BeforeAll
    static void start() {
        standIns = new StandIns(Map.of("AWS_DEFAULT_REGION", "eu-west-1"));
    }

    @AfterAll
    static void end() {
        standIns.close();
        HTTP.close();
    }

    @Test
    void untaggedInstance_isSeenByCloudControlOnly() throws Exception {
        var ec2 = standIns.client(Ec2Client.builder(), "EC2");
        String image = ec2.describeImages().images().getFirst().imageId();
        String id = ec2.runInstances(run -> run.imageId(image).minCount(1).maxCount(1))
                .instances()
                .getFirst()
                .instanceId();
        String arn = "arn:aws:ec2:eu-west-1:123456789012:instance/" + id;
        assertThat(properties("AWS::EC2::Instance", id)).isEqualTo("{\"InstanceId\":\"" + id + "\"}");
        assertThat(tagged(arn)).isEmpty();

        changeTags("TagResources", arn, "\"Tags\":{\"Owner\":\"ann\"}");
        assertThat(properties("AWS::EC2::Instance", id)).contains("{\"Key\":\"Owner\",\"Value\":\"ann\"}");
        assertThat(tagged(arn).path(0).path("Tags").path(0).path("Value").asString(""))
                .isEqualTo("ann");

        changeTags("UntagResources", arn, "\"TagKeys\":[\"Owner\"]");
        assertThat(tagged(arn).path(0).path("Tags").isEmpty()).isTrue();
        assertThat(tagged(arn)).hasSize(1);

        ec2.terminateInstances(end -> end.instanceIds(id));
        assertThat(cloudControl("AWS::EC2::Instance", id, "eu-west-1")
                        .path("__type")
                        .asString(""))
                .isEqualTo("ResourceNotFoundException");
    }

    @Test
    void otherServicesResources_areReadAndTagged() throws Exception {
        standIns.client(S3Client.builder().forcePathStyle(true), "S3")
                .createBucket(create -> create.bucket("a-bucket")
                        .createBucketConfiguration(where -> where.locationConstraint("eu-west-1")));
        standIns.client(LambdaClient.builder(), "LAMBDA")
                .createFunction(create -> create.functionName("fn")
                        .runtime("python3.12")
                        .handler("a.b")
                        .role("arn:aws:iam::123456789012:role/groundskeeper/groundskeeper-tag-enforcer-eu-west-1")
                        .code(code -> code.zipFile(SdkBytes.fromUtf8String("zip"))));
        standIns.client(RdsClient.builder(), "RDS")
                .createDBInstance(create -> create.dbInstanceIdentifier("db")
                        .engine("postgres")
                        .dbInstanceClass("db.t4g.micro")
                        .allocatedStorage(20)
                        .masterUsername("u")
                        .masterUserPassword("passw0rd1"));
        var sqs = standIns.client(SqsClient.builder(), "SQS");
        String url = sqs.createQueue(create -> create.queueName("q")).queueUrl();
        String queue = sqs.getQueueAttributes(get -> get.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        String prefix = "eu-west-1:123456789012:";
        for (String arn : List.of(
                "arn:aws:s3:::a-bucket",
                "arn:aws:lambda:" + prefix + "function:fn",
                "arn:aws:rds:" + prefix + "db:db",
                queue)) {
            changeTags("TagResources", arn, "\"Tags\":{\"Owner\":\"ann\"}");
            assertThat(tagged(arn).path(0).path("Tags").path(0).path("Value").asString(""))
                    .as(arn)
                    .isEqualTo("ann");
        }
        assertThat(properties("AWS::S3::Bucket", "a-bucket")).contains("Owner");
        assertThat(properties("AWS::Lambda::Function", "fn")).contains("Owner");
        assertThat(properties("AWS::RDS::DBInstance", "db")).contains("Owner");
        assertThat(cloudControl("AWS::S3::Bucket", "a-bucket", "us-east-1")
                        .path("__type")
                        .asString(""))
                .isEqualTo("ResourceNotFoundException");
        assertThat(cloudControl("AWS::Odd::Thing", "x", "eu-west-1")
                        .path("__type")
                        .asString(""))
                .isEqualTo("TypeNotFoundException");
    }

    private static void changeTags(String action, String arn, String change) throws Exception {
        var answer = call(
                "RESOURCE_GROUPS_TAGGING_API",
                TAGGING + action,
                "{\"ResourceARNList\":[\"" + arn + "\"]," + change + "}",
                "eu-west-1");
        assertThat(answer.toString()).isEqualTo("{\"FailedResourcesMap\":{}}");
    }

    private static JsonNode tagged(String arn) throws Exception {
        return call(
                        "RESOURCE_GROUPS_TAGGING_API",
                        TAGGING + "GetResources",
                        "{\"ResourceARNList\":[\"" + arn + "\"]}",
                        "eu-west-1")
                .path("ResourceTagMappingList");
    }

    private static String properties(String type, String id) throws Exception {
        return cloudControl(type, id, "eu-west-1")
                .at("/ResourceDescription/Properties")
                .asString("");
    }

    private static JsonNode cloudControl(String type, String id, String region) throws Exception {
        String body = "{\"TypeName\":\"" + type + "\",\"Identifier\":\"" + id + "\"}";
        return call("CLOUDCONTROL", "CloudApiService.GetResource", body, region);
    }

    private static JsonNode call(String service, String target, String body, String region)
            throws IOException, InterruptedException {
        String key = standIns.variable("AWS_ACCESS_KEY_ID");
        var request = HttpRequest.newBuilder(URI.create(standIns.variable("AWS_ENDPOINT_URL_" + service)))
                .header("X-Amz-Target", target)
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=" + key + "/20261130/" + region
                                + "/any/aws4_request, SignedHeaders=host, Signature=00")
                .POST(BodyPublishers.ofString(body));
        return Json.parse(HTTP.send(request.build(), BodyHandlers.ofByteArray()).body());
    }
}
