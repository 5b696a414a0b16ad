package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.cluster.Tags;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.policy.Statement;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Step {@code node-role}: the role of the nodes that Karpenter starts, with the policies that an EKS node needs. */
public final class NodeRoleStep implements Step<Optional<Role>, RoleChange> {

    private static final List<String> POLICIES = List.of(
            "AmazonEKSWorkerNodePolicy",
            "AmazonEKS_CNI_Policy",
            "AmazonEC2ContainerRegistryPullOnly",
            "AmazonSSMManagedInstanceCore");

    private final Roles roles;

    /** @param roles the account's */
    public NodeRoleStep(Roles roles) {
        this.roles = roles;
    }

    @Override
    public String name() {
        return "node-role";
    }

    @Override
    public Optional<Role> observe(Target target) {
        return roles.find(target.names().nodeRole(), desired(target).parts());
    }

    @Override
    public Plan<RoleChange> plan(Target target, Optional<Role> observed) {
        return RolePlan.of(target, desired(target), observed);
    }

    @Override
    public void apply(Target target, RoleChange change) {
        new RoleApply(roles).apply(change);
    }

    static DesiredRole desired(Target target) {
        var partition = target.id().partition();
        return new DesiredRole(
                target.names().nodeRole(),
                target.settings().rolePath(),
                "Nodes that Karpenter starts for EKS cluster " + target.id().name(),
                trust(partition),
                Tags.of(target.id()),
                target.settings().permissionsBoundary(),
                POLICIES.stream()
                        .map(policy -> "arn:%s:iam::aws:policy/%s".formatted(partition, policy))
                        .toList(),
                target.cluster().ipv6() ? Map.of("AmazonEKS_CNI_IPv6_Policy", ipv6Policy(partition)) : Map.of(),
                List.of());
    }

    private static JsonNode trust(String partition) {
        var service = partition.equals("aws-cn") ? "ec2.amazonaws.com.cn" : "ec2.amazonaws.com";
        return Json.read("""
                {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"%s"},"Action":"sts:AssumeRole"}]}""".formatted(service));
    }

    // AmazonEKS_CNI_Policy covers IPv4 only, and AWS has no managed policy for IPv6.
    private static JsonNode ipv6Policy(String partition) {
        return Statement.document(List.of(
                Statement.allow(
                        "AssignIpv6Addresses",
                        List.of(
                                "ec2:AssignIpv6Addresses",
                                "ec2:DescribeInstances",
                                "ec2:DescribeInstanceTypes",
                                "ec2:DescribeNetworkInterfaces",
                                "ec2:DescribeTags"),
                        List.of("*")),
                Statement.allow(
                        "TagNetworkInterfaces",
                        List.of("ec2:CreateTags"),
                        List.of("arn:%s:ec2:*:*:network-interface/*".formatted(partition)))));
    }
}
