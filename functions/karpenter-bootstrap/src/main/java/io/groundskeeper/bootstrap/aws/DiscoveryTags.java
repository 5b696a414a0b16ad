package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.network.Discovery;
import io.groundskeeper.bootstrap.removal.Discoverable;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Subnet;

/**
 * What we tagged for discovery, by the EC2 API: of any VPC, since a cluster that is gone names none.
 *
 * @param ec2 of the function's Region
 */
public record DiscoveryTags(Ec2Client ec2) implements Discoverable {

    @Override
    public List<String> of(String cluster) {
        var ours = KarpenterInstances.tag(Discovery.OURS, cluster);
        var subnets = AwsCalls.call(
                "ec2:DescribeSubnets",
                () -> ec2.describeSubnetsPaginator(r -> r.filters(ours)).subnets().stream()
                        .map(Subnet::subnetId)
                        .toList());
        var groups = AwsCalls.call(
                "ec2:DescribeSecurityGroups",
                () -> ec2.describeSecurityGroupsPaginator(r -> r.filters(ours)).securityGroups().stream()
                        .map(SecurityGroup::groupId)
                        .toList());
        return Stream.concat(subnets.stream(), groups.stream()).toList();
    }
}
