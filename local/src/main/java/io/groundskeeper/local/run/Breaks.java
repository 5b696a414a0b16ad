package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.kubernetes.ObjectStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Breaks a part of what the bootstrap made for a cluster, as a person might by hand. */
final class Breaks implements AutoCloseable {

    private static final String NAMESPACE = "kube-system";

    private final IamClient iam;
    private final EventBridgeClient events;
    private final SqsClient sqs;

    Breaks(EnvironmentClients clients) {
        this.iam = clients.build(IamClient.builder(), "IAM");
        this.events = clients.build(EventBridgeClient.builder(), "EVENTBRIDGE");
        this.sqs = clients.build(SqsClient.builder(), "SQS");
    }

    /** Deletes the role of a cluster's Karpenter, with its policies. */
    void deleteControllerRole(String cluster) {
        var name = iam.listRolesPaginator(r -> r.pathPrefix("/groundskeeper/")).roles().stream()
                .map(Role::roleName)
                .filter(role -> role.startsWith("KarpenterControllerRole-" + cluster + "-"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s has no controller role".formatted(cluster)));
        iam.listRolePolicies(r -> r.roleName(name))
                .policyNames()
                .forEach(policy -> iam.deleteRolePolicy(r -> r.roleName(name).policyName(policy)));
        iam.listAttachedRolePolicies(r -> r.roleName(name))
                .attachedPolicies()
                .forEach(policy -> iam.detachRolePolicy(r -> r.roleName(name).policyArn(policy.policyArn())));
        iam.deleteRole(r -> r.roleName(name));
    }

    /** Disables the first of the rules that fill a cluster's interruption queue; its name. */
    String disableRule(String cluster) {
        var rule = events.listRules(r -> r.namePrefix("Karpenter-" + cluster + "-")).rules().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("%s has no rule".formatted(cluster)));
        events.disableRule(r -> r.name(rule.name()));
        return rule.name();
    }

    /** Lets nobody but one stranger send to a cluster's interruption queue. */
    void changeQueuePolicy(String cluster) {
        var url = sqs.getQueueUrl(r -> r.queueName("Karpenter-" + cluster)).queueUrl();
        var arn = sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
        var policy = Json.object().put("Version", "2012-10-17");
        var statement = policy.putArray("Statement").addObject();
        statement.put("Effect", "Allow").put("Action", "sqs:SendMessage").put("Resource", arn);
        statement.putObject("Principal").put("AWS", "210987654321");
        sqs.setQueueAttributes(r -> r.queueUrl(url).attributes(Map.of(QueueAttributeName.POLICY, Json.write(policy))));
    }

    /** Puts a warning where EventBridge leaves what it could not deliver. */
    void giveUpWarning() {
        var event = Json.object()
                .put("version", "0")
                .put("id", "6f1f1d2a-0000-4c4c-8b8b-000000000061")
                .put("source", "aws.ec2")
                .put("detail-type", "EC2 Instance Rebalance Recommendation")
                .put("account", "123456789012")
                .put("region", "us-east-1")
                .put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        event.putObject("detail").put("instance-id", "i-0a1b2c3d4e5f60003");
        var queue = sqs.getQueueUrl(r -> r.queueName("groundskeeper-InterruptionWarningDeadLetterQueue"));
        sqs.sendMessage(r -> r.queueUrl(queue.queueUrl()).messageBody(Json.write(event)));
    }

    /** Scales Karpenter's Deployment. */
    void scaleKarpenter(ObjectStore objects, int replicas) {
        var deployment = objects.get("apps/v1", "Deployment", NAMESPACE, "karpenter")
                .orElseThrow(() -> new IllegalArgumentException("Karpenter is not installed"))
                .deepCopy()
                .asObject();
        deployment.withObjectProperty("spec").put("replicas", replicas);
        int generation = deployment.at("/metadata/generation").asInt(1);
        deployment.withObjectProperty("metadata").put("generation", generation + 1);
        objects.put(deployment);
    }

    /** Deletes the NodePool; Kubernetes then deletes its NodeClaims. */
    void deleteNodePool(ObjectStore objects) {
        if (!objects.delete("karpenter.sh/v1", "NodePool", "", "default")) {
            throw new IllegalArgumentException("There is no NodePool default");
        }
    }

    @Override
    public void close() {
        iam.close();
        events.close();
        sqs.close();
    }
}
