package io.groundskeeper.core.tagpolicy;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A type of resources, by the two names that AWS has for it: CloudFormation's ({@code AWS::EC2::NatGateway}) and that of
 * tag policies ({@code ec2:natgateway}), which is made of the parts of ARNs. Most of the second follow from the first; the
 * rest is listed here.
 *
 * @param cloudFormation in CloudFormation's form
 * @param service as ARNs name it, in lower case and without dashes
 * @param kind what follows the service in a tag policy, written likewise
 */
public record ResourceType(String cloudFormation, String service, String kind) {

    private static final Map<String, String> SERVICES = Map.ofEntries(
            Map.entry("amazonmq", "mq"),
            Map.entry("apigatewayv2", "apigateway"),
            Map.entry("certificatemanager", "acm"),
            Map.entry("directoryservice", "ds"),
            Map.entry("docdb", "rds"),
            Map.entry("efs", "elasticfilesystem"),
            Map.entry("elasticloadbalancingv2", "elasticloadbalancing"),
            Map.entry("elasticsearch", "es"),
            Map.entry("emr", "elasticmapreduce"),
            Map.entry("kinesisanalyticsv2", "kinesisanalytics"),
            Map.entry("kinesisfirehose", "firehose"),
            Map.entry("location", "geo"),
            Map.entry("msk", "kafka"),
            Map.entry("mwaa", "airflow"),
            Map.entry("neptune", "rds"),
            Map.entry("opensearchserverless", "aoss"),
            Map.entry("opensearchservice", "es"),
            Map.entry("stepfunctions", "states"));

    /** By service and CloudFormation's kind, both as in {@link #plain}. */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("apigateway:api", "apis"),
            Map.entry("apigateway:apikey", "apikeys"),
            Map.entry("apigateway:clientcertificate", "clientcertificates"),
            Map.entry("apigateway:domainname", "domainnames"),
            Map.entry("apigateway:restapi", "restapis"),
            Map.entry("apigateway:stage", "stages"),
            Map.entry("apigateway:usageplan", "usageplans"),
            Map.entry("apigateway:vpclink", "vpclinks"),
            Map.entry("cloudwatch:compositealarm", "alarm"),
            Map.entry("dax:cluster", "cache"),
            Map.entry("dms:certificate", "cert"),
            Map.entry("dms:eventsubscription", "es"),
            Map.entry("dms:replicationinstance", "rep"),
            Map.entry("dms:replicationsubnetgroup", "subgrp"),
            Map.entry("dms:replicationtask", "task"),
            Map.entry("dynamodb:globaltable", "table"),
            Map.entry("ec2:ec2fleet", "fleet"),
            Map.entry("ec2:eip", "elasticip"),
            Map.entry("ec2:flowlog", "vpcflowlog"),
            Map.entry("ec2:host", "dedicatedhost"),
            Map.entry("ec2:spotfleet", "spotfleetrequest"),
            Map.entry("elasticache:cachecluster", "cluster"),
            Map.entry("iam:managedpolicy", "policy"),
            Map.entry("iam:virtualmfadevice", "mfa"),
            Map.entry("rds:dbcluster", "cluster"),
            Map.entry("rds:dbclusterparametergroup", "clusterpg"),
            Map.entry("rds:dbclustersnapshot", "clustersnapshot"),
            Map.entry("rds:dbinstance", "db"),
            Map.entry("rds:dbparametergroup", "pg"),
            Map.entry("rds:dbsecuritygroup", "secgrp"),
            Map.entry("rds:dbsnapshot", "snapshot"),
            Map.entry("rds:dbsubnetgroup", "subgrp"),
            Map.entry("rds:eventsubscription", "es"),
            Map.entry("rds:optiongroup", "og"),
            Map.entry("redshift:clusterparametergroup", "parametergroup"),
            Map.entry("redshift:clustersubnetgroup", "subnetgroup"));

    private static final Map<String, String> COGNITO =
            Map.of("identitypool", "cognitoidentity", "userpool", "cognitoidp");

    /** The type of a name in CloudFormation's form; one of another form is of no service and no kind. */
    public static ResourceType of(String cloudFormation) {
        var parts = cloudFormation.split("::", -1);
        if (parts.length != 3) {
            return new ResourceType(cloudFormation, "", "");
        }
        var kind = plain(parts[2]);
        var named = plain(parts[1]);
        var service = named.equals("cognito")
                ? Objects.requireNonNullElse(COGNITO.get(kind), named)
                : SERVICES.getOrDefault(named, named);
        return new ResourceType(cloudFormation, service, KINDS.getOrDefault(service + ":" + kind, kind));
    }

    /** Without what the two names write differently: case, dashes and underscores. */
    static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
