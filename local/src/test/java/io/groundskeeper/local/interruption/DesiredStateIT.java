package io.groundskeeper.local.interruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.aws.EventBridgeRules;
import io.groundskeeper.core.aws.InterruptionQueues;
import io.groundskeeper.core.aws.KmsKeys;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.DesiredState;
import io.groundskeeper.core.interruption.Difference;
import io.groundskeeper.core.interruption.Difference.Subject;
import io.groundskeeper.core.interruption.Mender;
import io.groundskeeper.core.interruption.Observer;
import io.groundskeeper.core.interruption.Owner.Maker;
import io.groundskeeper.core.interruption.QueueChange;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import io.groundskeeper.local.moto.MotoServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Rule;
import software.amazon.awssdk.services.eventbridge.model.RuleState;
import software.amazon.awssdk.services.eventbridge.model.Tag;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The desired state read from an AWS that answers as AWS does, and mended there. */
class DesiredStateIT {

    private static final Path ROOT = Path.of(System.getProperty("groundskeeper.root", ".."));
    private static final ClusterId CLUSTER = new ClusterId("aws", "us-east-1", "123456789012", "dev");
    private static final Names NAMES = new Names(CLUSTER);
    private static final DesiredState OURS = DesiredState.of(CLUSTER, true);
    private static final String SPOT = pattern("EC2 Spot Instance Interruption Warning");

    private static MotoServer moto;
    private static MotoClients clients;
    private static SqsClient sqs;
    private static EventBridgeClient events;
    private static KmsClient kms;

    private Observer observer;
    private Mender mender;

    @BeforeAll
    static void start() {
        moto = MotoServer.start(ROOT);
        clients = new MotoClients(moto.uri());
        var scope = new Scope("AKIADEV", "us-east-1");
        sqs = clients.of(SqsClient.builder(), scope);
        events = clients.of(EventBridgeClient.builder(), scope);
        kms = clients.of(KmsClient.builder(), scope);
    }

    @AfterAll
    static void stop() throws Exception {
        clients.close();
        moto.close();
    }

    @BeforeEach
    void empty() {
        moto.reset();
        var queues = new InterruptionQueues(sqs, Optional.empty());
        var rules = new EventBridgeRules(events);
        observer = new Observer(queues, rules, new KmsKeys(kms));
        mender = new Mender(queues, rules);
    }

    @Test
    void nothingThere_isMadeAndThenInOrder() {
        mend(OURS);
        assertThat(differences(OURS)).isEmpty();
        assertThat(OURS.owner(observer.observe(OURS)).isOurs(CLUSTER)).isTrue();
    }

    @Test
    void attributesThatDiffer_areSet() {
        mend(OURS);
        set(
                "Karpenter-dev",
                Map.of("MessageRetentionPeriod", "60", "DelaySeconds", "9", "SqsManagedSseEnabled", "false"));
        assertThat(differences(OURS))
                .extracting(Difference::subject)
                .containsExactlyInAnyOrder(Subject.RETENTION, Subject.DELAY, Subject.ENCRYPTION);
        mend(OURS);
        assertThat(attributes("Karpenter-dev"))
                .containsEntry("MessageRetentionPeriod", "300")
                .containsEntry("DelaySeconds", "0")
                .containsEntry("SqsManagedSseEnabled", "true");
    }

    @Test
    void policyThatWasReplaced_getsWhatItLacksAndKeepsTheRest() {
        mend(OURS);
        var reader = """
                {"Sid":"Reader","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::123456789012:root"},\
                "Action":"sqs:GetQueueAttributes","Resource":"*"}""";
        set("Karpenter-dev", Map.of("Policy", "{\"Version\":\"2012-10-17\",\"Statement\":[%s]}".formatted(reader)));
        mend(OURS);
        assertThat(differences(OURS)).isEmpty();
        assertThat(Json.read(attributes("Karpenter-dev").get("Policy"))
                        .path("Statement")
                        .valueStream())
                .hasSize(3)
                .contains(Json.read(reader));
    }

