package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Cloud;
import io.groundskeeper.local.moto.MotoClients;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RouteTable;
import software.amazon.awssdk.services.ec2.model.RouteTableAssociation;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.NoSuchEntityException;

/** The rest of AWS, as moto plays it. */
final class MotoSurroundings implements Surroundings {
    private static final Logger LOG = System.getLogger(MotoSurroundings.class.getName());

    private final MotoClients clients;
    private final MotoClients parameters;
    private final MotoMachines machines;

    MotoSurroundings(MotoClients clients, MotoClients parameters) {
        this.clients = clients;
        this.parameters = parameters;
        this.machines = new MotoMachines(clients);
    }

    @Override
    public Cloud cloud(Scope caller, String cluster, String kubernetesVersion) {
        return new MotoCloud(clients, parameters, caller, cluster, kubernetesVersion);
    }

    @Override
    public String vpcOf(Scope caller, List<String> subnetIds) {
        try {
            var vpcs = ec2(caller).describeSubnets(ask -> ask.subnetIds(subnetIds)).subnets().stream()
                    .map(Subnet::vpcId)
                    .collect(Collectors.toCollection(HashSet::new));
            if (vpcs.size() != 1) {
                throw Refusal.invalid("Subnets provided must belong to the same VPC");
            }
            return vpcs.iterator().next();
        } catch (Ec2Exception e) {
            throw Refusal.invalid(e.awsErrorDetails().errorMessage());
        }
    }

    @Override
    public boolean isPublic(Scope caller, String subnetId) {
        var own = routes(caller, "association.subnet-id", subnetId);
        // A subnet without a route table of its own has the VPC's main one.
        var tables = own.isEmpty() ? mainRoutes(caller, subnetId) : own;
        return tables.stream()
                .flatMap(table -> table.routes().stream())
                .anyMatch(
                        route -> route.gatewayId() != null && route.gatewayId().startsWith("igw-"));
    }

    private List<RouteTable> mainRoutes(Scope caller, String subnetId) {
        String vpc = vpcOf(caller, List.of(subnetId));
        return routes(caller, "vpc-id", vpc).stream()
                .filter(table -> table.associations().stream().anyMatch(RouteTableAssociation::main))
                .toList();
    }

    private List<RouteTable> routes(Scope caller, String filter, String value) {
        return ec2(caller)
                .describeRouteTables(ask ->
                        ask.filters(Filter.builder().name(filter).values(value).build()))
                .routeTables();
    }

    @Override
    public String createSecurityGroup(Scope caller, String cluster, String vpcId) {
        String name = "eks-cluster-sg-" + cluster + "-" + Math.abs((long) (cluster + vpcId).hashCode());
        var tags = Map.of("Name", name, "kubernetes.io/cluster/" + cluster, "owned", "aws:eks:cluster-name", cluster);
        try {
            return ec2(caller)
                    .createSecurityGroup(create -> create.groupName(name)
                            .vpcId(vpcId)
                            .description("EKS created security group applied to ENI that is attached to EKS Control"
                                    + " Plane master nodes, as well as any managed workloads.")
                            .tagSpecifications(specification(tags)))
                    .groupId();
        } catch (Ec2Exception e) {
            throw new AwsException(
                    400, "InvalidRequestException", e.awsErrorDetails().errorMessage());
        }
    }

    private static TagSpecification specification(Map<String, String> tags) {
        return TagSpecification.builder()
                .resourceType(ResourceType.SECURITY_GROUP)
                .tags(tags.entrySet().stream()
                        .map(tag -> Tag.builder()
                                .key(tag.getKey())
                                .value(tag.getValue())
                                .build())
                        .toList())
                .build();
    }

    @Override
    public void deleteSecurityGroup(Scope caller, String groupId) {
        try {
            ec2(caller).deleteSecurityGroup(delete -> delete.groupId(groupId));
        } catch (Ec2Exception e) {
            // As EKS does: the group stays when something still uses it.
            LOG.log(Level.INFO, () -> "Security group " + groupId + " stays: " + e.getMessage());
        }
    }

    @Override
    public Machine start(Scope caller, Machine.Wish wish) {
        return machines.start(caller, wish);
    }

    @Override
    public void end(Scope caller, List<String> instanceIds) {
        machines.end(caller, instanceIds);
    }

    @Override
    public boolean roleExists(Scope caller, String roleArn) {
        String name = roleArn.substring(roleArn.lastIndexOf('/') + 1);
        try {
            return clients.of(IamClient.builder(), caller)
                    .getRole(get -> get.roleName(name))
                    .role()
                    .arn()
                    .equals(roleArn);
        } catch (NoSuchEntityException e) {
            return false;
        }
    }

    private Ec2Client ec2(Scope caller) {
        return clients.of(Ec2Client.builder(), caller);
    }
}
