package io.groundskeeper.local.karpenter;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.kubernetes.Interruption;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A message of an interruption queue as Karpenter's parsers read it: by exact version, source and detail-type. What it
 * does not know, such as a notification of SNS around an event, it takes for one about nothing.
 *
 * @param interruption what it says
 * @param instanceIds of whom
 */
record KarpenterMessage(Interruption interruption, List<String> instanceIds) {
    private static final String VERSION = "0";
    private static final List<String> STOPS = List.of("stopping", "stopped");
    private static final List<String> TERMINATIONS = List.of("shutting-down", "terminated");

    KarpenterMessage {
        instanceIds = List.copyOf(instanceIds);
    }

    /** Reads a body; empty for what Karpenter does nothing about, whether it can read it or not. */
    static Optional<KarpenterMessage> parse(String body) {
        JsonNode event;
        try {
            event = Json.parse(body.getBytes(StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            // Karpenter logs this and deletes the message all the same.
            return Optional.empty();
        }
        return event.path("version").asString("").equals(VERSION) && isReadable(event)
                ? known(event)
                : Optional.empty();
    }

    private static Optional<KarpenterMessage> known(JsonNode event) {
        String kind = event.path("source").asString("") + ": "
                + event.path("detail-type").asString("");
        return switch (kind) {
            case "aws.ec2: EC2 Spot Instance Interruption Warning" -> of(Interruption.SPOT, event);
            case "aws.ec2: EC2 Instance Rebalance Recommendation" -> of(Interruption.REBALANCE, event);
            case "aws.ec2: EC2 Capacity Reservation Instance Interruption Warning" ->
                of(Interruption.CAPACITY_RESERVATION, event);
            case "aws.ec2: EC2 Instance State-change Notification" -> stateChange(event);
            case "aws.health: AWS Health Event" -> health(event);
            default -> Optional.empty();
        };
    }

    private static Optional<KarpenterMessage> of(Interruption interruption, JsonNode event) {
        String id = event.path("detail").path("instance-id").asString("");
        return Optional.of(new KarpenterMessage(interruption, List.of(id)));
    }

    private static Optional<KarpenterMessage> stateChange(JsonNode event) {
        String state = event.path("detail").path("state").asString("").toLowerCase(Locale.ROOT);
        if (STOPS.contains(state)) {
            return of(Interruption.STOPPING, event);
        }
        return TERMINATIONS.contains(state) ? of(Interruption.TERMINATING, event) : Optional.empty();
    }

    private static Optional<KarpenterMessage> health(JsonNode event) {
        JsonNode detail = event.path("detail");
        boolean scheduled = detail.path("service").asString("").equals("EC2")
                && detail.path("eventTypeCategory").asString("").equals("scheduledChange");
        List<String> entities = detail.path("affectedEntities")
                .valueStream()
                .map(entity -> entity.path("entityValue").asString(""))
                .toList();
        return scheduled
                ? Optional.of(new KarpenterMessage(Interruption.SCHEDULED_CHANGE, entities))
                : Optional.empty();
    }

    /** A time that is none, or resources that are no list, keep Karpenter from reading the rest. */
    private static boolean isReadable(JsonNode event) {
        JsonNode resources = event.path("resources");
        boolean list = resources.isMissingNode() || resources.isNull() || resources.isArray();
        return list && (event.path("time").isMissingNode() || isTime(event.path("time")));
    }

    private static boolean isTime(JsonNode time) {
        try {
            OffsetDateTime.parse(time.asString(""));
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
