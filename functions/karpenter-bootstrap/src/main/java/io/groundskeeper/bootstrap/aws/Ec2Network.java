package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.network.NetworkState;
import io.groundskeeper.bootstrap.network.RouteTable;
import io.groundskeeper.bootstrap.network.SecurityGroup;
import io.groundskeeper.bootstrap.network.Subnet;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Route;
import software.amazon.awssdk.services.ec2.model.RouteState;
import software.amazon.awssdk.services.ec2.model.RouteTableAssociation;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.eks.EksClient;

/** Networks by the EC2 and EKS APIs. */
public final class Ec2Network implements Network {

    private final Ec2Client ec2;
    private final EksCapacity capacity;

    /** @param eks for node groups and Fargate profiles */
    public Ec2Network(EksClient eks, Ec2Client ec2) {
        this.ec2 = ec2;
        this.capacity = new EksCapacity(eks, new LaunchTemplates(ec2));
    }

    @Override
    public NetworkState read(ClusterFacts cluster) {
        var vpc = Filter.builder().name("vpc-id").values(cluster.vpcId()).build();
        var nodeGroups = capacity.nodeGroups(cluster.name());
        // Each is asked for only where the one before it does not say which subnets are used.
        boolean told = nodeGroups.stream().anyMatch(group -> !group.subnetIds().isEmpty());
        var fargateSubnets = told ? List.<String>of() : capacity.fargateSubnets(cluster.name());
        return new NetworkState(
                nodeGroups,
                fargateSubnets,
                subnets(vpc),
                groups(vpc),
                told || !fargateSubnets.isEmpty() ? List.of() : routeTables(vpc));
    }

    @Override
    public void tag(String resourceId, Map<String, String> tags) {
        AwsCalls.call(
                "ec2:CreateTags",
                () -> ec2.createTags(r -> r.resources(resourceId).tags(tags(tags))));
    }

    @Override
    public void untag(String resourceId, Map<String, String> tags) {
        AwsCalls.call(
                "ec2:DeleteTags",
                () -> ec2.deleteTags(r -> r.resources(resourceId).tags(tags(tags))));
    }

    private List<Subnet> subnets(Filter vpc) {
        return AwsCalls.call(
                "ec2:DescribeSubnets",
                () -> ec2.describeSubnetsPaginator(r -> r.filters(vpc)).subnets().stream()
                        .map(subnet -> new Subnet(subnet.subnetId(), map(subnet.tags())))
                        .toList());
    }

    private List<SecurityGroup> groups(Filter vpc) {
        return AwsCalls.call(
                "ec2:DescribeSecurityGroups",
                () -> ec2.describeSecurityGroupsPaginator(r -> r.filters(vpc)).securityGroups().stream()
                        .map(group -> new SecurityGroup(group.groupId(), map(group.tags())))
                        .toList());
    }

    private List<RouteTable> routeTables(Filter vpc) {
        return AwsCalls.call(
                "ec2:DescribeRouteTables",
                () -> ec2.describeRouteTablesPaginator(r -> r.filters(vpc)).routeTables().stream()
                        .map(table -> new RouteTable(
                                table.associations().stream().anyMatch(a -> Boolean.TRUE.equals(a.main())),
                                table.associations().stream()
                                        .map(RouteTableAssociation::subnetId)
                                        .filter(Objects::nonNull)
                                        .collect(Collectors.toSet()),
                                table.routes().stream().anyMatch(Ec2Network::toInternet)))
                        .toList());
    }

    private static boolean toInternet(Route route) {
        return ("0.0.0.0/0".equals(route.destinationCidrBlock()) || "::/0".equals(route.destinationIpv6CidrBlock()))
                && route.gatewayId() != null
                && route.gatewayId().startsWith("igw-")
                && route.state() != RouteState.BLACKHOLE;
    }

    private static Map<String, String> map(List<Tag> tags) {
        return tags.stream().collect(Collectors.toMap(Tag::key, Tag::value));
    }

    private static List<Tag> tags(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(entry -> Tag.builder()
                        .key(entry.getKey())
                        .value(entry.getValue())
                        .build())
                .toList();
    }
}
