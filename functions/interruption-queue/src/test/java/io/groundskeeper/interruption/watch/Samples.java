package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.SqsMessage;
import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Controller;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.cluster.Pod;
import io.groundskeeper.interruption.cluster.Taint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Events and clusters to test with. */
final class Samples {

    static final Instant T = Instant.parse("2026-11-30T10:00:00Z");
    static final String INSTANCE_ID = "i-0a1b2c3d4e5f60001";
    static final String SPOT = "EC2 Spot Instance Interruption Warning";
    static final String STATE_CHANGE = "EC2 Instance State-change Notification";

    private Samples() {}

    static ObjectNode event(String source, String detailType, ObjectNode detail) {
        var event = Json.object();
        event.put("version", "0")
                .put("id", "event-1")
                .put("source", source)
                .put("detail-type", detailType)
                .put("account", "123456789012")
                .put("region", "us-east-1")
                .put("time", T.toString());
        event.putArray("resources");
        event.set("detail", detail);
        return event;
    }

    static ObjectNode spot(String instanceId) {
        return spot(instanceId, "terminate");
    }

    static ObjectNode spot(String instanceId, String action) {
        return event(
                "aws.ec2", SPOT, Json.object().put("instance-id", instanceId).put("instance-action", action));
    }

    static ObjectNode stateChange(String instanceId, String state) {
        return event(
                "aws.ec2",
                STATE_CHANGE,
                Json.object().put("instance-id", instanceId).put("state", state));
    }

    static ObjectNode health(String... entities) {
        var detail = Json.object()
                .put("service", "EC2")
                .put("eventTypeCategory", "scheduledChange")
                .put("eventTypeCode", "AWS_EC2_INSTANCE_RETIREMENT_SCHEDULED")
                .put("statusCode", "upcoming")
                .put("eventRegion", "us-east-1")
                .put("backupEvent", "false");
        var list = detail.putArray("affectedEntities");
        for (var entity : entities) {
            list.addObject().put("entityValue", entity);
        }
        return event("aws.health", "AWS Health Event", detail);
    }

    static Delivery alone(ObjectNode event, Instant now) {
        return new Delivery("single", EventParser.parse(event), now, Optional.empty());
    }

    static Delivery fromQueue(String id, ObjectNode event, Instant now) {
        var message = new SqsMessage(
                id, "handle", "arn:aws:sqs:us-east-1:123456789012:q", 1, Optional.of(T), event.toString());
        return new Delivery(id, EventParser.parse(event), now, Optional.of(message));
    }

    static Warning warning(ObjectNode event, Instant now) {
        return new WarningReader().read(fromQueue("m", event, now)).warnings().getFirst();
    }

    static Node node(String instanceId) {
        return node("node-" + instanceId, instanceId, Map.of("karpenter.sh/nodepool", "default"), Optional.empty());
    }

    static Node node(String name, String instanceId, Map<String, String> labels, Optional<Instant> deletedAt) {
        return new Node(
                name, "uid-" + name, "1", "aws:///us-east-1a/" + instanceId, labels, deletedAt, List.of(), false);
    }

    /** With Karpenter's taint. */
    static Node disrupted(Node node) {
        return tainted(node, "karpenter.sh/disrupted", "");
    }

    static Node tainted(Node node, String key, String value) {
        return new Node(
                node.name(),
                node.uid(),
                node.resourceVersion(),
                node.providerId(),
                node.labels(),
                node.deletedAt(),
                List.of(Taint.noSchedule(key, value)),
                node.unschedulable());
    }

    static Claim claim(String instanceId) {
        return new Claim(
                "claim-" + instanceId,
                "uid-claim-" + instanceId,
                "aws:///us-east-1a/" + instanceId,
                Map.of("karpenter.sh/nodepool", "default"),
                Optional.empty());
    }

    static Claim deleted(Claim claim, Instant when) {
        return new Claim(claim.name(), claim.uid(), claim.providerId(), claim.labels(), Optional.of(when));
    }

    static ClusterSnapshot cluster(State state, List<Node> nodes, List<Claim> claims) {
        return new ClusterSnapshot(nodes, claims, new Controller(state, "as the lease shows"));
    }

    static Pod pod(String name) {
        return new Pod(
                "shop", name, "uid-" + name, T, Optional.empty(), false, false, false, Optional.empty(), List.of());
    }

    static Map<String, String> karpenterTags(String cluster) {
        return Map.of("eks:eks-cluster-name", cluster, "karpenter.sh/nodepool", "default");
    }
}
