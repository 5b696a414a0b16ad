package io.groundskeeper.core.aws;

import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.RuleTarget;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.interruption.Trust;
import io.groundskeeper.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutRuleRequest;
import software.amazon.awssdk.services.eventbridge.model.RuleState;
import software.amazon.awssdk.services.eventbridge.model.Tag;
import software.amazon.awssdk.services.eventbridge.model.Target;

/**
 * Rules by the EventBridge API.
 *
 * @param client of the function's Region
 */
public record EventBridgeRules(Supplier<EventBridgeClient> client) implements Rules {

    private static final Set<String> ABSENT = Set.of("ResourceNotFoundException");

    public EventBridgeRules(EventBridgeClient client) {
        this(() -> client);
    }

    @Override
    public Map<String, Rule> find(Set<String> names, Trust<Rule> trust) {
        var found = new TreeMap<String, Rule>();
        listed(prefix(names)).stream()
                .filter(rule -> names.contains(rule.name()))
                .forEach(rule -> rule(rule.arn(), rule.eventPattern(), rule.state(), trust)
                        .ifPresent(there -> found.put(rule.name(), there)));
        return found;
    }

    @Override
    public List<Rule> aimedAt(String targetArn) {
        return namesAimedAt(targetArn).stream()
                .flatMap(name -> described(name).stream())
                .toList();
    }

    private List<String> namesAimedAt(String targetArn) {
        var all = new ArrayList<String>();
        String next = null;
        do {
            var token = next;
            var page = AwsCalls.call(
                    "events:ListRuleNamesByTarget",
                    () -> events().listRuleNamesByTarget(
                                    r -> r.targetArn(targetArn).nextToken(token)));
            all.addAll(page.ruleNames());
            next = page.nextToken();
        } while (next != null);
        return all;
    }

    /** Empty for one that was deleted since it was listed. */
    private Optional<Rule> described(String name) {
        return AwsCalls.find("events:DescribeRule", ABSENT, () -> events().describeRule(r -> r.name(name)))
                .flatMap(there -> rule(there.arn(), there.eventPattern(), there.state(), Trust.nothing()));
    }

    private List<software.amazon.awssdk.services.eventbridge.model.Rule> listed(String prefix) {
        var all = new ArrayList<software.amazon.awssdk.services.eventbridge.model.Rule>();
        String next = null;
        do {
            var token = next;
            var page = AwsCalls.call(
                    "events:ListRules",
                    () -> events().listRules(r -> r.namePrefix(prefix).nextToken(token)));
            all.addAll(page.rules());
            next = page.nextToken();
        } while (next != null);
        return all;
    }

    /** What all names begin with. */
    private static String prefix(Set<String> names) {
        return names.stream()
                .reduce((one, other) -> {
                    int same = 0;
                    while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
                        same++;
                    }
                    return one.substring(0, same);
                })
                .orElseThrow();
    }

    @Override
    public void create(DesiredRule rule, Map<String, String> tags) {
        put(request(rule).tags(tags(tags)).build());
    }

    @Override
    public void update(DesiredRule rule) {
        // Tags are not given here: PutRule ignores them for a rule that exists.
        put(request(rule).build());
    }

    @Override
    public void enable(String rule) {
        AwsCalls.call("events:EnableRule", () -> events().enableRule(r -> r.name(rule)));
    }

    @Override
    public void disable(String rule) {
        AwsCalls.call("events:DisableRule", () -> events().disableRule(r -> r.name(rule)));
    }

    @Override
    public void target(String rule, String targetId, String targetArn) {
        // PutTargets replaces all of a target of that id.
        var there = AwsCalls.call("events:ListTargetsByRule", () -> events().listTargetsByRule(r -> r.rule(rule)))
                .targets()
                .stream()
                .filter(target -> target.id().equals(targetId))
                .findFirst();
        var target = Target.builder()
                .id(targetId)
                .arn(targetArn)
                .retryPolicy(there.map(Target::retryPolicy).orElse(null))
                .deadLetterConfig(there.map(Target::deadLetterConfig).orElse(null))
                .build();
        var answer = AwsCalls.call(
                "events:PutTargets", () -> events().putTargets(r -> r.rule(rule).targets(target)));
        // EventBridge answers 200 for a target that it did not take.
        answer.failedEntries().stream().findFirst().ifPresent(failed -> {
            throw new IllegalStateException("Rule %s did not take %s as its target: %s (%s)"
                    .formatted(rule, targetArn, failed.errorMessage(), failed.errorCode()));
        });
    }

    @Override
    public void tag(String ruleArn, Map<String, String> tags) {
        AwsCalls.call(
                "events:TagResource",
                () -> events().tagResource(r -> r.resourceARN(ruleArn).tags(tags(tags))));
    }

    private void put(PutRuleRequest request) {
        try {
            AwsCalls.call("events:PutRule", () -> events().putRule(request));
        } catch (QuotaReachedException e) {
            throw new QuotaReachedException("events:PutRule", "rules on an event bus, L-244521F2", e);
        }
    }

    private static String nameOf(String arn) {
        return arn.substring(arn.lastIndexOf('/') + 1);
    }

    private static PutRuleRequest.Builder request(DesiredRule rule) {
        return PutRuleRequest.builder()
                .name(rule.name())
                .description(rule.description())
                .eventPattern(Json.write(rule.pattern()))
                .state(RuleState.ENABLED);
    }

    /** Empty for one that was deleted since it was listed. */
    private Optional<Rule> rule(String arn, String pattern, RuleState state, Trust<Rule> trust) {
        return AwsCalls.find("events:ListTargetsByRule", ABSENT, () -> {
            var rule = new Rule(
                    arn,
                    Json.read(pattern == null ? "{}" : pattern),
                    // There are two kinds of enabled.
                    state != RuleState.DISABLED,
                    targets(arn),
                    Map.of());
            var tags = trust.tags(rule, () -> tags(rule.arn()));
            return new Rule(rule.arn(), rule.pattern(), rule.enabled(), rule.targets(), tags);
        });
    }

    private Map<String, String> tags(String arn) {
        return AwsCalls.call(
                        "events:ListTagsForResource",
                        () -> events().listTagsForResource(r -> r.resourceARN(arn))
                                .tags())
                .stream()
                .collect(Collectors.toMap(Tag::key, Tag::value));
    }

    private List<RuleTarget> targets(String arn) {
        // A rule has five targets at most: always one page.
        return events().listTargetsByRule(r -> r.rule(nameOf(arn))).targets().stream()
                .map(target -> new RuleTarget(target.id(), target.arn(), isUnaltered(target)))
                .toList();
    }

    private static boolean isUnaltered(Target target) {
        return target.input() == null && target.inputPath() == null && target.inputTransformer() == null;
    }

    private static List<Tag> tags(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(entry -> Tag.builder()
                        .key(entry.getKey())
                        .value(entry.getValue())
                        .build())
                .toList();
    }

    private EventBridgeClient events() {
        return client.get();
    }
}
