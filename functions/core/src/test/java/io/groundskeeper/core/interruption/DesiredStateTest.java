package io.groundskeeper.core.interruption;

import static io.groundskeeper.core.interruption.Account.DEV;
import static io.groundskeeper.core.interruption.Account.NAMES;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.interruption.Difference.Subject;
import io.groundskeeper.core.interruption.Owner.Maker;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.SameJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DesiredStateTest {

    private static final DesiredState OURS = DesiredState.of(DEV, true);
    private static final String QUEUE = NAMES.queue();
    private static final RuleTarget TARGET = new RuleTarget(DesiredRule.TARGET_ID, Account.queueArn(QUEUE), true);

    /** Queue and rules of our own. */
    @Nested
    class Ours {

        private final Account account = new Account();

        @BeforeEach
        void made() {
            account.mend(OURS);
            account.writes.clear();
        }

        @Test
        void asMade_hasNoDifference() {
            assertThat(account.differences(OURS)).isEmpty();
            assertThat(account.queues).containsOnlyKeys(QUEUE);
            assertThat(account.rules).hasSize(2);
        }

        @ParameterizedTest
        @CsvSource(
                quoteCharacter = '|',
                value = {
                    "MessageRetentionPeriod, 345600, RETENTION, 345600 s",
                    "MessageRetentionPeriod, 60, RETENTION, 60 s",
                    "DelaySeconds, 15, DELAY, 15 s",
                    "MaximumMessageSize, 65536, MESSAGE_SIZE, 65536 bytes",
                    "SqsManagedSseEnabled, false, ENCRYPTION, not encrypted",
                    "Policy, no JSON, POLICY, no policy",
                    "Policy, [], POLICY, no policy"
                })
        void attribute_isSaidAndMended(String attribute, String value, Subject subject, String words) {
            account.change(QUEUE, Map.of(attribute, value));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(subject);
                assertThat(difference.words()).contains(words);
                assertThat(difference.owner().maker()).isEqualTo(Maker.OURS);
                assertThat(difference.resource()).isEqualTo(Account.queueArn(QUEUE));
            });
            mended("setQueue [" + attribute + "]");
        }

        @Test
        void severalAttributes_areSetByOneCall() {
            account.change(QUEUE, Map.of("DelaySeconds", "15", "MessageRetentionPeriod", "60", "Policy", "{}"));
            assertThat(account.differences(OURS)).hasSize(3);
            mended("setQueue [DelaySeconds, MessageRetentionPeriod, Policy]");
        }

        @ParameterizedTest
        @CsvSource({"VisibilityTimeout, 0", "ReceiveMessageWaitTimeSeconds, 20", "MaximumMessageSize, 1048576"})
        void attributeOfNoMatter_isAccepted(String attribute, String value) {
            account.change(QUEUE, Map.of(attribute, value, "RedrivePolicy", "{\"maxReceiveCount\":3}"));
            assertThat(account.differences(OURS)).isEmpty();
        }

        @Test
        void fifo_isLeftToAPerson() {
            account.change(QUEUE, Map.of("FifoQueue", "true"));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.KIND_OF_QUEUE);
                assertThat(difference.isMendable()).isFalse();
            });
        }

        @Test
        void deletedQueue_isMadeAgainAndFilledByTheRulesThatAreStillThere() {
            account.queues.clear();
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.EXISTENCE);
                assertThat(difference.owner().isOurs(DEV)).isTrue();
            });
            mended("createQueue " + QUEUE);
        }

        @Test
        void deletedRule_isMadeAgain() {
            account.rules.remove(NAMES.healthRule());
            assertThat(account.differences(OURS))
                    .singleElement()
                    .extracting(Difference::words)
                    .asString()
                    .contains("scheduled change");
            mended("createRule " + NAMES.healthRule(), "putTarget " + NAMES.healthRule() + " " + DesiredRule.TARGET_ID);
        }

        @Test
        void disabledRule_isEnabledWithThePatternThatItHas() {
            var wide = "{\"source\":[\"aws.ec2\"]}";
            account.changeRule(NAMES.ec2Rule(), rule -> Account.enabled(Account.matching(rule, wide), false));
            assertThat(account.differences(OURS))
                    .singleElement()
                    .extracting(Difference::words)
                    .isEqualTo("it is disabled");
            mended("updateRule " + NAMES.ec2Rule());
            assertThat(account.rules.get(NAMES.ec2Rule()).pattern()).isEqualTo(Json.read(wide));
        }

        @Test
        void narrowedRule_getsItsPatternAgain() {
            account.changeRule(NAMES.ec2Rule(), rule -> Account.matching(rule, Templates.SPOT));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.PATTERN_AND_STATE);
                assertThat(difference.words())
                        .contains("rebalance", "state change", "capacity reservation")
                        .doesNotContain("spot");
            });
            mended("updateRule " + NAMES.ec2Rule());
        }

        @Test
        void ruleWithAPatternThatCannotBeRead_isMendedAndSaysWhy() {
            account.changeRule(NAMES.ec2Rule(), rule -> Account.matching(rule, "{\"source\":[{\"sufix\":\"x\"}]}"));
            assertThat(account.differences(OURS))
                    .singleElement()
                    .extracting(Difference::words)
                    .asString()
                    .contains("cannot be read");
            mended("updateRule " + NAMES.ec2Rule());
        }

        @Test
        void widenedRuleThatDoesTheOthersWorkToo_makesTheOtherNeedless() {
            account.changeRule(NAMES.ec2Rule(), rule -> Account.matching(rule, "{\"source\":[{\"prefix\":\"aws.\"}]}"));
            account.rules.remove(NAMES.healthRule());
            assertThat(account.differences(OURS)).isEmpty();
        }

        @Test
        void kindsThatAnothersRuleBrings_areNotBroughtTwice() {
            account.rules.remove(NAMES.ec2Rule());
            account.rule("spot-and-state", Templates.SPOT, QUEUE, Map.of());
            account.mend(OURS);
            assertThat(account.rules.get(NAMES.ec2Rule()).pattern().path("detail-type"))
                    .extracting(each -> each.asString())
                    .hasSize(3)
                    .doesNotContain(Kind.SPOT_INTERRUPTION.detailType());
            assertThat(account.differences(OURS)).isEmpty();
            account.rules.remove("spot-and-state");
            account.mend(OURS);
            assertThat(account.rules.get(NAMES.ec2Rule()).pattern().path("detail-type"))
                    .as("it grows when the other goes")
                    .hasSize(4);
            assertThat(account.differences(OURS)).isEmpty();
        }

        @Test
        void disabledRuleWhoseWorkAnotherDoes_isLeftAsADeletedOneWouldBe() {
            account.rule("merged", "{\"source\":[\"aws.ec2\",\"aws.health\"]}", QUEUE, Map.of());
            account.changeRule(NAMES.ec2Rule(), rule -> Account.enabled(rule, false));
            assertThat(account.differences(OURS)).isEmpty();
        }

        @Test
        void ruleOfAnotherCluster_isNeitherLetInNorCountedOn() {
            account.rules.remove(NAMES.ec2Rule());
            account.rule("Karpenter-prod-ec2", "{\"source\":[\"aws.ec2\"]}", QUEUE, Map.of(Tags.CLUSTER, "prod"));
            account.change(
                    QUEUE,
                    Map.of(
                            "Policy",
                            QueuePolicy.ours(Account.queueArn(QUEUE))
                                    .replace(
                                            "\"Action\":\"sqs:SendMessage\"",
                                            "\"Action\":\"sqs:SendMessage\",\"Condition\":{\"ArnLike\":{\"aws:SourceArn\":\"%s\"}}"
                                                    .formatted(Account.ruleArn("Karpenter-dev-*")))));
            assertThat(account.differences(OURS))
                    .extracting(Difference::subject)
                    .containsExactlyInAnyOrder(Subject.EXISTENCE, Subject.CLUSTER);
        }

        @Test
        void alteredTarget_isReplacedUnderItsOwnId() {
            var altered = new RuleTarget("Mine", Account.queueArn(QUEUE), false);
            account.changeRule(NAMES.ec2Rule(), rule -> Account.aimed(rule, altered));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.TARGET);
                assertThat(difference.words()).contains("Mine");
            });
            mended("putTarget " + NAMES.ec2Rule() + " Mine");
        }

        @Test
        void targetOfAnotherId_isAsGood() {
            account.changeRule(
                    NAMES.ec2Rule(),
                    rule -> Account.aimed(rule, new RuleTarget("Mine", Account.queueArn(QUEUE), true)));
            assertThat(account.differences(OURS)).isEmpty();
        }

        @Test
        void ruleWithoutTarget_getsIt() {
            account.changeRule(NAMES.ec2Rule(), Account::aimed);
            mended("putTarget " + NAMES.ec2Rule() + " " + DesiredRule.TARGET_ID);
        }

        @Test
        void ruleWithFiveOtherTargets_isLeftToAPerson() {
            var others = IntStream.range(0, 5)
                    .mapToObj(i -> new RuleTarget("t" + i, Account.queueArn("other" + i), true))
                    .toArray(RuleTarget[]::new);
            account.changeRule(NAMES.ec2Rule(), rule -> Account.aimed(rule, others));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.words()).contains("most targets");
                assertThat(difference.isMendable()).isFalse();
            });
        }

        @ParameterizedTest
        @ValueSource(strings = {"groundskeeper/cluster", "groundskeeper/region"})
        void queueThatLostATag_isTaggedAgainSinceItsRulesProveIt(String tag) {
            var queue = account.queues.get(QUEUE);
            var left = new HashMap<>(queue.tags());
            left.remove(tag);
            account.queues.put(QUEUE, new Queue(queue.url(), queue.attributes(), left));
            mended("tag " + QUEUE);
        }

        @Test
        void queueThatLostItsTagsAndDiffers_isNotTakenForOurs() {
            var queue = account.queues.get(QUEUE);
            account.queues.put(QUEUE, new Queue(queue.url(), queue.attributes(), Map.of()));
            account.change(QUEUE, Map.of("DelaySeconds", "3"));
            assertThat(account.differences(OURS))
                    .isNotEmpty()
                    .allMatch(difference -> difference.owner().maker() == Maker.UNKNOWN);
        }

        @Test
        void queueThatLostItsTagsWithRulesThatAreNotOurs_isNotTakenForOurs() {
            var queue = account.queues.get(QUEUE);
            account.queues.put(QUEUE, new Queue(queue.url(), queue.attributes(), Map.of()));
            account.rules.replaceAll((name, rule) -> Account.tagged(rule, Map.of()));
            assertThat(OURS.owner(account.observe(OURS)).maker()).isEqualTo(Maker.UNKNOWN);
        }

        @Test
        void ruleThatLostItsTags_isTaggedAgain() {
            account.changeRule(NAMES.ec2Rule(), rule -> Account.tagged(rule, Map.of()));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.TAGS);
                assertThat(difference.owner().isOurs(DEV)).isTrue();
            });
            mended("tag " + NAMES.ec2Rule());
        }

        @Test
        void ruleWithOurNameAloneAndOtherContent_isNotTakenForOurs() {
            account.changeRule(
                    NAMES.ec2Rule(), rule -> Account.matching(Account.tagged(rule, Map.of()), Templates.SPOT));
            assertThat(account.differences(OURS))
                    .isNotEmpty()
                    .allMatch(difference -> difference.owner().maker() == Maker.UNKNOWN);
        }

        @Test
        void twoClustersWithOneQueue_row21_areToldAndLeftToAPerson() {
            account.rule("Karpenter-prod-1234abcd-ec2", Templates.SPOT, QUEUE, Map.of(Tags.CLUSTER, "prod"));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.CLUSTER);
                assertThat(difference.words()).contains("prod");
                assertThat(difference.isMendable()).isFalse();
            });
        }

        @Test
        void queueOfAnotherCluster_row21_isNeverMended() {
            var queue = account.queues.get(QUEUE);
            account.queues.put(QUEUE, new Queue(queue.url(), queue.attributes(), Map.of(Tags.CLUSTER, "prod")));
            account.change(QUEUE, Map.of("DelaySeconds", "3"));
            account.rules.clear();
            assertThat(account.differences(OURS))
                    .extracting(Difference::subject)
                    .contains(Subject.CLUSTER, Subject.DELAY, Subject.EXISTENCE);
            assertThat(account.differences(OURS)).noneMatch(Difference::isMendable);
        }

        @Test
        void ruleOfTheSameClusterNameInAnotherRegion_isAnothers() {
            account.changeRule(
                    NAMES.ec2Rule(),
                    rule -> Account.tagged(rule, Map.of(Tags.CLUSTER, "dev", Tags.REGION, "eu-west-1")));
            assertThat(account.differences(OURS))
                    .singleElement()
                    .extracting(Difference::words)
                    .asString()
                    .contains("dev in eu-west-1");
        }

        @Test
        void healthTurnedOff_row44_disablesOurRuleAndMissesNone() {
            var off = DesiredState.of(DEV, false);
            assertThat(account.differences(off))
                    .singleElement()
                    .satisfies(difference -> assertThat(difference.changes())
                            .containsExactly(new QueueChange.DisableRule(
                                    Account.ruleArn(NAMES.healthRule()), NAMES.healthRule())));
            account.mend(off);
            assertThat(account.differences(off)).isEmpty();
            account.rules.remove(NAMES.healthRule());
            assertThat(account.differences(off)).isEmpty();
            assertThat(account.differences(OURS)).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(strings = {"alias/aws/sqs", "arn:aws:kms:us-east-1:123456789012:alias/aws/sqs", "key-of-aws"})
        void awsManagedKey_row3_isReplacedSinceEventBridgeCannotUseIt(String key) {
            account.keys.put("key-of-aws", new Key.Present("arn:key", true, true, Json.object()));
            account.change(QUEUE, Map.of("KmsMasterKeyId", key, "SqsManagedSseEnabled", "false"));
            mended("setQueue [KmsMasterKeyId, SqsManagedSseEnabled]");
            assertThat(account.queues.get(QUEUE).attributes())
                    .containsEntry("KmsMasterKeyId", "")
                    .containsEntry("SqsManagedSseEnabled", "true");
        }

        @Test
        void customerKeyThatLetsEventBridgeIn_row4_isAccepted() {
            encrypted("{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"events.amazonaws.com\"},"
                    + "\"Action\":[\"kms:Decrypt\",\"kms:GenerateDataKey*\"],\"Resource\":\"*\"}");
            assertThat(account.differences(OURS)).isEmpty();
        }

        @Test
        void customerKeyThatLetsEventBridgeInForOurAccount_isAccepted() {
            encrypted("""
                    {"Effect":"Allow","Principal":{"Service":"events.amazonaws.com"},"Action":"kms:*","Resource":"*",\
                    "Condition":{"StringEquals":{"aws:SourceAccount":"123456789012",\
                    "kms:EncryptionContext:aws:sqs:arn":"%s"}}}""".formatted(Account.queueArn(QUEUE)));
            assertThat(account.differences(OURS)).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{}",
                    "{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"arn:aws:iam::123456789012:root\"},\"Action\":\"kms:*\",\"Resource\":\"*\"}",
                    "{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"events.amazonaws.com\"},\"Action\":\"kms:Decrypt\",\"Resource\":\"*\"}",
                    "{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"events.amazonaws.com\"},\"Action\":\"kms:*\",\"Resource\":\"*\",\"Condition\":{\"StringEquals\":{\"aws:SourceAccount\":\"999999999999\"}}}",
                    "{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"sqs.amazonaws.com\"},\"Action\":\"kms:*\",\"Resource\":\"*\"}",
                    "{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"events.amazonaws.com\"},\"Action\":\"kms:*\",\"Resource\":\"*\"},{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"kms:Decrypt\",\"Resource\":\"*\"}",
                    "{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"events.amazonaws.com\"},\"Action\":\"kms:*\",\"Resource\":\"*\"},{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"kms:*\",\"Resource\":\"*\",\"Condition\":{\"StringNotEquals\":{\"kms:CallerAccount\":\"123456789012\"}}}"
                })
        void customerKeyThatKeepsEventBridgeOut_row5_isToldAndLeftToItsOwner(String statement) {
            encrypted(statement);
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.subject()).isEqualTo(Subject.ENCRYPTION);
                assertThat(difference.words()).contains("kms:", "events.amazonaws.com");
                assertThat(difference.isMendable()).isFalse();
            });
        }

        @ParameterizedTest
        @CsvSource({
            "key-locked, could not be checked: kms:GetKeyPolicy",
            "key-gone, is not there",
            "key-off, is disabled or about to be deleted"
        })
        void keyThatCannotServe_isToldAndLeftToItsOwner(String key, String words) {
            account.keys.put("key-off", new Key.Present("arn:key", false, false, Json.object()));
            account.change(QUEUE, Map.of("KmsMasterKeyId", key, "SqsManagedSseEnabled", "false"));
            assertThat(account.differences(OURS)).singleElement().satisfies(difference -> {
                assertThat(difference.words()).contains(words);
                assertThat(difference.isMendable()).isFalse();
            });
        }

        @Test
        void topicInThePolicy_isAHintAndNoDifference() {
            var policy = account.queues.get(QUEUE).attributes().get("Policy");
            var topic = "arn:aws:sns:us-east-1:123456789012:spot";
            account.change(QUEUE, Map.of("Policy", policy.replace("\"Statement\":[", """
                                    "Statement":[{"Effect":"Allow","Principal":{"Service":"sns.amazonaws.com"},\
                                    "Action":"sqs:SendMessage","Resource":"*",\
                                    "Condition":{"ArnEquals":{"aws:SourceArn":"%s"}}},""".formatted(topic))));
            assertThat(account.differences(OURS)).isEmpty();
            assertThat(OURS.hints(account.observe(OURS))).containsExactly(new Hint(Hint.Type.SNS_IN_POLICY, topic));
        }

        private void encrypted(String statement) {
            account.keys.put(
                    "alias/ours",
                    new Key.Present(
                            "arn:aws:kms:us-east-1:123456789012:key/1",
                            false,
                            true,
                            Json.read("{\"Version\":\"2012-10-17\",\"Statement\":[%s]}".formatted(statement))));
            account.change(QUEUE, Map.of("KmsMasterKeyId", "alias/ours", "SqsManagedSseEnabled", "false"));
        }

        private void mended(String... writes) {
            account.mend(OURS);
            assertThat(account.writes).containsExactly(writes);
            assertThat(account.differences(OURS)).isEmpty();
        }
    }

    /** Queue and rules of others. */
    @Nested
    class Others {

        @ParameterizedTest
        @EnumSource(names = {"CLOUDFORMATION", "TERRAFORM"})
        void asTheirTemplatesMakeThem_haveNoDifference(Templates template) {
            assertThat(template.account().differences(template.desired())).isEmpty();
        }

        @Test
        void eksctls_isBroughtUpWithoutASecondRuleForWhatItHas() {
            var account = Templates.EKSCTL.account();
            var desired = Templates.EKSCTL.desired();
            assertThat(account.differences(desired))
                    .extracting(Difference::subject)
                    .containsExactlyInAnyOrder(Subject.ENCRYPTION, Subject.POLICY, Subject.EXISTENCE);
            assertThat(account.differences(desired))
                    .allMatch(difference -> difference.owner().maker() == Maker.EKSCTL)
                    .allMatch(Difference::isMendable);
            account.mend(desired);
            assertThat(account.differences(desired)).isEmpty();
            assertThat(account.rules).hasSize(5);
            assertThat(account.rules.get(NAMES.ec2Rule()).pattern().path("detail-type"))
                    .extracting(each -> each.asString())
                    .containsExactly(Kind.CAPACITY_RESERVATION_INTERRUPTION.detailType());
        }

        @ParameterizedTest
        @EnumSource
        void disabledRule_isTheirsAndIsEnabledAsItIs(Templates template) {
            var account = template.account();
            account.changeRule(template.spotRule(), rule -> Account.enabled(rule, false));
            var difference = account.differences(template.desired()).stream()
                    .filter(each -> each.resource().endsWith(template.spotRule()))
                    .toList();
            assertThat(difference).singleElement().satisfies(each -> {
                assertThat(each.words()).isEqualTo("it is disabled");
                assertThat(each.owner().maker().name()).isEqualTo(template.name());
            });
            account.mend(template.desired());
            assertThat(account.writes).contains("enableRule " + template.spotRule());
            assertThat(account.differences(template.desired())).isEmpty();
        }

        @ParameterizedTest
        @EnumSource
        void deletedRule_isMadeUpForByOneOfOurs(Templates template) {
            var account = template.account();
            account.rules.remove(template.spotRule());
            account.mend(template.desired());
            assertThat(account.rules).containsKey(NAMES.ec2Rule()).doesNotContainKey(NAMES.healthRule());
            assertThat(account.differences(template.desired())).isEmpty();
        }

        @ParameterizedTest
        @EnumSource
        void narrowedRule_isMadeUpForByOneOfOursAndLeft(Templates template) {
            var account = template.account();
            account.mend(template.desired());
            var narrow = "{\"source\":[\"aws.ec2\"],\"detail\":{\"instance-id\":[\"i-1\"]}}";
            account.changeRule(template.spotRule(), rule -> Account.matching(rule, narrow));
            account.writes.clear();
            account.mend(template.desired());
            assertThat(account.writes).noneMatch(write -> write.contains(template.spotRule()));
            assertThat(account.differences(template.desired())).isEmpty();
        }

        @Test
        void ruleOfOursThatFillsAnotherQueue_isNotTakenFromIt() {
            var template = Templates.EKSCTL;
            var account = template.account();
            account.mend(OURS);
            account.rules.remove(template.spotRule());
            account.mend(template.desired());
            assertThat(account.differences(template.desired())).isEmpty();
            assertThat(account.differences(OURS)).isEmpty();
            assertThat(account.rules.get(NAMES.ec2Rule()).targets()).hasSize(2);
        }

        @Test
        void rulesOfOursThatFillAnotherQueue_areNoneOfItsDifferences() {
            var template = Templates.CLOUDFORMATION;
            var account = template.account();
            account.mend(OURS);
            assertThat(account.differences(template.desired())).isEmpty();
        }

        @Test
        void transformer_isReplaced() {
            var template = Templates.CLOUDFORMATION;
            var account = template.account();
            account.changeRule(
                    template.spotRule(),
                    rule -> Account.aimed(rule, new RuleTarget("Target0", Account.queueArn("dev"), false)));
            assertThat(account.differences(template.desired()))
                    .singleElement()
                    .extracting(Difference::subject)
                    .isEqualTo(Subject.TARGET);
            account.mend(template.desired());
            assertThat(account.writes).containsExactly("putTarget " + template.spotRule() + " Target0");
        }

        @Test
        void oneMergedRule_row50_isAccepted() {
            var template = Templates.CLOUDFORMATION;
            var account = template.account();
            account.rules.clear();
            account.rule("all", "{\"source\":[\"aws.ec2\",\"aws.health\"]}", "dev", Map.of());
            assertThat(account.differences(template.desired())).isEmpty();
        }

        @Test
        void ruleThatBringsNothingMore_mayBeDisabled() {
            var template = Templates.CLOUDFORMATION;
            var account = template.account();
            account.rule("again", Templates.SPOT, "dev", Map.of());
            account.changeRule("again", rule -> Account.enabled(rule, false));
            assertThat(account.differences(template.desired())).isEmpty();
        }

        @Test
        void healthRuleThatTheyDropped_row44_isMissedUnlessTheClusterTurnsItOff() {
            var template = Templates.TERRAFORM;
            var account = template.account();
            account.rules.keySet().removeIf(name -> name.contains("Health"));
            assertThat(account.differences(template.desired())).hasSize(1);
            assertThat(account.differences(DesiredState.ofQueue(DEV, template.queue, false)))
                    .isEmpty();
        }

        @Test
        void deletedQueueOfTheirs_isNobodysToMakeUnasked() {
            var desired = DesiredState.ofQueue(DEV, "gone", true);
            assertThat(new Account().differences(desired))
                    .isNotEmpty()
                    .noneMatch(difference -> difference.owner().isOurs(DEV));
        }

        @ParameterizedTest
        @EnumSource
        void mendingTwice_changesNothingMore(Templates template) {
            var account = template.account();
            account.change(template.queue, Map.of("DelaySeconds", "5", "MessageRetentionPeriod", "60"));
            account.mend(template.desired());
            account.writes.clear();
            account.mend(template.desired());
            assertThat(account.writes).isEmpty();
        }

        @ParameterizedTest
        @EnumSource
        void everyMendCutOffAnywhere_isFinishedByTheNext(Templates template) {
            var all = changes(broken(template), template);
            for (int made = 0; made <= all.size(); made++) {
                var account = broken(template);
                var mender = new Mender(account, account);
                all.subList(0, made).forEach(change -> mender.make(change, DEV));
                account.mend(template.desired());
                assertThat(account.differences(template.desired()))
                        .as("after %d changes", made)
                        .isEmpty();
            }
        }

        private Account broken(Templates template) {
            var account = template.account();
            account.change(template.queue, Map.of("DelaySeconds", "5", "Policy", ""));
            account.changeRule(template.spotRule(), rule -> Account.enabled(rule, false));
            account.rules.keySet().removeIf(name -> name.contains("State"));
            return account;
        }

        private List<QueueChange> changes(Account account, Templates template) {
            return QueueChange.joined(account.differences(template.desired()).stream()
                    .flatMap(difference -> difference.changes().stream())
                    .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:aws:sqs:us-east-1:123456789012:dev",
                "https://sqs.us-east-1.amazonaws.com/123456789012/dev",
                "dev.fifo",
                "",
                "a b"
            })
    void nameThatKarpenterCannotUse_rows15And16_isSaid(String name) {
        assertThat(DesiredQueue.faultOfName(name)).isPresent();
        assertThat(new Account().differences(DesiredState.ofQueue(DEV, "de v", true)))
                .first()
                .satisfies(difference -> assertThat(difference.isMendable()).isFalse());
    }

    @Test
    void longestName_isGood() {
        assertThat(DesiredQueue.faultOfName("x".repeat(80))).isEmpty();
        assertThat(DesiredQueue.faultOfName("x".repeat(81))).isPresent();
    }

    @Test
    void patternsOfOurRules_areThoseThatTheyAlwaysWere() {
        var rules = DesiredRule.of(NAMES);
        assertThat(SameJson.same(rules.getFirst().pattern(), Json.read("""
                {"source":["aws.ec2"],"detail-type":["EC2 Spot Instance Interruption Warning",\
                "EC2 Instance Rebalance Recommendation","EC2 Instance State-change Notification",\
                "EC2 Capacity Reservation Instance Interruption Warning"]}"""))).isTrue();
        assertThat(rules.getLast().only(Set.of()).pattern().path("detail-type")).isEmpty();
        assertThat(new ArrayList<>(rules)).extracting(DesiredRule::name).doesNotHaveDuplicates();
        assertThat(TARGET.id()).isEqualTo("KarpenterInterruptionQueueTarget");
    }
}
