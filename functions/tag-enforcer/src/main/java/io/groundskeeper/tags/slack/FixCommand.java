package io.groundskeeper.tags.slack;

import io.groundskeeper.core.tagpolicy.TagProblem;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.decision.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The command of the AWS CLI that sets what is missing. A value that only a person knows is the key in angle brackets; one
 * that is there under another key's case is taken over.
 *
 * @param text for a POSIX shell; a line for each call
 * @param resources how many it is for: a call takes twenty, and Slack not much more
 */
record FixCommand(String text, int resources) {

    // TagResources takes no more.
    private static final int MOST_ARNS = 20;
    private static final int MOST_CALLS = 5;
    private static final int LONGEST = 1600;
    private static final String REGION = "[a-z0-9-]+";

    /** Types that the Tagging API does not tag, with the command that does; {last} and {arn} as in the ARN. */
    private static final Map<String, String> OWN_COMMANDS = Map.of(
            "AWS::IAM::Role", "aws iam tag-role --role-name={last}",
            "AWS::IAM::User", "aws iam tag-user --user-name={last}",
            "AWS::IAM::Group", "",
            "AWS::IAM::ManagedPolicy", "aws iam tag-policy --policy-arn={arn}",
            "AWS::IAM::InstanceProfile", "aws iam tag-instance-profile --instance-profile-name={last}",
            "AWS::IAM::OIDCProvider", "aws iam tag-open-id-connect-provider --open-id-connect-provider-arn={arn}",
            "AWS::IAM::SAMLProvider", "aws iam tag-saml-provider --saml-provider-arn={arn}",
            "AWS::IAM::ServerCertificate", "aws iam tag-server-certificate --server-certificate-name={last}",
            "AWS::IAM::VirtualMFADevice", "aws iam tag-mfa-device --serial-number={arn}");

    /**
     * The command for resources of one type and region that lack the same; empty where there is nothing to set, or where
     * a name is such that a command with it would not be safe to paste.
     */
    static Optional<FixCommand> of(List<Judgement> judgements) {
        var tags = tags(judgements);
        var resources = judgements.stream()
                .map(Judgement::resource)
                .filter(resource -> ShellText.isSafe(resource.arn()))
                .toList();
        if (tags.isEmpty()
                || resources.isEmpty()
                || !resources.getFirst().region().matches(REGION)) {
            return Optional.empty();
        }
        var own = OWN_COMMANDS.get(resources.getFirst().type());
        if (own != null) {
            return own.isEmpty() ? Optional.empty() : oneByOne(resources, resource -> own(own, resource, tags));
        }
        return resources.getFirst().type().equals("AWS::AutoScaling::AutoScalingGroup")
                ? oneByOne(resources, group -> autoScaling(group, tags))
                : together(resources, tags);
    }

    /** Keys with their values, both ready to stand in a JSON string. */
    private static Map<String, String> tags(List<Judgement> judgements) {
        var tags = new LinkedHashMap<String, String>();
        for (var problem : judgements.getFirst().problems()) {
            var key = ShellText.json(problem.key());
            var unknown = "<" + key + ">";
            switch (problem) {
                case TagProblem.Missing missing -> tags.putIfAbsent(key, unknown);
                case TagProblem.Invalid invalid -> tags.put(key, unknown);
                case TagProblem.OtherCase(var name, var found) ->
                    tags.putIfAbsent(key, common(judgements, found).orElse(unknown));
                case TagProblem.Miswritten(var name, var found) -> {
                    if (judgements.stream().noneMatch(j -> value(j, name).isPresent())) {
                        tags.putIfAbsent(key, common(judgements, found).orElse(unknown));
                    }
                }
            }
        }
        return tags;
    }

    private static Optional<String> common(List<Judgement> judgements, String key) {
        var values = judgements.stream().map(j -> value(j, key)).distinct().toList();
        return values.size() == 1 ? values.getFirst().map(ShellText::json) : Optional.empty();
    }

    private static Optional<String> value(Judgement judgement, String key) {
        return judgement.tags().map(tags -> tags.get(key));
    }

    private static Optional<FixCommand> together(List<CreatedResource> resources, Map<String, String> tags) {
        var map = tags.entrySet().stream()
                .map(tag -> "\"%s\":\"%s\"".formatted(tag.getKey(), tag.getValue()))
                .collect(Collectors.joining(",", "'{", "}'"));
        var command =
                new StringBuilder("aws resourcegroupstaggingapi tag-resources --region %s --tags %s --resource-arn-list"
                        .formatted(resources.getFirst().region(), map));
        int taken = 0;
        for (var resource : resources) {
            var arn = " " + ShellText.argument(resource.arn());
            if (taken == MOST_ARNS || command.length() + arn.length() > LONGEST) {
                break;
            }
            command.append(arn);
            taken++;
        }
        return taken == 0 ? Optional.empty() : Optional.of(new FixCommand(command.toString(), taken));
    }

    private interface Call {
        String of(CreatedResource resource);
    }

    private static Optional<FixCommand> oneByOne(List<CreatedResource> resources, Call call) {
        var calls = new ArrayList<String>();
        int length = 0;
        for (var resource : resources) {
            var text = call.of(resource);
            length += text.length() + 1;
            if (calls.size() == MOST_CALLS || length > LONGEST) {
                break;
            }
            calls.add(text);
        }
        return calls.isEmpty() ? Optional.empty() : Optional.of(new FixCommand(String.join("\n", calls), calls.size()));
    }

    private static String own(String command, CreatedResource resource, Map<String, String> tags) {
        var list = tags.entrySet().stream()
                .map(tag -> "{\"Key\":\"%s\",\"Value\":\"%s\"}".formatted(tag.getKey(), tag.getValue()))
                .collect(Collectors.joining(",", "'[", "]'"));
        return command.replace("{last}", ShellText.argument(ConsolePage.last(resource.arn())))
                        .replace("{arn}", ShellText.argument(resource.arn()))
                + " --tags " + list;
    }

    private static String autoScaling(CreatedResource group, Map<String, String> tags) {
        var name = ShellText.json(ConsolePage.last(group.arn()));
        return tags.entrySet().stream()
                .map(tag -> ("{\"ResourceId\":\"%s\",\"ResourceType\":\"auto-scaling-group\",\"Key\":\"%s\","
                                + "\"Value\":\"%s\",\"PropagateAtLaunch\":true}")
                        .formatted(name, tag.getKey(), tag.getValue()))
                .collect(Collectors.joining(
                        ",",
                        "aws autoscaling create-or-update-tags --region %s --tags '[".formatted(group.region()),
                        "]'"));
    }
}
