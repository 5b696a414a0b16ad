package io.groundskeeper.local.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.groundskeeper.local.template.ProjectTemplate.Resource;
import io.groundskeeper.tags.catalogue.Catalogue;
import io.groundskeeper.tags.creation.Verbs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.event.ruler.Ruler;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** AWS's own matcher decides which of the template's rules take an event. */
class RulePatternTest {
    private static final Template RULES =
            Template.read(ProjectTemplate.projectRoot().resolve("template.yaml"));

    private static final ProjectTemplate TEMPLATE = ProjectTemplate.read();
    private static final ObjectMapper JSON = JsonMapper.shared();

    /** "eventSource eventName" of each call that may have changed an interruption queue or its rules. */
    private static final Set<String> QUEUE_CHANGES = Set.of(
            "sqs.amazonaws.com DeleteQueue",
            "sqs.amazonaws.com PurgeQueue",
            "sqs.amazonaws.com SetQueueAttributes",
            "events.amazonaws.com DeleteRule",
            "events.amazonaws.com DisableRule",
            "events.amazonaws.com PutRule",
            "events.amazonaws.com PutTargets",
            "events.amazonaws.com RemoveTargets");

    /** "eventSource eventName" of each row of tag-enforcer's own catalogue. */
    private static final Set<String> CREATIONS = catalogue();

    private static final Set<String> TAG_RULES = Set.of("ResourceCreatedRule", "ResourceCreatedByBusyServiceRule");

