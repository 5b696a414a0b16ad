package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.PolicySource;
import io.groundskeeper.core.tagpolicy.ResourceType;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.core.tagpolicy.TagProblem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

class PolicyReaderTest {

    private static final PolicySource ORGANIZATION = new PolicySource.Organization();
    private static final PolicySource PARAMETER = new PolicySource.Parameter("/tags");

    private static final Answer EFFECTIVE = Answer.of(
            200,
            Json.write(
                    Json.object()
                            .set(
                                    "EffectivePolicy",
                                    Json.object()
                                            .put(
                                                    "PolicyContent",
                                                    "{\"tags\":{\"team\":{\"tag_key\":\"Team\",\"tag_value\":[\"a\",\"b\"]}}}"))));
    private static final Answer NO_MORE = Answer.of(200, "{\"RequiredTags\":[],\"NextToken\":null}");

    @Test
    void effectivePolicy_requiresWhatBothCallsSayOnAllPages() {
        var first = Answer.of(200, """
                {"NextToken":"2","RequiredTags":[{"ResourceType":"ec2:instance",
                "CloudFormationResourceTypes":["AWS::EC2::Instance"],"ReportingTagKeys":["Team","Stage"]}]}
                """);
        var second = Answer.of(200, """
                {"RequiredTags":[{"ResourceType":"s3:bucket","CloudFormationResourceTypes":["AWS::S3::Bucket"],
                "ReportingTagKeys":["team"]},{"ResourceType":null,"ReportingTagKeys":[3]}]}
                """);
        try (var aws = new LocalHttp(EFFECTIVE, first, second)) {
            var policy = reader(aws, "eu-west-1").read(ORGANIZATION);
            assertThat(problems(policy, "AWS::EC2::Instance", Map.of("Team", "c")))
                    .containsExactly("Team: \"c\" is none of a, b", "Stage is missing");
            assertThat(problems(policy, "AWS::S3::Bucket", Map.of())).containsExactly("Team is missing");
            assertThat(problems(policy, "AWS::SQS::Queue", Map.of())).isEmpty();
            assertThat(aws.requests())
                    .extracting(request -> request.headers().get("x-amz-target") + " " + request.body())
                    .containsExactly(
                            "AWSOrganizationsV20161128.DescribeEffectivePolicy {\"PolicyType\":\"TAG_POLICY\"}",
                            "ResourceGroupsTaggingAPI_20170126.ListRequiredTags {}",
                            "ResourceGroupsTaggingAPI_20170126.ListRequiredTags {\"NextToken\":\"2\"}");
        }
    }

    @ParameterizedTest
    @CsvSource({"eu-west-1, us-east-1", "cn-north-1, cn-northwest-1", "us-gov-east-1, us-gov-west-1"})
    void organizations_isCalledInItsRegionOfThePartition(String own, String expected) {
        try (var aws = new LocalHttp(EFFECTIVE, NO_MORE)) {
            reader(aws, own).read(ORGANIZATION);
            assertThat(aws.requests())
                    .extracting(request -> request.headers().get("authorization"))
                    .satisfiesExactly(
                            first -> assertThat(first).contains("/" + expected + "/organizations/"),
                            second -> assertThat(second).contains("/" + own + "/tagging/"));
        }
    }

    @Test
    void regionWithoutListRequiredTags_hasThePolicysOwnWords() {
        try (var aws = new LocalHttp(EFFECTIVE, refusal("UnknownOperationException"))) {
            assertThat(problems(reader(aws, "eu-west-1").read(ORGANIZATION), "AWS::S3::Bucket", Map.of("Team", "c")))
                    .containsExactly("Team: \"c\" is none of a, b");
        }
    }

    @Test
    void endlessPages_end() {
        try (var aws = new LocalHttp(EFFECTIVE, Answer.of(200, "{\"NextToken\":\"again\"}"))) {
            assertThatThrownBy(() -> reader(aws, "us-east-1").read(ORGANIZATION))
                    .hasMessageContaining("ListRequiredTags does not end");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AWSOrganizationsNotInUseException, this is in none",
        "EffectivePolicyNotFoundException, no",
    })
    void accountWithoutATagPolicy_isABadSetting(String code, String expected) {
        try (var aws = new LocalHttp(refusal(code))) {
            assertThatThrownBy(() -> reader(aws, "us-east-1").read(ORGANIZATION))
                    .isInstanceOf(BadSettingException.class)
                    .hasMessageStartingWith("TAG_POLICY is \"organizations\"")
                    .hasMessageContaining(expected);
        }
    }

