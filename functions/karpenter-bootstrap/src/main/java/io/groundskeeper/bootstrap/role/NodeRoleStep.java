package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.policy.Statement;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Step {@code node-role}: the role of the nodes that Karpenter starts, with the policies that an EKS node needs; and
 * the instance profile that the role is in, where Karpenter cannot make one.
 */
public final class NodeRoleStep implements Step<NodeRoleStep.Observed, NodeRoleChange> {

    /**
     * What is there.
     *
     * @param profile the instance profile of our name; looked for only where it is wanted
     */
    public record Observed(Optional<Role> role, Optional<InstanceProfile> profile) {}

    private static final List<String> POLICIES = List.of(
            "AmazonEKSWorkerNodePolicy",
            "AmazonEKS_CNI_Policy",
            "AmazonEC2ContainerRegistryPullOnly",
            "AmazonSSMManagedInstanceCore");

    private final Roles roles;
    private final InstanceProfiles profiles;

    /** @param roles the account's */
    public NodeRoleStep(Roles roles, InstanceProfiles profiles) {
        this.roles = roles;
        this.profiles = profiles;
    }

    @Override
    public String name() {
        return "node-role";
    }

    @Override
    public Observed observe(Target target) {
        return new Observed(
                roles.find(target.names().nodeRole(), desired(target).parts()),
                target.ownInstanceProfile().flatMap(profiles::find));
    }

    @Override
    public Plan<NodeRoleChange> plan(Target target, Observed observed) {
        var profile = target.ownInstanceProfile().map(name -> new NodeProfilePlan(target, name, observed.profile()));
        var refusal = RolePlan.refusal(target, observed.role()).or(() -> profile.flatMap(NodeProfilePlan::refusal));
        if (refusal.isPresent()) {
            return new Plan.Refused<>(refusal.get());
        }
        var ofRole = RolePlan.changes(target, desired(target), observed.role());
        return new Plan.Changes<>(
                Stream.concat(
                                ofRole.changes().stream().map(NodeRoleChange.OfRole::new),
                                profile.stream().flatMap(plan -> plan.changes().stream()))
                        .toList(),
                ofRole.warnings());
    }

    @Override
    public void apply(Target target, NodeRoleChange change) {
        switch (change) {
            case NodeRoleChange.OfRole(var ofRole) -> new RoleApply(roles).apply(ofRole);
            case NodeRoleChange.CreateProfile(var arn, var name, var path, var tags) ->
                profiles.create(name, path, tags);
            case NodeRoleChange.TakeOut(var arn, var profile, var role) -> profiles.remove(profile, role);
            case NodeRoleChange.PutIn(var arn, var profile, var role) -> profiles.add(profile, role);
        }
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