    @Test
    void transformer_isTakenAwayAndDeadLettersAndRetriesStay() {
        mend(OURS);
        events.putTargets(r -> r.rule(NAMES.ec2Rule())
                .targets(Target.builder()
                        .id(DesiredRule.TARGET_ID)
                        .arn(NAMES.queueArn())
                        .inputPath("$.detail")
                        .retryPolicy(p -> p.maximumEventAgeInSeconds(60).maximumRetryAttempts(3))
                        .deadLetterConfig(c -> c.arn("arn:aws:sqs:us-east-1:123456789012:dead"))
                        .build()));
        assertThat(differences(OURS)).extracting(Difference::subject).containsExactly(Subject.TARGET);
        mend(OURS);
        assertThat(differences(OURS)).isEmpty();
        assertThat(events.listTargetsByRule(r -> r.rule(NAMES.ec2Rule())).targets())
                .singleElement()
                .satisfies(target -> {
                    assertThat(target.inputPath()).isNull();
                    assertThat(target.retryPolicy().maximumEventAgeInSeconds()).isEqualTo(60);
                    assertThat(target.deadLetterConfig().arn()).endsWith(":dead");
                });
    }

    @Test
    void disabledRuleOfAStack_isFoundByItsTargetAndEnabledAsItIs() {
        var queue = "dev";
        var desired = DesiredState.ofQueue(CLUSTER, queue, true);
        stack(queue);
        assertThat(differences(desired)).isEmpty();
        events.disableRule(r -> r.name("stack-spot"));
        assertThat(differences(desired)).singleElement().satisfies(difference -> {
            assertThat(difference.words()).isEqualTo("it is disabled");
            assertThat(difference.owner().maker()).isEqualTo(Maker.CLOUDFORMATION);
            assertThat(difference.owner().words()).contains("Karpenter-dev");
        });
        mend(desired);
        assertThat(differences(desired)).isEmpty();
        var rule = events.describeRule(r -> r.name("stack-spot"));
        assertThat(rule.state()).isEqualTo(RuleState.ENABLED);
        assertThat(rule.description()).isEqualTo("The stack's");
        assertThat(events.listRules(r -> {}).rules()).extracting(Rule::name).hasSize(5);
    }

    @Test
    void deletedRuleOfAStack_isMadeUpForByARuleOfOurs() {
        var desired = DesiredState.ofQueue(CLUSTER, "dev", true);
        stack("dev");
        events.removeTargets(r -> r.rule("stack-spot").ids("Target0"));
        events.deleteRule(r -> r.name("stack-spot"));
        mend(desired);
        assertThat(differences(desired)).isEmpty();
        assertThat(Json.read(events.describeRule(r -> r.name(NAMES.ec2Rule())).eventPattern()))
                .isEqualTo(Json.read(SPOT));
    }

    @Test
    void moreRulesThanAPageHolds_areAllFound() {
        mend(OURS);
        for (int i = 0; i < 120; i++) {
            var name = "spot-%03d".formatted(i);
            rule(name, SPOT, "Karpenter-dev", Map.of());
        }
        assertThat(observer.observe(OURS).rules()).hasSize(122);
    }

    @ParameterizedTest
    @CsvSource({"true, alias", "true, id", "false, alias"})
    void customersKey_isAcceptedWhereItsPolicyLetsEventBridgeIn(boolean letsIn, String form) {
        mend(OURS);
        var service = letsIn ? "events.amazonaws.com" : "sqs.amazonaws.com";
        var policy = """
                {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"%s"},\
                "Action":["kms:Decrypt","kms:GenerateDataKey*"],"Resource":"*"}]}""".formatted(service);
        var id = kms.createKey(r -> r.policy(policy)).keyMetadata().keyId();
        kms.createAlias(r -> r.aliasName("alias/ours").targetKeyId(id));
        var named = form.equals("alias") ? "alias/ours" : id;
        set("Karpenter-dev", Map.of("KmsMasterKeyId", named));
        assertThat(differences(OURS)).hasSize(letsIn ? 0 : 1).noneMatch(Difference::isMendable);
        kms.disableKey(r -> r.keyId(id));
        assertThat(differences(OURS))
                .singleElement()
                .extracting(Difference::words)
                .asString()
                .contains("disabled");
    }

