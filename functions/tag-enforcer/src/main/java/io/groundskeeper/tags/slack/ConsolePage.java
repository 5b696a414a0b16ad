package io.groundskeeper.tags.slack;

import io.groundskeeper.tags.creation.CreatedResource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The page of a resource in the AWS console. */
final class ConsolePage {

    private static final int LONGEST = 600;

    private static final Map<String, String> HOSTS = Map.of(
            "aws", "console.aws.amazon.com",
            "aws-cn", "console.amazonaws.cn",
            "aws-us-gov", "console.amazonaws-us-gov.com");

    // {last} is what follows the last / or : of the ARN.
    private static final Map<String, String> PAGES = Map.ofEntries(
            Map.entry(
                    "AWS::CloudFormation::Stack",
                    "cloudformation/home?region={region}#/stacks/stackinfo?stackId={arn}"),
            Map.entry("AWS::DynamoDB::Table", "dynamodbv2/home?region={region}#table?name={last}"),
            Map.entry("AWS::EC2::EIP", "ec2/home?region={region}#ElasticIpDetails:AllocationId={last}"),
            Map.entry("AWS::EC2::Instance", "ec2/home?region={region}#InstanceDetails:instanceId={last}"),
            Map.entry(
                    "AWS::EC2::InternetGateway",
                    "vpcconsole/home?region={region}#InternetGateway:internetGatewayId={last}"),
            Map.entry(
                    "AWS::EC2::LaunchTemplate",
                    "ec2/home?region={region}#LaunchTemplateDetails:launchTemplateId={last}"),
            Map.entry("AWS::EC2::NatGateway", "vpcconsole/home?region={region}#NatGatewayDetails:natGatewayId={last}"),
            Map.entry(
                    "AWS::EC2::NetworkInterface",
                    "ec2/home?region={region}#NetworkInterface:networkInterfaceId={last}"),
            Map.entry("AWS::EC2::RouteTable", "vpcconsole/home?region={region}#RouteTableDetails:RouteTableId={last}"),
            Map.entry("AWS::EC2::SecurityGroup", "ec2/home?region={region}#SecurityGroup:groupId={last}"),
            Map.entry("AWS::EC2::Snapshot", "ec2/home?region={region}#SnapshotDetails:snapshotId={last}"),
            Map.entry("AWS::EC2::Subnet", "vpcconsole/home?region={region}#SubnetDetails:subnetId={last}"),
            Map.entry("AWS::EC2::VPC", "vpcconsole/home?region={region}#VpcDetails:VpcId={last}"),
            Map.entry("AWS::EC2::Volume", "ec2/home?region={region}#VolumeDetails:volumeId={last}"),
            Map.entry("AWS::ECS::Cluster", "ecs/v2/clusters/{last}?region={region}"),
            Map.entry("AWS::EKS::Cluster", "eks/home?region={region}#/clusters/{last}"),
            Map.entry(
                    "AWS::ElasticLoadBalancingV2::LoadBalancer",
                    "ec2/home?region={region}#LoadBalancer:loadBalancerArn={arn}"),
            Map.entry("AWS::IAM::Role", "iam/home#/roles/{last}"),
            Map.entry("AWS::IAM::User", "iam/home#/users/{last}"),
            Map.entry("AWS::KMS::Key", "kms/home?region={region}#/kms/keys/{last}"),
            Map.entry("AWS::Lambda::Function", "lambda/home?region={region}#/functions/{last}"),
            Map.entry("AWS::RDS::DBInstance", "rds/home?region={region}#database:id={last};is-cluster=false"),
            Map.entry("AWS::RDS::DBCluster", "rds/home?region={region}#database:id={last};is-cluster=true"),
            Map.entry("AWS::S3::Bucket", "s3/buckets/{last}?region={region}"),
            Map.entry("AWS::SNS::Topic", "sns/v3/home?region={region}#/topic/{arn}"),
            Map.entry("AWS::StepFunctions::StateMachine", "states/home?region={region}#/statemachines/view/{arn}"));

    private ConsolePage() {}

    /** Its URL, with nothing live in it; empty where the type's page or the partition's console is not known. */
    static Optional<String> of(CreatedResource resource) {
        var parts = resource.arn().split(":", 3);
        var host = HOSTS.get(parts.length < 3 ? "" : parts[1]);
        var page = PAGES.get(resource.type());
        if (host == null || page == null || resource.region().isEmpty()) {
            return Optional.empty();
        }
        var path = page.replace("{region}", encoded(resource.region()))
                .replace("{arn}", encoded(resource.arn()))
                .replace("{last}", encoded(last(resource.arn())));
        return Optional.of("https://%s/%s".formatted(host, path)).filter(url -> url.length() <= LONGEST);
    }

    /** The part of an ARN that a person knows a resource by. */
    static String last(String arn) {
        return arn.substring(Math.max(arn.lastIndexOf('/'), arn.lastIndexOf(':')) + 1);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
