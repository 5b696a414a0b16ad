package io.groundskeeper.core.tagpolicy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypePatternTest {

    @ParameterizedTest
    @CsvSource({
        "ec2:instance, AWS::EC2::Instance",
        "ec2:network-interface, AWS::EC2::NetworkInterface",
        "ec2:natgateway, AWS::EC2::NatGateway",
        "ec2:elastic-ip, AWS::EC2::EIP",
        "ec2:vpc-flow-log, AWS::EC2::FlowLog",
        "ec2:vpc-endpoint, AWS::EC2::VPCEndpoint",
        "rds:db, AWS::RDS::DBInstance",
        "rds:cluster, AWS::Neptune::DBCluster",
        "rds:subgrp, AWS::RDS::DBSubnetGroup",
        "elasticloadbalancing:loadbalancer, AWS::ElasticLoadBalancingV2::LoadBalancer",
        "elasticloadbalancing:targetgroup, AWS::ElasticLoadBalancingV2::TargetGroup",
        "states:stateMachine, AWS::StepFunctions::StateMachine",
        "logs:log-group, AWS::Logs::LogGroup",
        "apigateway:restapis, AWS::ApiGateway::RestApi",
        "cognito-idp:userpool, AWS::Cognito::UserPool",
        "cognito-identity:identitypool, AWS::Cognito::IdentityPool",
        "elasticfilesystem:file-system, AWS::EFS::FileSystem",
        "elasticache:cluster, AWS::ElastiCache::CacheCluster",
        "es:domain, AWS::OpenSearchService::Domain",
        "acm:certificate, AWS::CertificateManager::Certificate",
        "autoscaling:autoScalingGroup, AWS::AutoScaling::AutoScalingGroup",
        "ec2:ALL_SUPPORTED, AWS::EC2::LaunchTemplate",
        "secretsmanager:*, AWS::SecretsManager::Secret",
        "AWS::EC2::Instance, AWS::EC2::Instance",
        "*, AWS::Anything::AtAll",
    })
    void type_isKnownByBothOfItsNames(String pattern, String type) throws UnreadableException {
        assertThat(TypePattern.read(pattern).matches(ResourceType.of(type))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "ec2:instance, AWS::EC2::Volume",
        "ec2:instance, AWS::RDS::DBInstance",
        "ec2:ALL_SUPPORTED, AWS::RDS::DBInstance",
        "rds:db, AWS::RDS::DBCluster",
        "AWS::EC2::Instance, AWS::EC2::InstanceConnectEndpoint",
        "ec2:instance, instance",
    })
    void otherType_isNotTaken(String pattern, String type) throws UnreadableException {
        assertThat(TypePattern.read(pattern).matches(ResourceType.of(type))).isFalse();
    }
}
