package io.groundskeeper.tags.decision;

import java.util.List;
import java.util.Map;

/**
 * What a resource is a part of, as the tags say that AWS or a controller has set. Who called says little of a resource
 * that a stack's role or an Auto Scaling group's service made: the stack or the group is what a person recognises.
 */
final class Belonging {

    private static final List<Map.Entry<String, String>> WORDS = List.of(
            Map.entry("aws:cloudformation:stack-name", "for the CloudFormation stack %s"),
            Map.entry("aws:autoscaling:groupName", "for the Auto Scaling group %s"),
            Map.entry("aws:ec2:fleet-id", "for the fleet %s"),
            Map.entry("aws:ec2spot:fleet-request-id", "for the spot fleet %s"),
            Map.entry("aws:ecs:serviceName", "for the ECS service %s"),
            Map.entry("aws:eks:cluster-name", "for the EKS cluster %s"),
            Map.entry("karpenter.sh/nodepool", "for Karpenter's NodePool %s"));

    private Belonging() {}

    static List<String> of(Map<String, String> tags) {
        return WORDS.stream()
                .filter(entry -> tags.containsKey(entry.getKey()))
                .map(entry -> entry.getValue().formatted(tags.get(entry.getKey())))
                .toList();
    }
}
