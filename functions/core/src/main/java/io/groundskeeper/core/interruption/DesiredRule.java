package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.SameJson;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * An EventBridge rule as it should be.
 *
 * @param name at most 64 characters
 */
public record DesiredRule(String name, JsonNode pattern, String description) {

    /** The target's id in every rule, the same as in Karpenter's own template. */
    public static final String TARGET_ID = "KarpenterInterruptionQueueTarget";

    private static final String EC2 = "aws.ec2";
    private static final String HEALTH = "aws.health";

    /** Whether a rule is this one and fills the queue; its tags are not looked at. */
    public boolean isMet(Rule rule, String queueArn) {
        return rule.name().equals(name)
                && rule.enabled()
                && SameJson.same(rule.pattern(), pattern)
                && rule.targets().contains(new RuleTarget(TARGET_ID, queueArn, true));
    }

    /** The kinds of events that it takes, for a reader. */
    public String kinds() {
        return pattern.path("detail-type").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** Two rules for the five kinds of events that Karpenter reads, since an account has 300 rules by default. */
    public static List<DesiredRule> of(Names names) {
        return List.of(ec2(names), health(names));
    }

    /** The kinds of events that this rule of ours is for. */
    Set<Kind> purpose() {
        return kindsOf(source());
    }

    /** The same for those kinds only that nothing else brings. */
    DesiredRule only(Set<Kind> kinds) {
        var left = purpose();
        left.retainAll(kinds);
        return with(pattern(source(), left));
    }

    /** The same with a pattern that is there already and is good. */
    DesiredRule with(JsonNode good) {
        return new DesiredRule(name, good, description);
    }

    private String source() {
        return pattern.at("/source/0").asString();
    }

    private static DesiredRule ec2(Names names) {
        return new DesiredRule(
                names.ec2Rule(),
                pattern(EC2, kindsOf(EC2)),
                "EC2's notices to Karpenter in EKS cluster " + names.id().name());
    }

    private static DesiredRule health(Names names) {
        return new DesiredRule(
                names.healthRule(),
                pattern(HEALTH, kindsOf(HEALTH)),
                "AWS Health's notices to Karpenter in EKS cluster " + names.id().name());
    }

    private static JsonNode pattern(String source, Set<Kind> kinds) {
        var pattern = Json.object();
        pattern.putArray("source").add(source);
        var types = pattern.putArray("detail-type");
        kinds.stream().map(Kind::detailType).forEach(types::add);
        return pattern;
    }

    private static Set<Kind> kindsOf(String source) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.source().equals(source))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
    }
}
