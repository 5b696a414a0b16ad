package io.groundskeeper.local.template;

import static io.groundskeeper.local.template.ProjectTemplate.items;
import static io.groundskeeper.local.template.ProjectTemplate.strings;
import static io.groundskeeper.local.template.ProjectTemplate.target;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Routes;
import io.groundskeeper.local.template.ProjectTemplate.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the template must never allow. */
class TemplateSecurityTest {
    /** Actions of which AWS says that they have no resource level. */
    private static final Set<String> WITHOUT_RESOURCE_LEVEL = Set.of(
            "xray:PutTelemetryRecords",
            "xray:PutTraceSegments",
            "cloudwatch:GetMetricData",
            "cloudwatch:ListMetrics",
            "ecr:GetAuthorizationToken",
            "eks:ListClusters",
            "events:ListRuleNamesByTarget",
            "events:ListRules",
            "iam:ListOpenIDConnectProviders",
            "iam:ListRoles",
            // It has one, but a caller that asks for its own account's policy names no account.
            "organizations:DescribeEffectivePolicy",
            "sqs:ListQueues",
            "tag:GetResources",
            "tag:ListRequiredTags",
            "cloudformation:GetResource",
            "ssm:DescribeAssociation",
            "ssm:ListAssociations");

    private static final ProjectTemplate TEMPLATE = ProjectTemplate.read();

    static Stream<Resource> functions() {
        return TEMPLATE.functions().stream();
    }

    static Stream<Resource> roles() {
        return TEMPLATE.ofType("AWS::IAM::Role").stream();
    }

    static Stream<Resource> queues() {
        return TEMPLATE.ofType("AWS::SQS::Queue").stream();
    }

    @Test
    void arns_namePartitionByPseudoParameter() {
        assertThat(TEMPLATE.text()).doesNotContain("arn:aws:");
    }

    @Test
    void roles_areOnePerFunction() {
        List<String> used =
                functions().map(function -> target(function.property("Role"))).toList();
        assertThat(used)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(roles().map(Resource::id).toList());
    }

    @ParameterizedTest
    @MethodSource("roles")
    void role_hasOurPathTheGivenBoundaryAndANameForEachRegion(Resource role) {
        assertThat(role.property("Path").asString()).isEqualTo("/groundskeeper/");
        assertThat(role.property("PermissionsBoundary").toString())
                .contains("HasBoundary", "PermissionsBoundaryArn", "AWS::NoValue");
        assertThat(role.property("RoleName").path("Fn::Sub").asString())
                .startsWith("${AWS::StackName}-")
                .endsWith("-${AWS::Region}");
    }

    @ParameterizedTest
    @MethodSource("roles")
    void role_getsVpcRightsOnlyInAVpc(Resource role) {
        var policies = role.property("ManagedPolicyArns");
        // Either the whole list is conditional, or its last element is.
        JsonNode managed = (policies.isArray() ? policies.path(policies.size() - 1) : policies).path("Fn::If");
        assertThat(managed.path(0).asString()).isEqualTo("InVpc");
        assertThat(managed.path(1).toString()).contains("AWSLambdaENIManagementAccess");
        assertThat(managed.path(2).path("Ref").asString()).isEqualTo("AWS::NoValue");
    }

    @ParameterizedTest
    @MethodSource("roles")
    void roleAndItsPolicies_areOfASizeThatIamTakesHoweverLongTheNames(Resource role) {
        var inline = role.inlinePolicies().mapToInt(PolicySize::of).sum();
        assertThat(inline).as("inline policies of " + role).isBetween(100, 10_240);
        assertThat(role.managedPolicies().toList()).hasSizeLessThanOrEqualTo(9).allSatisfy(policy -> {
            assertThat(PolicySize.of(policy.property("PolicyDocument")))
                    .as(policy.id())
                    .isBetween(100, 6_144);
            assertThat(policy.property("Path").asString()).isEqualTo("/groundskeeper/");
        });
    }