    @Test
    void keyThatIsGone_isSaid() {
        mend(OURS);
        set("Karpenter-dev", Map.of("KmsMasterKeyId", "1234abcd-12ab-34cd-56ef-1234567890ab"));
        assertThat(differences(OURS))
                .singleElement()
                .extracting(Difference::words)
                .asString()
                .contains("not there");
    }

    @Test
    void queueDeletedBetweenLookAndMend_waits() {
        mend(OURS);
        var url = url("Karpenter-dev");
        sqs.deleteQueue(r -> r.queueUrl(url));
        assertThatThrownBy(() -> mender.make(
                        new QueueChange.SetAttributes(NAMES.queueArn(), url, Map.of("DelaySeconds", "0")), CLUSTER))
                .isInstanceOf(NotYetException.class)
                .hasMessageContaining("Karpenter-dev");
    }

    private List<Difference> differences(DesiredState desired) {
        return desired.differences(observer.observe(desired));
    }

    private void mend(DesiredState desired) {
        QueueChange.joined(differences(desired).stream()
                        .flatMap(difference -> difference.changes().stream())
                        .toList())
                .forEach(change -> mender.make(change, CLUSTER));
    }

    /** What the CloudFormation template of Karpenter's guide makes. */
    private void stack(String queue) {
        var tags = Map.of("aws:cloudformation:stack-name", "Karpenter-dev");
        var arn = "arn:aws:sqs:us-east-1:123456789012:" + queue;
        var policy = """
                {"Id":"EC2InterruptionPolicy","Statement":[{"Effect":"Allow",\
                "Principal":{"Service":["events.amazonaws.com","sqs.amazonaws.com"]},\
                "Action":"sqs:SendMessage","Resource":"%1$s"},{"Sid":"DenyHTTP","Effect":"Deny",\
                "Principal":"*","Action":"sqs:*","Resource":"%1$s",\
                "Condition":{"Bool":{"aws:SecureTransport":"false"}}}]}""".formatted(arn);
        sqs.createQueue(r -> r.queueName(queue)
                .tags(tags)
                .attributes(Map.of(
                        QueueAttributeName.MESSAGE_RETENTION_PERIOD, "300",
                        QueueAttributeName.SQS_MANAGED_SSE_ENABLED, "true",
                        QueueAttributeName.POLICY, policy)));
        rule("stack-spot", SPOT, queue, tags);
        rule("stack-rebalance", pattern("EC2 Instance Rebalance Recommendation"), queue, tags);
        rule("stack-state", pattern("EC2 Instance State-change Notification"), queue, tags);
        rule("stack-capacity", pattern("EC2 Capacity Reservation Instance Interruption Warning"), queue, tags);
        rule("stack-health", "{\"source\":[\"aws.health\"],\"detail-type\":[\"AWS Health Event\"]}", queue, tags);
    }

    private void rule(String name, String pattern, String queue, Map<String, String> tags) {
        events.putRule(r -> r.name(name)
                .eventPattern(pattern)
                .description("The stack's")
                .tags(tags.entrySet().stream()
                        .map(tag -> Tag.builder()
                                .key(tag.getKey())
                                .value(tag.getValue())
                                .build())
                        .toList()));
        events.putTargets(r -> r.rule(name)
                .targets(Target.builder()
                        .id("Target0")
                        .arn("arn:aws:sqs:us-east-1:123456789012:" + queue)
                        .build()));
    }

    private static void set(String queue, Map<String, String> attributes) {
        // The emulator forgets a policy that is not set along; SQS does not.
        var all = new HashMap<>(Map.of("Policy", attributes(queue).get("Policy")));
        all.putAll(attributes);
        sqs.setQueueAttributes(r -> r.queueUrl(url(queue)).attributesWithStrings(all));
    }

    private static Map<String, String> attributes(String queue) {
        return sqs.getQueueAttributes(r -> r.queueUrl(url(queue)).attributeNames(QueueAttributeName.ALL))
                .attributesAsStrings();
    }

    private static String url(String queue) {
        return sqs.getQueueUrl(r -> r.queueName(queue)).queueUrl();
    }

    private static String pattern(String detailType) {
        return "{\"source\":[\"aws.ec2\"],\"detail-type\":[\"%s\"]}".formatted(detailType);
    }
}
