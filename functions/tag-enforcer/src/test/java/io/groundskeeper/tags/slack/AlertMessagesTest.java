package io.groundskeeper.tags.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Routes;
import io.groundskeeper.core.slack.SlackMessage;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AlertMessagesTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

    @Test
    void nothingToTell_isNoMessage() {
        assertThat(posts(decision("ann", 1, Map.of("Owner", "a", "Team", "a")))).isEmpty();
    }

    @Test
    void alerts_areGroupedByCreatorWithLinksAndTheCommandThatMends() {
        var message =
                message(decision("ann", 1, Map.of()), decision("bob", 3, 5, Map.of()), decision("ann", 3, Map.of()));
        assertThat(message.title()).isEqualTo("5 resources without their required tags");
        assertThat(message.sections()).hasSize(2);
        assertThat(message.sections().getFirst()).isEqualTo("""
                        *Created by* `ann` (IAMUser), through cloudformation.amazonaws.com
                        `arn:aws:iam::1:user/ann`
                        • `RunInstances` in `us-east-1`, account `1`, 3 × AWS::EC2::Instance: `Owner is missing; Team is missing`
                        %s, %s, %s
                        ```
                        aws resourcegroupstaggingapi tag-resources --region us-east-1 --tags '{"Owner":"&lt;Owner&gt;","Team":"&lt;Team&gt;"}' --resource-arn-list arn:aws:ec2:us-east-1:1:instance/i-0 arn:aws:ec2:us-east-1:1:instance/i-1 arn:aws:ec2:us-east-1:1:instance/i-2
                        ```""".formatted(link("i-0"), link("i-1"), link("i-2")));
    }

    @Test
    void instancesOfAFleet_areOneLineWithTheFirstIdsAndTheRestCounted() {
        var message = message(decision("ann", 200, Map.of()));
        assertThat(message.title()).isEqualTo("200 resources without their required tags");
        assertThat(message.sections())
                .singleElement()
                .asString()
                .containsOnlyOnce("RunInstances")
                .contains(
                        "200 × ",
                        link("i-0") + ", " + link("i-1"),
                        link("i-9") + " …and 190 more",
                        "instance/i-19\n```\n…for 20 of them; the ARNs of the other 180 are in the function's log")
                .doesNotContain(link("i-10"), "instance/i-20");
    }

    @Test
    void foreignText_isEscaped() {
        var message = message(decision("<!here>`*", 1, Map.of("Owner", "x", "Team", "<!channel>&")));
        assertThat(String.join("", message.sections()))
                .doesNotContain("<!")
                .contains("&lt;!channel&gt;&amp;", "&lt;!here&gt;'*");
    }

    @Test
    void keyInTheWrongCase_isMendedWithItsOwnValueWhateverIsInIt() {
        var value = "it's `$(reboot)` <!channel> \"x\" \\ \n ü";
        var section = message(decision("ann", 1, Map.of("owner", value, "Team", "a")))
                .sections()
                .getFirst();
        assertThat(section)
                .contains("{\"Owner\":\"it\\u0027s \\u0060$(reboot)\\u0060 \\u003c!channel\\u003e"
                        + " \\u0022x\\u0022 \\u005c \\u000a \\u00fc\"}")
                .doesNotContain("<!");
    }

    @Test
    void differentValuesUnderTheWrongCase_areLeftToAPerson() {
        var message = message(
                decision("ann", 1, Map.of("owner", "x", "Team", "a")),
                decision("ann", 2, Map.of("owner", "y", "Team", "a")));
        assertThat(message.sections().getFirst()).contains("{\"Owner\":\"&lt;Owner&gt;\"}");
    }

    @Test
    void manyDifferentMatters_goOnInFurtherMessagesAndNoneIsLeftOut() {
        var decisions = IntStream.range(0, 100)
                .mapToObj(i -> decision("ann" + i, i, i + 1, Map.of("Owner", "x", "Team", "t" + i + "<".repeat(200))))
                .toList();
        var posts = posts(decisions.toArray(Decision[]::new));
        assertThat(posts).hasSizeGreaterThan(1).allSatisfy(post -> {
            assertThat(post.message().sections())
                    .hasSizeLessThanOrEqualTo(49)
                    .allSatisfy(section -> assertThat(section).hasSizeLessThanOrEqualTo(3000));
            assertThat(String.join("", post.message().sections())).hasSizeLessThanOrEqualTo(12_000);
        });
        assertThat(posts.getFirst().message().title())
                .isEqualTo("100 resources without their required tags (1 of %d)".formatted(posts.size()));
        var all = posts.stream().flatMap(p -> p.message().sections().stream()).collect(Collectors.joining());
        IntStream.range(0, 100).forEach(i -> assertThat(all).contains("*Created by* `ann" + i + "`", link("i-" + i)));
        assertThat(posts.stream().flatMap(p -> p.findings().stream()).distinct())
                .hasSize(100);
        assertThat(posts.stream().map(Post::mark).distinct()).hasSize(posts.size());
    }

    @Test
    void unnamedCreator_isSaid() {
        var decision = decision(UserIdentity.of(Json.object()), 0, 1, Map.of());
        assertThat(message(decision).sections().getFirst())
                .startsWith("*Created by* someone whom the record does not name\n");
    }

    @Test
    void whatCannotBeChecked_hasItsOwnSectionAndNoCommand() {
        var message = message(uncheckable(), decision("ann", 1, Map.of()));
        assertThat(message.title()).isEqualTo("A resource without its required tags");
        assertThat(message.sections()).hasSize(2);
        assertThat(message.sections().getLast())
                .startsWith("*Could not be checked, check by hand. Created by* `bob`")
                .contains("no such region", link("i-0"))
                .doesNotContain("```");
    }

    @Test
    void onlyWhatCannotBeChecked_isTold() {
        assertThat(message(uncheckable()).title()).isEqualTo("A resource whose tags cannot be checked");
    }

    @Test
    void recordTooLarge_isToldWithCreatorEventAndPlace() {
        var who = UserIdentity.of(Json.object().put("type", "IAMUser").put("userName", "<!here>"));
        var large = new Reading.TooLarge("RunInstances", new Place("us-east-1", "123456789012"), who);
        var findings = List.<Finding>of(new Finding.Unlisted("d-1", "", large), new Finding.Unlisted("d-2", "", large));
        var posts = AlertMessages.of(findings, NO_ROUTES);
        assertThat(posts).singleElement().satisfies(post -> {
            assertThat(post.message().title()).isEqualTo("Resources whose tags cannot be checked");
            assertThat(post.message().sections()).containsExactly("""
                    *Too large for their resources to be listed: check them by hand*
                    • `RunInstances` in `us-east-1`, account `123456789012`, by `&lt;!here&gt;`""");
            assertThat(post.findings()).hasSize(2);
            assertThat(post.mark()).isEmpty();
        });
    }

    @Test
    void routes_makeOneMessageForEachChannel() {
        var routes = Routes.of(Settings.of(Map.of("SLACK_ROUTES", "tag:Team=b*->slack/b, creator:ann->slack/ann")));
        var posts = AlertMessages.of(
                findings(
                        decision("ann", 0, 1, Map.of("Team", "bees")),
                        decision("ann", 1, 2, Map.of()),
                        decision("bob", 2, 3, Map.of()),
                        decision("bob", 3, 4, Map.of("Team", "bears"))),
                routes);
        assertThat(posts.stream()
                        .map(post ->
                                post.channel().secret() + " " + post.message().title()))
                .containsExactly(
                        "slack/b 2 resources without their required tags",
                        "slack/ann A resource without its required tags",
                        " A resource without its required tags");
    }

    private static final Routes NO_ROUTES = Routes.of(Settings.of(Map.of()));

    private static String link(String id) {
        return "<https://console.aws.amazon.com/ec2/home?region=us-east-1#InstanceDetails:instanceId=%s|%s>"
                .formatted(id, id);
    }

    private static SlackMessage message(Decision... decisions) {
        return posts(decisions).getFirst().message();
    }

    private static List<Post> posts(Decision... decisions) {
        return AlertMessages.of(findings(decisions), NO_ROUTES);
    }

    private static List<Finding> findings(Decision... decisions) {
        return IntStream.range(0, decisions.length)
                .boxed()
                .flatMap(i -> Stream.concat(decisions[i].alerts().stream(), decisions[i].uncheckable().stream())
                        .<Finding>map(judgement -> new Finding.Resource(
                                "d-" + i, "e-" + i + judgement.resource().arn(), decisions[i], judgement)))
                .toList();
    }

    private static Decision uncheckable() {
        var creation = decision("bob", 1, Map.of()).creation();
        var arn = creation.resources().getFirst().arn();
        var policy = TagPolicy.of(Settings.of(Map.of("REQUIRED_TAGS", "Owner"))).orElseThrow();
        return new Judge(policy, Exemptions.of(Settings.of(Map.of())))
                .decide(creation, Map.of(arn, new Sighting.Impossible("no such region")), NOW, NOW);
    }

    private static Decision decision(String user, int count, Map<String, String> tags) {
        return decision(user, 0, count, tags);
    }

    private static Decision decision(String user, int from, int to, Map<String, String> tags) {
        var who = UserIdentity.of(Json.object()
                .put("type", "IAMUser")
                .put("userName", user)
                .put("arn", "arn:aws:iam::1:user/" + user)
                .put("invokedBy", "cloudformation.amazonaws.com"));
        return decision(who, from, to, tags);
    }

    private static Decision decision(UserIdentity who, int from, int to, Map<String, String> tags) {
        var resources = IntStream.range(from, to)
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