    @Test
    void managedPolicies_areOfOneRoleEachAndHaveGeneratedNames() {
        assertThat(TEMPLATE.ofType("AWS::IAM::ManagedPolicy")).isNotEmpty().allSatisfy(policy -> {
            assertThat(items(policy.property("Roles"))).hasSize(1);
            // With a name of its own a policy cannot be replaced, which any change of its description does.
            assertThat(policy.properties().has("ManagedPolicyName")).isFalse();
        });
    }

    @ParameterizedTest
    @MethodSource("roles")
    void role_allowsNoActionWholesaleAndEveryResourceOnlyWhereTheApiKnowsNone(Resource role) {
        assertThat(role.statements()).allSatisfy(statement -> {
            assertThat(statement.has("NotAction") || statement.has("NotResource"))
                    .isFalse();
            assertThat(strings(statement.path("Action")))
                    .noneMatch(action -> action.endsWith(":*") || action.equals("*"));
            if (items(statement.path("Resource"))
                    .anyMatch(resource -> resource.asString("").equals("*"))) {
                assertThat(strings(statement.path("Action")))
                        .allMatch(
                                action -> WITHOUT_RESOURCE_LEVEL.contains(action) || action.startsWith("ec2:Describe"));
            }
        });
    }

    @Test
    void bootstrap_mayNotTouchTheRolesOfTheFunctions() {
        JsonNode deny = TEMPLATE.resource("KarpenterBootstrapFunctionRole").statements().stream()
                .filter(statement -> statement.path("Effect").asString().equals("Deny"))
                .findFirst()
                .orElseThrow();
        Set<String> denied = items(deny.path("Resource"))
                .map(resource -> resource.path("Fn::Sub").asString())
                .collect(Collectors.toSet());
        assertThat(denied)
                .isEqualTo(roles().map(role -> "arn:${AWS::Partition}:iam::${AWS::AccountId}:role/groundskeeper/"
                                + role.property("RoleName").path("Fn::Sub").asString())
                        .collect(Collectors.toSet()));
        assertThat(strings(deny.path("Action"))).containsAll(bootstrapIamWrites());
    }

    private static List<String> bootstrapIamWrites() {
        return TEMPLATE.resource("KarpenterBootstrapFunctionRole").statements().stream()
                .filter(statement -> statement.path("Effect").asString().equals("Allow"))
                // A service's own role and an identity provider are none of the functions' roles.
                .filter(statement -> statement.path("Resource").toString().contains(":role/groundskeeper/"))
                .flatMap(statement -> strings(statement.path("Action")))
                .filter(action -> action.startsWith("iam:") && !action.matches("iam:(Get|List).*"))
                .toList();
    }

    @Test
    void bootstrap_writesRolesOnlyUnderOurPathAndWithTheBoundary() {
        List<JsonNode> writes = TEMPLATE.resource("KarpenterBootstrapFunctionRole").statements().stream()
                .filter(statement -> strings(statement.path("Action"))
                        .anyMatch(action -> action.equals("iam:CreateRole") || action.equals("iam:PutRolePolicy")))
                .filter(statement -> statement.path("Effect").asString().equals("Allow"))
                .toList();
        assertThat(writes).isNotEmpty().allSatisfy(statement -> {
            assertThat(statement.path("Resource").path("Fn::Sub").asString())
                    .endsWith(":role/groundskeeper/Karpenter*");
            assertThat(statement.path("Condition").toString()).contains("HasBoundary", "iam:PermissionsBoundary");
        });
    }