    /** Services that the first of these does not take, by its own pattern. */
    private static final Set<String> OTHERWISE_MATCHED = JSON.readTree(RULES.eventPattern("ResourceCreatedRule"))
            .at("/detail/eventSource/0/anything-but")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.toSet());

    private static final Map<String, String> RULE_OF_KIND = Map.of(
            "EC2 Spot Instance Interruption Warning", "SpotWarningRule",
            "EC2 Instance Rebalance Recommendation", "SpotWarningRule",
            "EC2 Capacity Reservation Instance Interruption Warning", "SpotWarningRule",
            "Capacity Block Expiration Warning", "CapacityBlockRule",
            "Capacity Block Reservation Expiration Warning", "CapacityBlockRule");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CreateCluster",
                "DeleteCluster",
                "CreateNodegroup",
                "CreateFargateProfile",
                "UpdateClusterConfig",
                "TagResource",
                "UntagResource"
            })
    void eksCall_reachesBootstrapOnlyWhenItSucceeded(String name) {
        ObjectNode call = call("eks.amazonaws.com", name);
        assertThat(otherRulesFor(cloudTrail(call))).containsExactly("ClusterChangeRule");
        call.put("errorCode", "AccessDenied");
        assertThat(rulesFor(cloudTrail(call))).isEmpty();
    }

    @Test
    void creation_reachesTagsOnceAndOnlyWhenItSucceeded() {
        assertThat(CREATIONS).allSatisfy(creation -> {
            String[] parts = creation.split(" ", 2);
            ObjectNode call = call(parts[0], parts[1]);
            assertThat(tagRulesFor(cloudTrail(call))).hasSize(1);
            call.put("errorCode", "Client.DryRunOperation");
            assertThat(tagRulesFor(cloudTrail(call))).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"madeup.amazonaws.com,CreateThing", "ec2.amazonaws.com,CreateMoonBase", "madeup.amazonaws.com,RestoreX"
    })
    void creationOutsideTheCatalogue_reachesTagsToBeCounted(String source, String name) {
        assertThat(tagRulesFor(cloudTrail(call(source, name)))).containsExactly("ResourceCreatedRule");
    }

    @ParameterizedTest
    @CsvSource({
        "ec2.amazonaws.com,DescribeVolumes",
        "ec2.amazonaws.com,DeleteVolume",
        "logs.amazonaws.com,CreateLogStream",
        "s3.amazonaws.com,CreateMultipartUpload",
        "kms.amazonaws.com,CreateGrant",
        "ssmmessages.amazonaws.com,CreateControlChannel"
    })
    void otherCall_reachesNobody(String source, String name) {
        assertThat(rulesFor(cloudTrail(call(source, name)))).isEmpty();
    }

    @Test
    void eventThatSomeoneSendsAsAnothers_reachesNobody() {
        ObjectNode event = cloudTrail(call("ec2.amazonaws.com", "CreateVolume"));
        event.put("source", "my.app");
        assertThat(rulesFor(event)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "stopping,true",
        "stopped,true",
        "shutting-down,true",
        "terminated,true",
        "pending,false",
        "running,false"
    })
    void stateChange_isTakenOnlyWhenTheInstanceGoes(String state, boolean taken) {
        ObjectNode event = event("aws.ec2", "EC2 Instance State-change Notification");
        event.putObject("detail").put("instance-id", "i-1").put("state", state);
        assertThat(rulesFor(event)).isEqualTo(taken ? List.of("InstanceStateRule") : List.of());
    }

    @ParameterizedTest
    @CsvSource({"EC2,scheduledChange,true", "EC2,issue,false", "RDS,scheduledChange,false"})
    void healthEvent_isTakenOnlyForScheduledChangesOfEc2(String service, String category, boolean taken) {
        ObjectNode event = event("aws.health", "AWS Health Event");
        event.putObject("detail").put("service", service).put("eventTypeCategory", category);
        assertThat(rulesFor(event)).isEqualTo(taken ? List.of("ScheduledChangeRule") : List.of());
    }

    @Test
    void warningOfEachKind_reachesItsRule() {
        assertThat(RULE_OF_KIND)
                .allSatisfy((kind, rule) ->
                        assertThat(rulesFor(event("aws.ec2", kind))).containsExactly(rule));
    }

    @Test
    void drill_reachesTheWarningQueueUnderOurOwnSourceOnly() {
        assertThat(rulesFor(event("groundskeeper.interruption-queue", "Interruption Drill")))
                .containsExactly("DrillRule");
        assertThat(rulesFor(event("groundskeeper.interruption-queue", "Cluster Task")))
                .isEmpty();
        assertThat(rulesFor(event("my.app", "Interruption Drill"))).isEmpty();
    }

    @Test
    void changeOfAQueueOrRule_reachesTheKeeperOnlyWhenItSucceeded() {
        assertThat(QUEUE_CHANGES).allSatisfy(change -> {
            String[] parts = change.split(" ", 2);
            ObjectNode call = call(parts[0], parts[1]);
            assertThat(otherRulesFor(cloudTrail(call))).containsExactly("QueueChangeRule");
            call.put("errorCode", "AccessDenied");
            assertThat(rulesFor(cloudTrail(call))).isEmpty();
        });
        assertThat(otherRulesFor(cloudTrail(call("sqs.amazonaws.com", "CreateQueue"))))
                .isEmpty();
    }

    @Test
    void everyRecordedCall_reachesTheFunctionThatItIsFor() throws IOException {
        List<Path> files = samples("cloudtrail");
        for (Path file : files) {
            JsonNode record = JSON.readTree(Files.readString(file));
            String name = file.getFileName().toString();
            assertThat(otherRulesFor(cloudTrail(record))).as(name).isEqualTo(expectedOfCall(record));
            assertThat(tagRulesFor(cloudTrail(record))).as(name).hasSize(isToBeTold(record) ? 1 : 0);
        }
        System.out.println("RulePatternTest: ran " + files.size() + " recorded CloudTrail calls");
    }

    @Test
    void everySampleOfEc2AndHealth_reachesTheRuleOfItsKind() throws IOException {
        List<Path> files = samples("ec2-events");
        for (Path file : files) {
            JsonNode event = JSON.readTree(Files.readString(file));
            assertThat(rulesFor(event)).as(file.getFileName().toString()).isEqualTo(expectedOfKind(event));
        }
        System.out.println("RulePatternTest: ran " + files.size() + " samples of EC2 and Health events");
    }

    private static List<String> expectedOfCall(JsonNode record) {
        if (record.hasNonNull("errorCode")) {
            return List.of();
        }
        String source = record.path("eventSource").asString();
        String name = record.path("eventName").asString();
        if (!record.has("errorCode") && QUEUE_CHANGES.contains(source + " " + name)) {
            return List.of("QueueChangeRule");
        }
        return source.equals("eks.amazonaws.com") && name.equals("CreateCluster")
                ? List.of("ClusterChangeRule")
                : List.of();
    }

    private static boolean isToBeTold(JsonNode record) {
        String source = record.path("eventSource").asString();
        String name = record.path("eventName").asString();
        boolean looksLikeCreation = Verbs.OF_CREATIONS.stream().anyMatch(name::startsWith);
        return !record.hasNonNull("errorCode")
                && (CREATIONS.contains(source + " " + name)
                        || (looksLikeCreation && !OTHERWISE_MATCHED.contains(source)));
    }

    private static Set<String> catalogue() {
        return Catalogue.load().kinds().stream()
                .map(kind -> kind.eventSource() + " " + kind.eventName())
                .collect(Collectors.toSet());
    }

    private static List<String> expectedOfKind(JsonNode event) {
        String kind = event.path("detail-type").asString("");
        JsonNode detail = event.path("detail");
        if (kind.equals("EC2 Instance State-change Notification")) {
            boolean goes = Set.of("stopping", "stopped", "shutting-down", "terminated")
                    .contains(detail.path("state").asString());
            return goes ? List.of("InstanceStateRule") : List.of();
        }
        if (kind.equals("AWS Health Event")) {
            boolean planned = detail.path("service").asString("").equals("EC2")
                    && detail.path("eventTypeCategory").asString("").equals("scheduledChange");
            return planned ? List.of("ScheduledChangeRule") : List.of();
        }
        return RULE_OF_KIND.containsKey(kind) ? List.of(RULE_OF_KIND.get(kind)) : List.of();
    }

    private static List<Path> samples(String folder) throws IOException {
        Path data = Path.of(System.getProperty("groundskeeper.data", "")).resolve(folder);
        assumeTrue(Files.isDirectory(data), () -> "skipped: no recorded events in " + data + " (-Dgroundskeeper.data)");
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> tagRulesFor(JsonNode event) {
        return rulesFor(event).stream().filter(TAG_RULES::contains).toList();
    }

    private static List<String> otherRulesFor(JsonNode event) {
        return rulesFor(event).stream()
                .filter(rule -> !TAG_RULES.contains(rule))
                .toList();
    }

    private static List<String> rulesFor(JsonNode event) {
        return TEMPLATE.ofType("AWS::Events::Rule").stream()
                // A schedule has no pattern: it makes events instead of taking them.
                .filter(rule -> rule.properties().has("EventPattern"))
                .filter(rule -> takes(rule, event))
                .map(Resource::id)
                .toList();
    }

    private static boolean takes(Resource rule, JsonNode event) {
        try {
            return Ruler.matchesRule(event.toString(), RULES.eventPattern(rule.id()));
        } catch (Exception e) { // the matcher declares no narrower one
            throw new IllegalStateException("cannot match " + event, e);
        }
    }

    private static ObjectNode call(String source, String name) {
        return JSON.createObjectNode().put("eventSource", source).put("eventName", name);
    }

    private static ObjectNode cloudTrail(JsonNode call) {
        String service = call.path("eventSource").asString().replace(".amazonaws.com", "");
        ObjectNode event = event("aws." + service, "AWS API Call via CloudTrail");
        event.set("detail", call);
        return event;
    }

    private static ObjectNode event(String source, String detailType) {
        ObjectNode event = JSON.createObjectNode();
        event.put("version", "0").put("id", "1").put("source", source).put("detail-type", detailType);
        event.put("account", "123456789012").put("region", "us-east-1").put("time", "2026-11-30T00:00:00Z");
        event.putArray("resources");
        return event;
    }
}
