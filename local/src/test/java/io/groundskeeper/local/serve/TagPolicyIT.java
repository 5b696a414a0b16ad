package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.PolicyReader;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.PolicySource;
import io.groundskeeper.core.tagpolicy.ResourceType;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.core.tagpolicy.TagProblem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

/** The account's tag policy, read from an organization and from a parameter. */
class TagPolicyIT {

    private static final PolicySource ORGANIZATION = new PolicySource.Organization();

    private StandIns standIns;
    private AwsJsonClient organizations;
    private AwsJsonClient systemsManager;
    private PolicyReader reader;

    @BeforeEach
    void start() {
        standIns = new StandIns(Map.of("AWS_DEFAULT_REGION", "eu-west-1"));
        var settings = Settings.of(standIns.services.environment());
        var clients = new AwsClients(
                settings,
                StaticCredentialsProvider.create(AwsSessionCredentials.create(
                        standIns.variable("AWS_ACCESS_KEY_ID"),
                        standIns.variable("AWS_SECRET_ACCESS_KEY"),
                        standIns.variable("AWS_SESSION_TOKEN"))));
        organizations = new AwsJsonClient(clients, settings, AwsJsonClient.Service.ORGANIZATIONS);
        systemsManager = new AwsJsonClient(clients, settings, AwsJsonClient.Service.SYSTEMS_MANAGER);
        var tagging = new AwsJsonClient(clients, settings, AwsJsonClient.Service.TAGGING);
        reader = new PolicyReader(organizations, tagging, systemsManager, Region.EU_WEST_1);
    }

    @AfterEach
    void end() {
        standIns.close();
    }

    @Test
    void policiesOfRootAndAccount_areReadAsOne() {
        assertThatThrownBy(() -> reader.read(ORGANIZATION))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("this is in none");
        organizations("CreateOrganization", "{\"FeatureSet\":\"ALL\"}");
        assertThatThrownBy(() -> reader.read(ORGANIZATION))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("none does");

        String root = organizations("ListRoots", "{}").at("/Roots/0/Id").asString();
        organizations("EnablePolicyType", "{\"RootId\":\"%s\",\"PolicyType\":\"TAG_POLICY\"}".formatted(root));
        attach(root, """
                {"tags":{"CostCenter":{"tag_key":{"@@assign":"CostCenter"},"tag_value":{"@@assign":["100"]},
                "report_required_tag_for":{"@@assign":["ec2:ALL_SUPPORTED"]}}}}
                """);
        attach("123456789012", """
                {"tags":{"costcenter":{"tag_value":{"@@append":["200"]}},
                "owner":{"report_required_tag_for":{"@@assign":["s3:bucket"]}}}}
                """);
        var policy = reader.read(ORGANIZATION);
        assertThat(problems(policy, "AWS::EC2::VPC", Map.of())).containsExactly("CostCenter is missing");
        assertThat(problems(policy, "AWS::EC2::VPC", Map.of("CostCenter", "200")))
                .isEmpty();
        assertThat(problems(policy, "AWS::S3::Bucket", Map.of("CostCenter", "300")))
                .containsExactly("CostCenter: \"300\" is none of 100, 200", "owner is missing");
        assertThat(problems(policy, "AWS::SQS::Queue", Map.of())).isEmpty();
    }

    @Test
    void parameter_isReadAsItIsWritten() {
        var parameter = Json.object()
                .put("Name", "/governance/tags")
                .put("Type", "String")
                .put("Value", "Owner, Team=platform|data");
        systemsManager.call("PutParameter", parameter, Region.EU_WEST_1);
        assertThat(problems(reader.read(new PolicySource.Parameter("/governance/tags")), "AWS::S3::Bucket", Map.of()))
                .containsExactly("Owner is missing", "Team is missing");
        assertThatThrownBy(() -> reader.read(new PolicySource.Parameter("/none")))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("a parameter that exists in eu-west-1");
    }

    private void attach(String target, String document) {
        var policy = Json.object()
                .put("Name", "tags of " + target)
                .put("Description", "")
                .put("Type", "TAG_POLICY")
                .put("Content", document);
        String id = organizations
                .call("CreatePolicy", policy, Region.US_EAST_1)
                .at("/Policy/PolicySummary/Id")
                .asString();
        organizations("AttachPolicy", "{\"PolicyId\":\"%s\",\"TargetId\":\"%s\"}".formatted(id, target));
    }

    private JsonNode organizations(String action, String input) {
        return organizations.call(action, Json.read(input), Region.US_EAST_1);
    }

    private static List<String> problems(TagPolicy policy, String type, Map<String, String> tags) {
        return policy.problems(ResourceType.of(type), tags).stream()
                .map(TagProblem::inWords)
                .toList();
    }
}
