package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.RuleTarget;
import io.groundskeeper.core.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What does the same as our queue and rules in another way is left; what the queue's keeper accepts is accepted here. */
class AcceptedQueueTest {

    private static final String COMMAND = "{\"cluster\":\"dev\"}";
    private static final Names NAMES = new Names(FakeWorld.HOME.cluster("dev"));
    private static final RuleTarget QUEUE = new RuleTarget(DesiredRule.TARGET_ID, NAMES.queueArn(), true);

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;

    @BeforeEach
    void bootstrapped() {
        world.cluster("dev", Map.of());
        function.answer(COMMAND);
        world.writes.clear();
    }

    @Test
    void widerPattern_isLeft() {
        rule(NAMES.ec2Rule(), old -> with(old, "{\"source\":[\"aws.ec2\"]}", old.tags()));
        assertNothingIsWritten();
    }

    @Test
    void policyThatNamesTheRules_isLeft() {
        policy(policy().replace("\"Action\":\"sqs:SendMessage\"", """
                        "Action":"sqs:SendMessage","Condition":{"ArnLike":{"aws:SourceArn":\
                        "arn:aws:events:us-east-1:123456789012:rule/Karpenter-dev-*"}}"""));
        assertNothingIsWritten();
    }

    @Test
    void policyThatShutsOneOfTheRulesOut_getsOurStatementBesideIt() {
        policy(policy().replace("\"Action\":\"sqs:SendMessage\"", """
                        "Action":"sqs:SendMessage","Condition":{"ArnLike":{"aws:SourceArn":"%s"}}""".formatted(NAMES.ruleArn(NAMES.ec2Rule()))));
        function.answer(COMMAND);
        assertThat(world.writes).containsExactly("setQueue https://sqs/Karpenter-dev");
        assertThat(policy()).contains(NAMES.ec2Rule());
        world.writes.clear();
        assertNothingIsWritten();
    }

    @Test
    void oneRuleOfSomeonesForAllKinds_makesOursNeedless() {
        world.rules.clear();
        foreign("merged", "{\"source\":[\"aws.ec2\",\"aws.health\"]}", Map.of());
        assertNothingIsWritten();
    }

    @Test
    void disabledRuleOfSomeones_isLeftAndOursDoesItsWork() {
        world.rules.remove(NAMES.healthRule());
        foreign("health", "{\"source\":[\"aws.health\"]}", Map.of("ManagedBy", "terraform"));
        rule("health", old -> new Rule(old.arn(), old.pattern(), false, old.targets(), old.tags()));
        function.answer(COMMAND);
        assertThat(world.writes).containsExactly("createRule " + NAMES.healthRule(), "putTarget " + NAMES.healthRule());
        assertThat(world.rules.get("health").enabled()).isFalse();
    }

    @Test
    void ruleOfAnotherCluster_isLeftAndSaid() {
        foreign("Karpenter-prod-00000000-ec2", "{\"source\":[\"aws.ec2\"]}", Map.of(Tags.CLUSTER, "prod"));
        rule(NAMES.ec2Rule(), old -> new Rule(old.arn(), old.pattern(), false, old.targets(), old.tags()));
        var answer = function.answer(COMMAND).toString();
        assertThat(world.writes).containsExactly("updateRule " + NAMES.ec2Rule());
        assertThat(answer).contains("Karpenter-prod-00000000-ec2 is left as it is", "made for cluster prod");
    }

    @Test
    void queueThatLostItsTags_isTaggedAgainWhenARuleWithTagsProvesIt() {
        var queue = world.queues.get("Karpenter-dev");
        world.queues.put("Karpenter-dev", new Queue(queue.url(), queue.attributes(), Map.of()));
        rule(NAMES.healthRule(), old -> with(old, "{\"source\":[\"aws.health\"]}", old.tags()));
        function.answer(COMMAND);
        assertThat(world.writes).containsExactly("tagQueue https://sqs/Karpenter-dev");
    }

    @Test
    void healthEventsTurnedOff_disablesTheRuleThatBringsThem() {
        world.cluster("dev", Map.of(Tags.MARK, Tags.MARK_VALUE, "groundskeeper/health-events", "false"));
        function.answer(COMMAND);
        assertThat(world.writes).contains("disableRule " + NAMES.healthRule());
        world.writes.clear();
        assertNothingIsWritten();
    }

    @Test
    void healthEventsTurnedOffFromTheStart_needNoRule() {
        var another = new FunctionUnderTest();
        another.world.cluster("dev", Map.of("groundskeeper/health-events", "false"));
        another.answer(COMMAND);
        assertThat(another.world.rules).containsOnlyKeys(NAMES.ec2Rule());
    }

    @Test
    void healthEventsWithAnotherValue_isAnErrorThatNamesTheTag() {
        world.cluster("dev", Map.of(Tags.MARK, Tags.MARK_VALUE, "groundskeeper/health-events", "never"));
        assertThatThrownBy(() -> function.answer(COMMAND))
                .hasMessageContainingAll("groundskeeper/health-events", "never", "true, false");
    }

    private void assertNothingIsWritten() {
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    private String policy() {
        return world.queues.get("Karpenter-dev").attributes().get("Policy");
    }

    private void policy(String policy) {
        var queue = world.queues.get("Karpenter-dev");
        var attributes = new HashMap<>(queue.attributes());
        attributes.put("Policy", policy);
        world.queues.put("Karpenter-dev", new Queue(queue.url(), attributes, queue.tags()));
    }

    private void rule(String name, UnaryOperator<Rule> change) {
        world.rules.computeIfPresent(name, (key, old) -> change.apply(old));
    }

    private void foreign(String name, String pattern, Map<String, String> tags) {
        world.rules.put(name, new Rule(NAMES.ruleArn(name), Json.read(pattern), true, List.of(QUEUE), tags));
    }

    private static Rule with(Rule old, String pattern, Map<String, String> tags) {
        return new Rule(old.arn(), Json.read(pattern), old.enabled(), old.targets(), tags);
    }
}
