package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events of each kind that Karpenter acts on, as AWS writes them in a cluster's account and Region. They vary in all that
 * a pattern could narrow to its harm: ids, zones, actions, states, and what AWS Health says. What Karpenter ignores is
 * not among them, so that a pattern which leaves that out still covers the kind.
 */
record SampleEvents(ClusterId cluster) {

    private static final String FIRST = "i-0a1b2c3d4e5f60718";
    private static final String SECOND = "i-1234567890abcdef0";
    // The short form, of instances from before 2016.
    private static final String OLD = "i-9f8e7d6c";

    private static final List<String> INSTANCES = List.of(FIRST, SECOND, OLD);

    /** JSON texts. */
    List<String> of(Kind kind) {
        return switch (kind) {
            case SPOT_INTERRUPTION -> varied(kind, "instance-action", List.of("terminate", "stop", "hibernate"));
            case REBALANCE ->
                INSTANCES.stream().map(id -> onInstance(kind, id, Map.of())).toList();
            case STATE_CHANGE -> varied(kind, "state", List.of("stopping", "stopped", "shutting-down", "terminated"));
            case SCHEDULED_CHANGE ->
                Stream.of(
                                "AWS_EC2_INSTANCE_RETIREMENT_SCHEDULED",
                                "AWS_EC2_INSTANCE_REBOOT_MAINTENANCE_SCHEDULED",
                                "AWS_EC2_PERSISTENT_INSTANCE_RETIREMENT_SCHEDULED")
                        .flatMap(code -> Stream.of("open", "upcoming").map(status -> scheduled(code, status)))
                        .toList();
            case CAPACITY_RESERVATION_INTERRUPTION -> varied(kind, "instance-action", List.of("terminate", "stop"));
        };
    }

    private List<String> varied(Kind kind, String field, List<String> values) {
        return values.stream()
                .flatMap(value -> INSTANCES.stream().map(id -> onInstance(kind, id, Map.of(field, value))))
                .toList();
    }

    private String onInstance(Kind kind, String id, Map<String, String> fields) {
        // EC2 writes a Region or a zone here, and an account or none.
        var place = id.equals(FIRST) ? cluster.region() + "b:" : cluster.region() + ":" + cluster.account();
        var event = envelope(kind, id, "arn:%s:ec2:%s:instance/%s".formatted(cluster.partition(), place, id));
        var detail = event.putObject("detail").put("instance-id", id);
        fields.forEach(detail::put);
        return Json.write(event);
    }

    private String scheduled(String code, String status) {
        var event = envelope(Kind.SCHEDULED_CHANGE, code + status, SECOND);
        var detail = event.putObject("detail")
                .put(
                        "eventArn",
                        "arn:%s:health:%s::event/EC2/%s/1".formatted(cluster.partition(), cluster.region(), code))
                .put("service", "EC2")
                .put("eventTypeCode", code)
                .put("eventTypeCategory", "scheduledChange")
                .put("eventScopeCode", "ACCOUNT_SPECIFIC")
                .put("statusCode", status)
                .put("eventRegion", cluster.region())
                .put("affectedAccount", cluster.account());
        detail.putArray("affectedEntities").addObject().put("entityValue", SECOND);
        return Json.write(event);
    }

    private ObjectNode envelope(Kind kind, String unique, String resource) {
        var event = Json.object()
                .put("version", "0")
                .put("id", "6a7e8feb-b491-4cf7-a9f1-%012x".formatted(unique.hashCode() & 0xffffffffL))
                .put("detail-type", kind.detailType())
                .put("source", kind.source())
                .put("account", cluster.account())
                .put("time", "2026-11-30T14:05:00Z")
                .put("region", cluster.region());
        event.putArray("resources").add(resource);
        return event;
    }
}
