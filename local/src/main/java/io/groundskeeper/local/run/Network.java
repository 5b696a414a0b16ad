package io.groundskeeper.local.run;

import io.groundskeeper.local.environment.EnvironmentClients;
import java.util.List;
import software.amazon.awssdk.services.ec2.Ec2Client;

/**
 * A VPC with two private subnets and a public one, as clusters have them.
 *
 * @param vpcId the VPC
 * @param privateSubnets without a way in
 * @param publicSubnet with a route to an internet gateway
 */
record Network(String vpcId, List<String> privateSubnets, String publicSubnet) {

    static Network create(EnvironmentClients clients) {
        try (var ec2 = clients.build(Ec2Client.builder(), "EC2")) {
            var vpc = ec2.createVpc(r -> r.cidrBlock("10.0.0.0/16")).vpc().vpcId();
            var zone = clients.region().id();
            var first = subnet(ec2, vpc, "10.0.0.0/20", zone + "a");
            var second = subnet(ec2, vpc, "10.0.16.0/20", zone + "b");
            var open = subnet(ec2, vpc, "10.0.32.0/20", zone + "a");
            var gateway = ec2.createInternetGateway().internetGateway().internetGatewayId();
            ec2.attachInternetGateway(r -> r.internetGatewayId(gateway).vpcId(vpc));
            var table = ec2.createRouteTable(r -> r.vpcId(vpc)).routeTable().routeTableId();
            ec2.createRoute(
                    r -> r.routeTableId(table).destinationCidrBlock("0.0.0.0/0").gatewayId(gateway));
            ec2.associateRouteTable(r -> r.routeTableId(table).subnetId(open));
            return new Network(vpc, List.of(first, second), open);
        }
    }

    private static String subnet(Ec2Client ec2, String vpc, String cidr, String zone) {
        return ec2.createSubnet(r -> r.vpcId(vpc).cidrBlock(cidr).availabilityZone(zone))
                .subnet()
                .subnetId();
    }

    List<String> allSubnets() {
        return List.of(privateSubnets.get(0), privateSubnets.get(1), publicSubnet);
    }
}
