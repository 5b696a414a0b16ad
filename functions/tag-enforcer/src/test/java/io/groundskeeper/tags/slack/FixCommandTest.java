package io.groundskeeper.tags.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.decision.Judge;
import io.groundskeeper.tags.decision.Judgement;
import io.groundskeeper.tags.exemption.Exemptions;
import io.groundskeeper.tags.live.Sighting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixCommandTest {

    private static final String GLUE = "arn:aws:glue:eu-west-1:1:job/";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "arn:aws:iam::1:role/team/deploy; AWS::IAM::Role; aws iam tag-role --role-name=deploy --tags '[{\"Key\":\"Owner\",\"Value\":\"<Owner>\"}]'",
                "arn:aws:iam::1:policy/p; AWS::IAM::ManagedPolicy; aws iam tag-policy --policy-arn=arn:aws:iam::1:policy/p --tags '[{\"Key\":\"Owner\",\"Value\":\"<Owner>\"}]'",
                "arn:aws:glue:eu-west-1:1:job/x; AWS::Glue::Job; aws resourcegroupstaggingapi tag-resources --region eu-west-1 --tags '{\"Owner\":\"<Owner>\"}' --resource-arn-list arn:aws:glue:eu-west-1:1:job/x",
                "arn:aws:autoscaling:eu-west-1:1:autoScalingGroup:u:autoScalingGroupName/web; AWS::AutoScaling::AutoScalingGroup; aws autoscaling create-or-update-tags --region eu-west-1 --tags '[{\"ResourceId\":\"web\",\"ResourceType\":\"auto-scaling-group\",\"Key\":\"Owner\",\"Value\":\"<Owner>\",\"PropagateAtLaunch\":true}]'",
            })
    void type_hasItsCommand(String arn, String type, String command) {
        assertThat(FixCommand.of(List.of(judged(arn, type, Map.of())))).contains(new FixCommand(command, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a'b", "a`b", "a\nb", "ü", "a<b"})
    void nameThatAShellCouldMisread_hasNoCommand(String name) {
        assertThat(FixCommand.of(List.of(judged(GLUE + name, "AWS::Glue::Job", Map.of()))))
                .isEmpty();
    }

    @Test
    void groupOfIam_cannotBeTagged() {
        assertThat(FixCommand.of(List.of(judged("arn:aws:iam::1:group/g", "AWS::IAM::Group", Map.of()))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x'; echo owned; '",
                "`echo owned`",
                "$(echo owned)",
                "\"; echo owned #",
                "a\necho owned",
                "\\' ; echo owned"
            })
    void valueOrName_runsNothingWhenPasted(String evil) throws Exception {
        var name = "a $(echo owned) ; echo owned";
        var fix = FixCommand.of(List.of(judged(GLUE + name, "AWS::Glue::Job", Map.of("owner", evil))))
                .orElseThrow();
        assertThat(arguments(fix.text()))
                .containsExactly(
                        "resourcegroupstaggingapi",
                        "tag-resources",
                        "--region",
                        "eu-west-1",
                        "--tags",
                        Json.write(Map.of("Owner", evil)),
                        "--resource-arn-list",
                        GLUE + name);
    }

    /** What a shell hands to {@code aws} when the command is pasted; tags read as the JSON that they are. */
    private static List<String> arguments(String command) throws IOException, InterruptedException {
        var script = "aws() { printf '%s\\0' \"$@\"; }\n" + command;
        var shell =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        var output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return List.of(output.split("\0")).stream()
                .map(argument -> argument.startsWith("{") ? Json.write(Json.read(argument)) : argument)
                .toList();
    }

    private static Judgement judged(String arn, String type, Map<String, String> tags) {
        var resource = new CreatedResource(arn, type, "", "eu-west-1", "1", Map.of(), Optional.empty());
        var creation =
                new Reading.Creation("Create", List.of(resource), UserIdentity.of(Json.object()), Optional.empty());
        var policy = TagPolicy.of(Settings.of(Map.of("REQUIRED_TAGS", "Owner"))).orElseThrow();
        var now = Instant.parse("2026-11-30T09:00:00Z");
        return new Judge(policy, Exemptions.of(Settings.of(Map.of())))
                .decide(creation, Map.of(arn, new Sighting.Present(tags)), now, now)
                .judgements()
                .getFirst();
    }
}