    @Test
    void bootstrap_deletesOnlyWhatIsTaggedAsOursOrKarpenters() {
        List<JsonNode> deletions = TEMPLATE.resource("KarpenterBootstrapFunctionRole").statements().stream()
                .filter(statement -> statement.path("Effect").asString().equals("Allow"))
                .filter(
                        statement -> strings(statement.path("Action"))
                                .anyMatch(
                                        action -> action.matches(
                                                "(iam|sqs|events|ec2):(Delete(?!Tags|Message|RolePolicy).*|Remove.*|Detach.*|Terminate.*)")))
                .toList();
        assertThat(deletions)
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(statement -> assertThat(
                                statement.path("Condition").path("StringLike").propertyNames())
                        .as("%s", statement)
                        .anyMatch(key -> Set.of(
                                        "aws:ResourceTag/groundskeeper/cluster",
                                        "aws:ResourceTag/karpenter.sh/nodepool",
                                        "aws:ResourceTag/karpenter.k8s.aws/ec2nodeclass")
                                .contains(key)));
    }

    @Test
    void bootstrap_terminatesInstancesOnlyWhenTheOperatorAsksForIt() {
        String policy = TEMPLATE.resource("KarpenterBootstrapRemovalPolicy")
                .properties()
                .toString();
        assertThat(policy).contains("{\"Fn::If\":[\"TerminatesOrphans\",{\"Sid\":\"TerminateKarpentersInstances\"");
        assertThat(TEMPLATE.root()
                        .path("Parameters")
                        .path("TerminateOrphans")
                        .path("Default")
                        .asString())
                .isEqualTo("false");
    }

    @Test
    void keeper_mayChangeWhatOthersMadeOnlyWhenTheOperatorAsksForIt() {
        String policy =
                TEMPLATE.resource("InterruptionKeeperPolicy").properties().toString();
        assertThat(policy)
                .contains(
                        "{\"Fn::If\":[\"MendsForeignQueues\",{\"Sid\":\"MendForeignQueues\"",
                        "{\"Fn::If\":[\"MendsForeignQueues\",{\"Sid\":\"MendForeignRules\"",
                        "{\"Fn::If\":[\"MendsForeignQueues\",{\"Sid\":\"TargetForeignQueues\"");
        assertThat(TEMPLATE.root()
                        .path("Parameters")
                        .path("MendForeignQueues")
                        .path("Default")
                        .asString())
                .isEqualTo("false");
    }

