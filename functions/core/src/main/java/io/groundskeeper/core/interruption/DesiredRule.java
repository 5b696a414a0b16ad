package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.SameJson;
import java.util.List;
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

    /** Whether a rule is this one and fills the queue; its tags are not looked at. */
    public boolean isMet(Rule rule, String queueArn) {
        return rule.arn().endsWith("/" + name)
                && rule.enabled()
                && SameJson.same(rule.pattern(), pattern)
                && isAimed(rule, queueArn);
    }

    /** Whether a rule fills the queue, with events as they are. */
    public boolean isAimed(Rule rule, String queueArn) {
        return rule.targets().contains(new RuleTarget(TARGET_ID, queueArn, true));
    }

    /** The kinds of events that it takes, for a reader. */
    public String kinds() {
        return pattern.path("detail-type").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }

    /** Two rules for the five kinds of events that Karpenter reads, since an account has 300 rules by default. */
    public static List<DesiredRule> of(Names names) {
        var cluster = names.id().name();
        return List.of(
                new DesiredRule(
                        names.ec2Rule(), Json.read("""
                                {"source":["aws.ec2"],"detail-type":["EC2 Spot Instance Interruption Warning",\
                                "EC2 Instance Rebalance Recommendation","EC2 Instance State-change Notification",\
                                "EC2 Capacity Reservation Instance Interruption Warning"]}"""), "EC2's notices to Karpenter in EKS cluster " + cluster),
                new DesiredRule(
                        names.healthRule(),
                        Json.read("""
                                {"source":["aws.health"],"detail-type":["AWS Health Event"]}"""),
                        "AWS Health's notices to Karpenter in EKS cluster " + cluster));
    }
}
