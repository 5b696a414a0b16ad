package io.groundskeeper.local.template;

import io.groundskeeper.core.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * How many characters IAM counts for a policy of the template where every name is as long as it can be: all conditions
 * true, the longest partition and Region, the longest stack name that the roles' names leave room for.
 */
final class PolicySize {

    private static final String REGION = "ap-southeast-1";
    private static final String PARTITION = "aws-us-gov";
    private static final String ACCOUNT = "123456789012";
    // A role's name has 64 characters, and -karpenter-bootstrap- and the Region are in it too.
    private static final String STACK = "s".repeat(64 - "-karpenter-bootstrap-".length() - REGION.length());
    // Path and name of a policy have 512 and 128 at most; the parameter's own limit holds the ARN's length.
    private static final Map<String, String> VALUES = Map.of(
            "AWS::Partition",
            PARTITION,
            "AWS::Region",
            REGION,
            "AWS::AccountId",
            ACCOUNT,
            "AWS::StackName",
            STACK,
            "AWS::URLSuffix",
            "amazonaws.com.cn",
            "SlackWebhookSecret",
            "s".repeat(512),
            "SlackRouteSecrets",
            "s".repeat(128),
            "TagPolicyName",
            "/" + "p".repeat(1000),
            "PermissionsBoundaryArn",
            "b".repeat(256));
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    private PolicySize() {}

    static int of(JsonNode document) {
        return Json.write(resolved(document)).length();
    }

    private static Object resolved(JsonNode node) {
        if (node.has("Fn::If")) {
            return resolved(node.path("Fn::If").path(1));
        }
        if (node.has("Fn::Sub")) {
            var sub = node.path("Fn::Sub");
            var text = (sub.isArray() ? sub.path(0) : sub).asString();
            return VARIABLE.matcher(text).replaceAll(match -> value(match.group(1)));
        }
        if (node.has("Ref")) {
            return value(node.path("Ref").asString());
        }
        if (node.has("Fn::GetAtt")) {
            // Queues and log groups: a generated name has the stack's name, the logical id and twelve characters.
            return "arn:%s:logs:%s:%s:log-group:%s-%s-%s:*"
                    .formatted(
                            PARTITION,
                            REGION,
                            ACCOUNT,
                            STACK,
                            node.path("Fn::GetAtt").asString(),
                            "x".repeat(12));
        }
        if (node.isArray()) {
            return node.valueStream().map(PolicySize::resolved).toList();
        }
        if (node.isObject()) {
            var all = new LinkedHashMap<String, Object>();
            node.properties().forEach(entry -> all.put(entry.getKey(), resolved(entry.getValue())));
            return all;
        }
        return node.asString();
    }

    private static String value(String name) {
        var value = VALUES.get(name);
        if (value == null) {
            throw new IllegalArgumentException("How long can " + name + " be?");
        }
        return value;
    }
}
