package io.groundskeeper.tags.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.creation.Place;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judge;
import io.groundskeeper.tags.exemption.Exemptions;
import io.groundskeeper.tags.live.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlertMessageTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

    @Test
    void nothingToTell_isNoMessage() {
        assertThat(AlertMessage.of(List.of(decision("ann", 1, Map.of("Owner", "a", "Team", "a"))), List.of()))
                .isEmpty();
    }

    @Test
    void alerts_areGroupedByCreator() {
        var message = AlertMessage.of(
                        List.of(
                                decision("ann", 1, Map.of()),
                                decision("bob", 2, Map.of()),
                                decision("ann", 3, Map.of())),
                        List.of())
                .orElseThrow();
        assertThat(message.title()).isEqualTo("5 resources without their required tags");
        assertThat(message.sections()).hasSize(2);
        assertThat(message.sections().getFirst()).isEqualTo("""
                        *Created by* `ann` (IAMUser) through `cloudformation.amazonaws.com`
                        `arn:aws:iam::1:user/ann`
                        `RunInstances` in `us-east-1`, 3 × AWS::EC2::Instance: `Owner is missing; Team is missing`
                        • `arn:aws:ec2:us-east-1:1:instance/i-0`
                        • `arn:aws:ec2:us-east-1:1:instance/i-1`
                        • `arn:aws:ec2:us-east-1:1:instance/i-2`""");
    }

    @Test
    void instancesOfAFleet_areOneSectionOfAFewLines() {
        var message = AlertMessage.of(List.of(decision("ann", 200, Map.of())), List.of())
                .orElseThrow();
        assertThat(message.title()).startsWith("200 ");
        assertThat(message.sections()).singleElement().asString().contains("200 × ", "…and 190 more");
    }

    @Test
    void foreignText_isEscaped() {
        var message = AlertMessage.of(
                        List.of(decision("<!here>`*", 1, Map.of("Owner", "x", "Team", "<!channel>&"))), List.of())
                .orElseThrow();
        assertThat(String.join("", message.sections()))
                .doesNotContain("<!")
                .contains("&lt;!channel&gt;&amp;", "&lt;!here&gt;'*");
    }

    @Test
    void manyDifferentMatters_fitTheirSections() {
        var decisions = IntStream.range(0, 60)
                .mapToObj(i -> decision("ann", 1, Map.of("Owner", "x", "Team", "t" + i + "x".repeat(200))))
                .toList();
        var message = AlertMessage.of(decisions, List.of()).orElseThrow();
        assertThat(message.sections())
                .hasSizeGreaterThan(1)
                .allSatisfy(s -> assertThat(s).hasSizeLessThanOrEqualTo(3000));
    }

    @Test
    void unnamedCreator_isSaid() {
        var decision = decision(UserIdentity.of(Json.object()), 1, Map.of());
        assertThat(AlertMessage.of(List.of(decision), List.of())
                        .orElseThrow()
                        .sections()
                        .getFirst())
                .startsWith("*Created by* someone whom the record does not name\n");
    }

    @Test
    void whatCannotBeChecked_hasItsOwnSection() {
        var message = AlertMessage.of(List.of(uncheckable(), decision("ann", 1, Map.of())), List.of())
                .orElseThrow();
        assertThat(message.title()).isEqualTo("A resource without its required tags");
        assertThat(message.sections()).hasSize(2);
        assertThat(message.sections().getLast())
                .startsWith("*Could not be checked, check by hand. Created by* `bob`")
                .contains("no such region", "instance/i-0");
    }

    @Test
    void onlyWhatCannotBeChecked_isTold() {
        assertThat(AlertMessage.of(List.of(uncheckable()), List.of())
                        .orElseThrow()
                        .title())
                .isEqualTo("A resource whose tags cannot be checked");
    }

    @Test
    void recordTooLarge_isToldWithCreatorEventAndPlace() {
        var who = UserIdentity.of(Json.object().put("type", "IAMUser").put("userName", "<!here>"));
        var large = new Reading.TooLarge("RunInstances", new Place("us-east-1", "123456789012"), who);
        var message = AlertMessage.of(List.of(), List.of(large, large)).orElseThrow();
        assertThat(message.title()).isEqualTo("Resources whose tags cannot be checked");
        assertThat(message.sections()).containsExactly("""
                *Too large for their resources to be listed: check them by hand*
                • `RunInstances` in `us-east-1`, account `123456789012`, by `&lt;!here&gt;`""");
    }

    private static Decision uncheckable() {
        var creation = decision("bob", 1, Map.of()).creation();
        var arn = creation.resources().getFirst().arn();
        var policy = TagPolicy.of(Settings.of(Map.of("REQUIRED_TAGS", "Owner"))).orElseThrow();
        return new Judge(policy, Exemptions.of(Settings.of(Map.of())))
                .decide(creation, Map.of(arn, new Sighting.Impossible("no such region")), NOW, NOW);
    }

    private static Decision decision(String user, int count, Map<String, String> tags) {
        var who = UserIdentity.of(Json.object()
                .put("type", "IAMUser")
                .put("userName", user)
                .put("arn", "arn:aws:iam::1:user/" + user)
                .put("invokedBy", "cloudformation.amazonaws.com"));
        return decision(who, count, tags);
    }

    private static Decision decision(UserIdentity who, int count, Map<String, String> tags) {
        var resources = IntStream.range(0, count)
                .mapToObj(i -> new CreatedResource(
                        "arn:aws:ec2:us-east-1:1:instance/i-" + i,
                        "AWS::EC2::Instance",
                        "i-" + i,
                        "us-east-1",
                        "1",
                        Map.of(),
                        Optional.empty()))
                .toList();
        var creation = new Reading.Creation("RunInstances", resources, who, Optional.empty());
        var policy = TagPolicy.of(Settings.of(Map.of("REQUIRED_TAGS", "Owner,Team=a")))
                .orElseThrow();
        var sightings = resources.stream()
                .collect(Collectors.<CreatedResource, String, Sighting>toMap(
                        CreatedResource::arn, r -> new Sighting.Present(tags)));
        return new Judge(policy, Exemptions.of(Settings.of(Map.of()))).decide(creation, sightings, NOW, NOW);
    }
}