    @Test
    void deniedCall_namesThePermission() {
        try (var aws = new LocalHttp(refusal("AccessDeniedException"))) {
            var reader = reader(aws, "us-east-1");
            assertThatThrownBy(() -> reader.read(ORGANIZATION))
                    .isInstanceOf(MissingPermissionException.class)
                    .hasMessageStartingWith("organizations:DescribeEffectivePolicy is refused");
            assertThatThrownBy(() -> reader.read(PARAMETER)).hasMessageStartingWith("ssm:GetParameter is refused");
        }
        try (var aws = new LocalHttp(EFFECTIVE, refusal("AccessDeniedException"))) {
            assertThatThrownBy(() -> reader(aws, "us-east-1").read(ORGANIZATION))
                    .hasMessageStartingWith("tag:ListRequiredTags is refused");
        }
    }

    @Test
    void parameter_holdsEitherForm() {
        try (var aws = new LocalHttp(parameter("String", "Owner, Team=a"))) {
            assertThat(problems(reader(aws, "us-east-1").read(PARAMETER), "AWS::S3::Bucket", Map.of("Team", "b")))
                    .containsExactly("Owner is missing", "Team: \"b\" is none of a");
            assertThat(aws.requests().getFirst().body()).isEqualTo("{\"Name\":\"/tags\"}");
        }
        try (var aws = new LocalHttp(parameter("String", "{\"tags\":{\"a\":{}}}"))) {
            assertThat(reader(aws, "us-east-1").read(PARAMETER).rules()).hasSize(1);
        }
    }

    @Test
    void parameterThatCannotBeUsed_isNamed() {
        try (var aws = new LocalHttp(parameter("SecureString", "xyz"))) {
            assertThatThrownBy(() -> reader(aws, "us-east-1").read(PARAMETER))
                    .hasMessageContainingAll("TAG_POLICY is \"ssm:/tags\"", "is a SecureString");
        }
        try (var aws = new LocalHttp(parameter("String", "Owner,,"))) {
            assertThatThrownBy(() -> reader(aws, "us-east-1").read(PARAMETER))
                    .isInstanceOf(BadSettingException.class)
                    .hasMessageStartingWith("The parameter /tags that TAG_POLICY names is \"Owner,,\"");
        }
        try (var aws = new LocalHttp(refusal("ParameterNotFound"))) {
            assertThatThrownBy(() -> reader(aws, "us-east-1").read(PARAMETER))
                    .isInstanceOf(BadSettingException.class)
                    .hasMessageContaining("a parameter that exists in us-east-1");
        }
    }

    @Test
    void policy_isReadAgainAfterFiveMinutesAndAFailureIsNotKept() {
        var now = new AtomicReference<>(Instant.EPOCH);
        try (var aws = new LocalHttp(
                parameter("String", "Owner"), refusal("AccessDeniedException"), parameter("String", "Team"))) {
            var current = new CurrentTagPolicy(reader(aws, "us-east-1"), now::get);
            assertThat(current.of(PARAMETER)).isSameAs(current.of(PARAMETER));
            now.set(Instant.EPOCH.plusSeconds(299));
            assertThat(current.of(PARAMETER).rules().getFirst().key()).isEqualTo("Owner");
            assertThat(aws.requests()).hasSize(1);
            now.set(Instant.EPOCH.plusSeconds(300));
            assertThatThrownBy(() -> current.of(PARAMETER)).isInstanceOf(MissingPermissionException.class);
            assertThat(current.of(PARAMETER).rules().getFirst().key()).isEqualTo("Team");
        }
    }

    private static Answer parameter(String type, String value) {
        var answer = Json.object();
        answer.putObject("Parameter").put("Type", type).put("Value", value);
        return Answer.of(200, Json.write(answer));
    }

    private static Answer refusal(String code) {
        return Answer.of(400, "{\"__type\":\"%s\",\"message\":\"no\"}".formatted(code));
    }

    private static List<String> problems(TagPolicy policy, String type, Map<String, String> tags) {
        return policy.problems(ResourceType.of(type), tags).stream()
                .map(TagProblem::inWords)
                .toList();
    }

    private static PolicyReader reader(LocalHttp aws, String region) {
        var settings = Settings.of(
                Map.of("AWS_REGION", region, "AWS_ENDPOINT_URL", aws.uri().toString()));
        var clients =
                new AwsClients(settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")));
        return new PolicyReader(
                new AwsJsonClient(clients, settings, AwsJsonClient.Service.ORGANIZATIONS),
                new AwsJsonClient(clients, settings, AwsJsonClient.Service.TAGGING),
                new AwsJsonClient(clients, settings, AwsJsonClient.Service.SYSTEMS_MANAGER),
                Region.of(region));
    }
}
