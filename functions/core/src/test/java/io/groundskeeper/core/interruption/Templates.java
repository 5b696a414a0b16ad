package io.groundskeeper.core.interruption;

import java.util.HashMap;
import java.util.Map;

/** Queue and rules of cluster dev as others' templates make them. */
enum Templates {
    /** The CloudFormation template of Karpenter's guide. */
    CLOUDFORMATION("dev"),
    /** The Terraform module of EKS. */
    TERRAFORM("Karpenter-dev-tf"),
    /** What eksctl makes with withSpotInterruptionQueue. */
    EKSCTL("dev");

    static final String SPOT =
            "{\"source\":[\"aws.ec2\"],\"detail-type\":[\"EC2 Spot Instance Interruption Warning\"]}";
    static final String REBALANCE =
            "{\"source\":[\"aws.ec2\"],\"detail-type\":[\"EC2 Instance Rebalance Recommendation\"]}";
    static final String STATE =
            "{\"source\":[\"aws.ec2\"],\"detail-type\":[\"EC2 Instance State-change Notification\"]}";
    static final String HEALTH = "{\"source\":[\"aws.health\"],\"detail-type\":[\"AWS Health Event\"]}";
    static final String CAPACITY =
            "{\"source\":[\"aws.ec2\"],\"detail-type\":[\"EC2 Capacity Reservation Instance Interruption Warning\"]}";

    final String queue;

    Templates(String queue) {
        this.queue = queue;
    }

    private Map<String, String> tags() {
        return switch (this) {
            case CLOUDFORMATION -> Map.of("aws:cloudformation:stack-name", "Karpenter-dev");
            case TERRAFORM -> Map.of("ClusterName", "dev");
            case EKSCTL ->
                Map.of(
                        "alpha.eksctl.io/cluster-name", "dev",
                        "aws:cloudformation:stack-name", "eksctl-dev-karpenter");
        };
    }

    DesiredState desired() {
        return DesiredState.ofQueue(Account.DEV, queue, true);
    }

    /** The name of the rule for spot interruptions. */
    String spotRule() {
        return switch (this) {
            case CLOUDFORMATION -> "Karpenter-dev-SpotInterruptionRule-1ABC";
            case TERRAFORM -> "KarpenterSpotInterrupt-20261130";
            case EKSCTL -> "eksctl-dev-karpenter-SpotInterruptionRule-2DEF";
        };
    }

    Account account() {
        var account = new Account();
        var tags = tags();
        account.queues.put(queue, new Queue("https://sqs/" + queue, attributes(), tags));
        account.rule(spotRule(), SPOT, queue, tags);
        account.rule(spotRule().replace("Spot", "Rebalance"), REBALANCE, queue, tags);
        account.rule(spotRule().replace("Spot", "State"), STATE, queue, tags);
        account.rule(spotRule().replace("Spot", "Health"), HEALTH, queue, tags);
        if (this != EKSCTL) {
            account.rule(spotRule().replace("Spot", "Capacity"), CAPACITY, queue, tags);
        }
        return account;
    }

    private Map<String, String> attributes() {
        var attributes = new HashMap<>(Map.of(
                "MessageRetentionPeriod", "300",
                "DelaySeconds", "0",
                "MaximumMessageSize", "1048576",
                "VisibilityTimeout", "30",
                "SqsManagedSseEnabled", this == EKSCTL ? "false" : "true"));
        attributes.put("Policy", policy().formatted(Account.queueArn(queue)));
        return attributes;
    }

    private String policy() {
        return switch (this) {
            case CLOUDFORMATION -> """
                    {"Id":"EC2InterruptionPolicy","Statement":[{"Effect":"Allow",\
                    "Principal":{"Service":["events.amazonaws.com","sqs.amazonaws.com"]},\
                    "Action":"sqs:SendMessage","Resource":"%1$s"},\
                    {"Sid":"DenyHTTP","Effect":"Deny","Action":"sqs:*","Resource":"%1$s",\
                    "Condition":{"Bool":{"aws:SecureTransport":false}},"Principal":"*"}]}""";
            case TERRAFORM -> """
                    {"Version":"2012-10-17","Statement":[{"Sid":"SqsWrite","Effect":"Allow",\
                    "Principal":{"Service":["sqs.amazonaws.com","events.amazonaws.com"]},\
                    "Action":"sqs:SendMessage","Resource":"%1$s"},\
                    {"Sid":"DenyHTTP","Effect":"Deny","Principal":{"AWS":"*"},"Action":"sqs:*","Resource":"%1$s",\
                    "Condition":{"StringEquals":{"aws:SecureTransport":["false"]}}}]}""";
            case EKSCTL -> """
                    {"Version":"2012-10-17","Id":"EC2InterruptionPolicy","Statement":[{"Effect":"Allow",\
                    "Principal":{"Service":["events.amazonaws.com","sqs.amazonaws.com"]},\
                    "Action":["sqs:SendMessage"],"Resource":"%1$s"}]}""";
        };
    }
}
