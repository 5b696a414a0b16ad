package io.groundskeeper.tags.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.exemption.Exemption;
import io.groundskeeper.tags.exemption.Exemptions;
import io.groundskeeper.tags.live.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeTest {

    private static final Instant MADE = Instant.parse("2026-11-30T09:00:00Z");

    private final Judge judge = new Judge(
            TagPolicy.of(Settings.of(Map.of("REQUIRED_TAGS", "Owner,Team=a|b"))).orElseThrow(),
            Exemptions.of(Settings.of(Map.of())));

    @Test
    void allTags_areCompliant() {
        var decision = decide(Map.of("1", present(Map.of("Owner", "x", "Team", "a"))), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.COMPLIANT);
        assertThat(decision.verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void tagsOfAwsItself_satisfyNothing() {
        var decision = decide(Map.of("1", present(Map.of("aws:Owner", "x", "Team", "a"))), MADE);
        assertThat(decision.judgements().getFirst().reason()).isEqualTo("Owner is missing");
    }

    @Test
    void missingAndWrongTags_areAlerted() {
        var decision = decide(Map.of("1", present(Map.of("owner", "x", "Team", "c"))), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.ALERTED);
        assertThat(decision.judgements().getFirst().reason())
                .isEqualTo("Owner is missing (owner is there, but case counts); Team: \"c\" is none of a, b");
        assertThat(decision.verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void notThereYet_waitsAMinute() {
        var decision = decide(Map.of("1", new Sighting.Absent()), MADE.plusSeconds(299));
        assertThat(outcomes(decision)).containsExactly(Outcome.WAITING);
        assertThat(decision.verdict()).isEqualTo(new Verdict.NotReady(Duration.ofMinutes(1), "arn:1: not visible yet"));
    }

    @Test
    void notThereAfterFiveMinutes_isGone() {
        var decision = decide(Map.of("1", new Sighting.Absent()), MADE.plusSeconds(300));
        assertThat(outcomes(decision)).containsExactly(Outcome.GONE);
        assertThat(decision.verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void unverified_isAlertedAndSaysSo() {
        var decision =
                decide(Map.of("1", new Sighting.Unverified(Map.of("Team", "a"), "existence not verified: x")), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.ALERTED);
        assertThat(decision.judgements().getFirst().reason()).contains("Owner is missing", "existence not verified");
    }

    @Test
    void unverifiedButTagged_isCompliant() {
        var tags = Map.of("Owner", "x", "Team", "a");
        assertThat(outcomes(decide(Map.of("1", new Sighting.Unverified(tags, "existence not verified: x")), MADE)))
                .containsExactly(Outcome.COMPLIANT);
    }

    @Test
    void unasked_waitsHoweverOldAndHoldsTheOthersBack() {
        var decision =
                decide(Map.of("1", present(Map.of()), "2", new Sighting.Unasked()), MADE.plus(Duration.ofMinutes(50)));
        assertThat(outcomes(decision)).containsExactly(Outcome.WAITING, Outcome.WAITING);
        assertThat(decision.verdict())
                .isInstanceOfSatisfying(
                        Verdict.NotReady.class,
                        waits -> assertThat(waits.lookAgainIn()).isEqualTo(Duration.ofMinutes(1)));
    }

    @Test
    void deleted_isGoneAtOnce() {
        var decision = decide(Map.of("1", new Sighting.Deleted()), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.GONE);
        assertThat(decision.verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void unreadable_failsAndComesAgain() {
        var cause = new IllegalStateException("denied");
        var decision = decide(Map.of("1", new Sighting.Unreadable("needs tag:GetResources", cause)), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.FAILED);
        assertThat(decision.verdict())
                .isInstanceOfSatisfying(
                        Verdict.Failed.class,
                        failed -> assertThat(failed.cause())
                                .hasMessage("arn:1: needs tag:GetResources")
                                .hasCause(cause));
    }

    @Test
    void impossible_failsForGood() {
        var decision = decide(Map.of("1", new Sighting.Impossible("no region")), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.FAILED);
        assertThat(decision.verdict()).isInstanceOf(Verdict.Hopeless.class);
    }

    @Test
    void impossibleAmongOthersThatWait_isHeldBackToo() {
        var decision = decide(Map.of("1", new Sighting.Impossible("no region"), "2", new Sighting.Absent()), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.WAITING, Outcome.WAITING);
        assertThat(decision.uncheckable()).isEmpty();
    }

    @Test
    void oneOfSeveralWaits_holdsTheOthersAlertBackAndKeepsIt() {
        var decision = decide(
                Map.of(
                        "1",
                        present(Map.of("Team", "a")),
                        "2",
                        new Sighting.Absent(),
                        "3",
                        present(Map.of("Owner", "x", "Team", "b"))),
                MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.WAITING, Outcome.WAITING, Outcome.COMPLIANT);
        assertThat(decision.alerts()).isEmpty();
        assertThat(decision.verdict())
                .isInstanceOfSatisfying(
                        Verdict.NotReady.class,
                        waits -> assertThat(waits.why()).contains("arn:1: Owner is missing", "arn:2: not visible yet"));
    }

    @Test
    void serviceLinkedRole_isExempt() {
        var who = UserIdentity.of(Json.object()
                .put("type", "AssumedRole")
                .put("arn", "arn:aws:sts::1:assumed-role/AWSServiceRoleForAutoScaling/AutoScaling"));
        var creation = new Reading.Creation("RunInstances", List.of(resource("1")), who, Optional.of(MADE));
        var decision = judge.decide(creation, Map.of(), MADE, MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.EXEMPT);
        assertThat(decision.judgements().getFirst().reason()).contains("service-linked role");
        assertThat(decision.judgements().getFirst().exemption())
                .map(Exemption::label)
                .contains("service-itself");
        assertThat(judge.toLookAt(creation)).isEmpty();
    }

    @Test
    void exemptByItsRequest_isNotLookedAtAndTheOthersAre() {
        var node = resource("1", Map.of("karpenter.sh/nodepool", "default"));
        var creation = new Reading.Creation("RunInstances", List.of(node, resource("2")), anyone(), Optional.of(MADE));
        assertThat(judge.toLookAt(creation)).extracting(CreatedResource::id).containsExactly("2");
        var decision = judge.decide(creation, Map.of("arn:2", present(Map.of())), MADE, MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.EXEMPT, Outcome.ALERTED);
    }

    @Test
    void exemptByItsOwnTags_isNotAlerted() {
        var decision = decide(Map.of("1", present(Map.of("karpenter.sh/nodepool", "default"))), MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.EXEMPT);
        assertThat(decision.judgements().getFirst().reason()).startsWith("karpenter: Karpenter made it");
        assertThat(decision.verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void tagsOfTheRequest_accuseNobody() {
        var wrong = resource("1", Map.of("Team", "c"));
        var creation = new Reading.Creation("RunInstances", List.of(wrong), anyone(), Optional.of(MADE));
        var good = Map.of("Owner", "x", "Team", "a");
        assertThat(outcomes(judge.decide(creation, Map.of("arn:1", present(good)), MADE, MADE)))
                .containsExactly(Outcome.COMPLIANT);
    }

    @ParameterizedTest
    @CsvSource({"1, WAITING", "14, WAITING", "15, ALERTED"})
    void untaggedTableThatTakesNoTagsYet_isWaitedFor(int minutes, Outcome expected) {
        var decision = judge.decide(
                creation(special(Optional.of("ACTIVE"), false)),
                Map.of("arn:1", present(Map.of())),
                MADE,
                MADE.plus(Duration.ofMinutes(minutes)));
        assertThat(outcomes(decision)).containsExactly(expected);
    }

    @Test
    void taggedTableThatTakesNoTagsYet_isCompliant() {
        var good = Map.of("Owner", "x", "Team", "a");
        var decision = judge.decide(
                creation(special(Optional.of("ACTIVE"), false)), Map.of("arn:1", present(good)), MADE, MADE);
        assertThat(outcomes(decision)).containsExactly(Outcome.COMPLIANT);
    }

    @Test
    void callThatMayHaveBeenAChange_isSaidToBeOne() {
        var decision =
                judge.decide(creation(special(Optional.empty(), true)), Map.of("arn:1", present(Map.of())), MADE, MADE);
        assertThat(decision.judgements().getFirst().reason()).contains("it may have existed before");
    }

    private static CreatedResource special(Optional<String> taggableAfter, boolean mayBeUpdate) {
        return new CreatedResource(
                "arn:1",
                "AWS::DynamoDB::Table",
                "1",
                "us-east-1",
                "1",
                Map.of(),
                Optional.of("1"),
                taggableAfter,
                mayBeUpdate);
    }

    private static Reading.Creation creation(CreatedResource resource) {
        return new Reading.Creation("CreateTable", List.of(resource), anyone(), Optional.of(MADE));
    }

    @Test
    void policyByType_judgesEachTypeByItsOwn() {
        var policy =
                TagPolicy.read("x", "{\"tags\":{\"owner\":{\"report_required_tag_for\":[\"rds:ALL_SUPPORTED\"]}}}");
        var byType = new Judge(policy, Exemptions.of(Settings.of(Map.of())));
        var creation = new Reading.Creation("RunInstances", List.of(resource("1")), anyone(), Optional.of(MADE));
        assertThat(outcomes(byType.decide(creation, Map.of("arn:1", present(Map.of())), MADE, MADE)))
                .containsExactly(Outcome.COMPLIANT);
    }

    @Test
    void hundredsThatWait_areNamedShortly() {
        var resources = Stream.iterate(1, i -> i + 1)
                .limit(200)
                .map(i -> resource(String.valueOf(i)))
                .toList();
        var creation = new Reading.Creation("RunInstances", resources, anyone(), Optional.of(MADE));
        var verdict =
                (Verdict.NotReady) judge.decide(creation, Map.of(), MADE, MADE).verdict();
        assertThat(verdict.why()).endsWith("and 190 more");
    }

    private Decision decide(Map<String, Sighting> byId, Instant now) {
        var resources = byId.keySet().stream().sorted().map(JudgeTest::resource).toList();
        var creation = new Reading.Creation("RunInstances", resources, anyone(), Optional.of(MADE));
        var sightings =
                byId.entrySet().stream().collect(Collectors.toMap(e -> "arn:" + e.getKey(), Map.Entry::getValue));
        return judge.decide(creation, sightings, MADE, now);
    }

    private static List<Outcome> outcomes(Decision decision) {
        return decision.judgements().stream().map(Judgement::outcome).toList();
    }

    private static Sighting present(Map<String, String> tags) {
        return new Sighting.Present(tags);
    }

    private static UserIdentity anyone() {
        return UserIdentity.of(Json.object().put("userName", "ann"));
    }

    private static CreatedResource resource(String id) {
        return resource(id, Map.of());
    }

    private static CreatedResource resource(String id, Map<String, String> requestTags) {
        return new CreatedResource(
                "arn:" + id, "AWS::EC2::Instance", id, "us-east-1", "1", requestTags, Optional.of(id));
    }
}