    @Test
    void everyFunction_maySendToTheOutboxAndReadItsQueues() {
        assertThat(functions()).allSatisfy(function -> {
            Resource role = TEMPLATE.resource(target(function.property("Role")));
            assertThat(resourcesOf(role, "sqs:SendMessage")).containsExactlyInAnyOrderElementsOf(sendsTo(function));
            assertThat(resourcesOf(role, "sqs:ReceiveMessage"))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    ProjectTemplate.sources(function).values().stream()
                                            .map(source -> target(source.path("Queue"))),
                                    toldQueues(function, "_DLQ_URL"))
                            .toList());
        });
    }

    /** Besides the outbox only queues whose URL the function is told, and reads itself. */
    private static List<String> sendsTo(Resource function) {
        return Stream.concat(Stream.of("OutboxQueue"), toldQueues(function, "_QUEUE_URL"))
                .toList();
    }

    private static Stream<String> toldQueues(Resource function, String suffix) {
        return function.property("Environment").path("Variables").properties().stream()
                .filter(variable -> variable.getKey().endsWith(suffix))
                .map(variable -> target(variable.getValue()));
    }

    @Test
    void interruptionQueue_sendsEventsOfItsOwnKindOnly() {
        List<JsonNode> sends = TEMPLATE.resource("InterruptionQueueFunctionRole").statements().stream()
                .filter(statement -> strings(statement.path("Action")).anyMatch("events:PutEvents"::equals))
                .toList();
        assertThat(sends).hasSize(1);
        JsonNode condition = sends.getFirst().path("Condition").path("StringEquals");
        assertThat(condition.path("events:source").asString()).isEqualTo("groundskeeper.interruption-queue");
        assertThat(condition.path("events:detail-type").asString()).isEqualTo("Interruption Drill");
    }

    private static List<String> resourcesOf(Resource role, String action) {
        return role.statements().stream()
                .filter(statement -> strings(statement.path("Action")).anyMatch(action::equals))
                .flatMap(statement -> items(statement.path("Resource")))
                .map(ProjectTemplate::target)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("queues")
    void queue_isEncryptedAndRefusesPlainHttp(Resource queue) {
        assertThat(queue.property("SqsManagedSseEnabled").asBoolean()).isTrue();
        assertThat(policyOf(queue)).anySatisfy(statement -> {
            assertThat(statement.path("Effect").asString()).isEqualTo("Deny");
            assertThat(statement
                            .path("Condition")
                            .path("Bool")
                            .path("aws:SecureTransport")
                            .asString())
                    .isEqualTo("false");
        });
    }

    @ParameterizedTest
    @MethodSource("queues")
    void queue_takesMessagesOnlyFromTheRulesThatSendToIt(Resource queue) {
        List<String> senders = TEMPLATE.ofType("AWS::Events::Rule").stream()
                .filter(rule -> rule.property("Targets").toString().contains("\"" + queue.id() + ".Arn\""))
                .map(Resource::id)
                .toList();
        List<String> allowed = policyOf(queue).stream()
                .filter(statement -> statement.path("Effect").asString().equals("Allow"))
                .peek(statement -> assertThat(
                                statement.path("Principal").path("Service").asString())
                        .isEqualTo("events.amazonaws.com"))
                .flatMap(statement ->
                        items(statement.path("Condition").path("ArnEquals").path("aws:SourceArn")))
                .map(ProjectTemplate::target)
                .toList();
        assertThat(allowed).containsExactlyInAnyOrderElementsOf(senders);
    }

    private static List<JsonNode> policyOf(Resource queue) {
        return TEMPLATE.ofType("AWS::SQS::QueuePolicy").stream()
                .filter(policy -> items(policy.property("Queues"))
                        .anyMatch(ref -> target(ref).equals(queue.id())))
                .flatMap(policy -> items(policy.property("PolicyDocument").path("Statement")))
                .toList();
    }

    @Test
    void parameters_areExplainedGroupedAndBounded() {
        JsonNode ui = TEMPLATE.root().path("Metadata").path("AWS::CloudFormation::Interface");
        List<String> grouped = items(ui.path("ParameterGroups"))
                .flatMap(group -> strings(group.path("Parameters")))
                .toList();
        JsonNode parameters = TEMPLATE.root().path("Parameters");
        assertThat(grouped).containsExactlyInAnyOrderElementsOf(parameters.propertyNames());
        assertThat(ui.path("ParameterLabels").propertyNames()).containsExactlyInAnyOrderElementsOf(grouped);
        assertThat(parameters.properties()).allSatisfy(parameter -> {
            JsonNode is = parameter.getValue();
            assertThat(is.path("Description").asString()).as(parameter.getKey()).isNotBlank();
            assertThat(is.has("Default")).as(parameter.getKey()).isTrue();
            assertThat(is.has("AllowedValues") || is.has("ConstraintDescription"))
                    .as(parameter.getKey())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://hooks.example.com/services/T0/B0/x",
                "arn:aws:secretsmanager:us-east-1:1:secret:x",
                "a b"
            })
    void slackSecret_isANameAndNeverAValue(String value) {
        assertThat(value).doesNotMatch(pattern("SlackWebhookSecret"));
        assertThat("prod/groundskeeper/slack").matches(pattern("SlackWebhookSecret"));
        assertThat("").matches(pattern("SlackWebhookSecret"));
        assertThat(TEMPLATE.root().path("Parameters").propertyNames()).noneMatch(name -> name.endsWith("Url"));
    }

    @Test
    void requiredTags_takeEveryFormOfThePolicy() {
        assertThat("Owner, Team=platform|data, CostCenter~^[0-9]{4}$").matches(pattern("RequiredTags"));
        assertThat("Owner").matches(pattern("RequiredTags"));
        assertThat("").doesNotMatch(pattern("RequiredTags"));
        assertThat("=x").doesNotMatch(pattern("RequiredTags"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "organizations",
                "ssm:/governance/tag-policy",
                "{\"tags\":{\"costcenter\":{\"tag_key\":{\"@@assign\":\"CostCenter\"}}}}",
                " {\n}\n"
            })
    void tagPolicy_takesEachOfItsSources(String value) {
        assertThat(value).matches(pattern("TagPolicy"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Owner", "organization", "ssm:", "ssm:x", "ssm:/a,b", "s3://x", "[]"})
    void tagPolicy_takesNothingElse(String value) {
        assertThat(value).doesNotMatch(pattern("TagPolicy"));
    }

    @Test
    void tagEnforcer_mayReadThePolicyOnlyWhereItIs() {
        var statements = TEMPLATE.resource("TagEnforcerFunctionRole").statements();
        assertThat(statements)
                .filteredOn(statement ->
                        strings(statement.path("Action")).anyMatch(action -> action.equals("ssm:GetParameter")))
                .singleElement()
                .satisfies(statement -> {
                    assertThat(strings(statement.path("Action"))).containsExactly("ssm:GetParameter");
                    assertThat(statement.path("Resource").toString())
                            .contains(":parameter${TagPolicyName}\"", "\"Fn::Split\"", "${TagPolicy}:");
                });
        assertThat(TEMPLATE.text())
                .containsSubsequence("- TagPolicyIsInParameter", "Sid: ReadTagPolicy", "ssm:GetParameter")
                .containsSubsequence(
                        "- TagPolicyIsOfOrganization",
                        "Sid: ReadEffectiveTagPolicy",
                        "organizations:DescribeEffectivePolicy",
                        "tag:ListRequiredTags");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "account:123456789012->groundskeeper/slack-prod",
                "account:123456789012 -> a, tag:Team=platform->b,creator:*@data.example.com->c"
            })
    void slackRoutes_takeWhatTheFunctionTakes(String value) {
        assertThat(value).matches(pattern("SlackRoutes"));
        Routes.of(Settings.of(Map.of("SLACK_ROUTES", value)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account:1->https://hooks.example.com/services/T0/B0/x",
                "default->a",
                "tag:Team=a",
                "tag:Team=a->b,",
                "team:a->b"
            })
    void slackRoutes_nameSecretsAndNeverAValue(String value) {
        assertThat(value).doesNotMatch(pattern("SlackRoutes"));
    }

    @Test
    void slackRouteSecrets_areNamesAndNeverAllOfThem() {
        assertThat("groundskeeper/slack-*").matches(pattern("SlackRouteSecrets"));
        assertThat("slack").matches(pattern("SlackRouteSecrets"));
        assertThat(List.of("*", "a*", "a*b*", "https://hooks.example.com/x", "slack,other"))
                .noneMatch(value -> value.matches(pattern("SlackRouteSecrets")));
    }

    @Test
    void tagEnforcer_readsSecretsOfItsChannelsOnly() {
        var secret = "arn:${AWS::Partition}:secretsmanager:${AWS::Region}:${AWS::AccountId}:secret:${%s}-??????";
        assertThat(TEMPLATE.resource("TagEnforcerFunctionRole").statements())
                .filteredOn(statement -> strings(statement.path("Action"))
                        .anyMatch(action -> action.equals("secretsmanager:GetSecretValue")))
                .extracting(
                        statement -> statement.path("Resource").path("Fn::Sub").asString())
                .containsExactly(secret.formatted("SlackWebhookSecret"), secret.formatted("SlackRouteSecrets"));
        assertThat(TEMPLATE.text())
                .containsSubsequence(
                        "- HasSlackRoutes", "Sid: ReadSlackRoutes", "- HasSlackRoutes", "Sid: DecryptSlackRoutes");
    }

    private static String pattern(String parameter) {
        return TEMPLATE.root()
                .path("Parameters")
                .path(parameter)
                .path("AllowedPattern")
                .asString();
    }
}
