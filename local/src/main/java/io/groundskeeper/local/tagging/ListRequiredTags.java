package io.groundskeeper.local.tagging;

import io.groundskeeper.local.http.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which keys resources of a type must have, out of an effective tag policy, a few types in a page. */
final class ListRequiredTags {
    private static final int PAGE = 2;

    /** CloudFormation's types by those of tag policies, of what the stand-ins hold. */
    private static final Map<String, List<String>> TYPES = new TreeMap<>(Map.of(
            "ec2:instance", List.of("AWS::EC2::Instance"),
            "ec2:volume", List.of("AWS::EC2::Volume"),
            "ec2:vpc", List.of("AWS::EC2::VPC"),
            "ec2:security-group", List.of("AWS::EC2::SecurityGroup"),
            "eks:cluster", List.of("AWS::EKS::Cluster"),
            "lambda:function", List.of("AWS::Lambda::Function"),
            "rds:db", List.of("AWS::RDS::DBInstance"),
            "s3:bucket", List.of("AWS::S3::Bucket"),
            "sqs:queue", List.of("AWS::SQS::Queue")));

    private ListRequiredTags() {}

    /** The page of {@code policy} that {@code body} asks for. */
    static JsonNode answer(ObjectNode body, JsonNode policy) {
        var all = keysByType(policy).entrySet().stream().toList();
        int from = start(body, all.size());
        int to = Math.min(from + body.path("MaxResults").asInt(PAGE), all.size());
        var answer = Json.object();
        var entries = answer.putArray("RequiredTags");
        all.subList(from, to)
                .forEach(entry -> entries.addObject()
                        .put("ResourceType", entry.getKey())
                        .set("CloudFormationResourceTypes", Json.array(TYPES.get(entry.getKey())))
                        .set("ReportingTagKeys", Json.array(entry.getValue())));
        return to == all.size() ? answer : answer.put("NextToken", String.valueOf(to));
    }

    private static int start(ObjectNode body, int size) {
        String token = body.path("NextToken").asString("0");
        if (!token.matches("[0-9]{1,4}") || Integer.parseInt(token) > size) {
            throw TaggingService.invalid("NextToken is none of ours");
        }
        return Integer.parseInt(token);
    }

    private static Map<String, Set<String>> keysByType(JsonNode policy) {
        var keys = new LinkedHashMap<String, Set<String>>();
        for (String type : TYPES.keySet()) {
            policy.path("tags").properties().forEach(entry -> {
                var rule = entry.getValue();
                if (rule.path("report_required_tag_for")
                        .valueStream()
                        .anyMatch(named -> is(type, named.asString("")))) {
                    keys.computeIfAbsent(type, any -> new TreeSet<>())
                            .add(rule.path("tag_key").asString(entry.getKey()));
                }
            });
        }
        return keys;
    }

    private static boolean is(String type, String named) {
        return named.equals(type) || named.equals(type.split(":", 2)[0] + ":ALL_SUPPORTED");
    }
}
