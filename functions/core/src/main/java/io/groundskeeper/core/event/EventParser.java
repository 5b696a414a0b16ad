package io.groundskeeper.core.event;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** Reads EventBridge events: a registry of parsers by (source, detail-type), and {@link Event.Unknown} for the rest. */
public final class EventParser {

    private static final Pattern INSTANCE_ARN =
            Pattern.compile("arn:[^:]*:ec2:([a-z0-9-]*[0-9][a-z]):(?:[^:]*:)?instance/.*");

    private record Kind(String source, String detailType) {}

    private static final Map<Kind, Function<Envelope, Event>> PARSERS = Map.of(
            new Kind("aws.ec2", "EC2 Spot Instance Interruption Warning"), EventParser::spotInterruption,
            new Kind("aws.ec2", "EC2 Instance Rebalance Recommendation"),
                    e -> new Event.RebalanceRecommendation(e, instanceId(e)),
            new Kind("aws.ec2", "EC2 Instance State-change Notification"), EventParser::stateChange,
            new Kind("aws.ec2", "EC2 Capacity Reservation Instance Interruption Warning"),
                    EventParser::capacityReservationInterruption,
            new Kind("aws.ec2", "Capacity Block Expiration Warning"), EventParser::capacityBlockExpiration,
            new Kind("aws.ec2", "Capacity Block Reservation Expiration Warning"), EventParser::capacityBlockExpiration,
            new Kind("aws.health", "AWS Health Event"), EventParser::health);

    private EventParser() {}

    /** Whether {@code json} has the shape of an EventBridge event. */
    public static boolean looksLikeEvent(JsonNode json) {
        return json.path("source").isString() && json.path("detail-type").isString();
    }

    /**
     * Reads the text of an event, as EventBridge puts it into a queue.
     *
     * @throws MalformedEventException if it is not JSON, no event, or lacks what its kind must have
     */
    public static Event parse(String text) {
        try {
            return parse(Json.read(text));
        } catch (MalformedJsonException e) {
            throw new MalformedEventException(e.getMessage(), e);
        }
    }

    /** @throws MalformedEventException if it is no event, or lacks what its kind must have */
    public static Event parse(JsonNode json) {
        if (!looksLikeEvent(json)) {
            throw new MalformedEventException(
                    "Not an EventBridge event: \"source\" and \"detail-type\" must be there, as text");
        }
        var envelope = envelope(json);
        if (isApiCall(envelope)) {
            return apiCall(envelope);
        }
        var parser = PARSERS.get(new Kind(envelope.source(), envelope.detailType()));
        return parser == null ? new Event.Unknown(envelope) : parser.apply(envelope);
    }

    /** An envelope for a bare CloudTrail record, such as its samples are. */
    public static Event.ApiCall wrap(JsonNode cloudTrailRecord) {
        var record = CloudTrailRecord.of(cloudTrailRecord);
        var envelope = new Envelope(
                record.eventId(),
                "aws." + record.eventSource().replace(".amazonaws.com", ""),
                "AWS API Call via CloudTrail",
                record.accountId(),
                record.region(),
                record.time(),
                List.of(),
                cloudTrailRecord);
        return new Event.ApiCall(envelope, record);
    }

    static String text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().orElse("");
    }

    static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Envelope envelope(JsonNode json) {
        return new Envelope(
                text(json, "id"),
                text(json, "source"),
                text(json, "detail-type"),
                text(json, "account"),
                text(json, "region"),
                instant(text(json, "time")),
                texts(json.path("resources")),
                json.path("detail"));
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        if (array.isArray()) {
            StreamSupport.stream(array.spliterator(), false)
                    .flatMap(node -> node.stringValueOpt().stream())
                    .forEach(texts::add);
        }
        return texts;
    }

    private static boolean isApiCall(Envelope envelope) {
        // In China, documentation shows the second form; which one is sent there could not be checked.
        return envelope.detailType().equals("AWS API Call via CloudTrail")
                || envelope.detailType().equals("Amazon API Call via CloudTrail");
    }

    private static Event apiCall(Envelope envelope) {
        if (!CloudTrailRecord.looksLikeOne(envelope.detail())) {
            throw new MalformedEventException(
                    "Not a CloudTrail record: detail.eventSource and detail.eventName must be there, as text");
        }
        return new Event.ApiCall(envelope, CloudTrailRecord.of(envelope.detail()));
    }

    private static Event spotInterruption(Envelope envelope) {
        return new Event.SpotInterruption(
                envelope, instanceId(envelope), text(envelope.detail(), "instance-action"), zone(envelope));
    }

    private static Event stateChange(Envelope envelope) {
        var state = text(envelope.detail(), "state").toLowerCase(Locale.ROOT);
        return new Event.StateChange(envelope, instanceId(envelope), state);
    }

    private static Event capacityReservationInterruption(Envelope envelope) {
        return new Event.CapacityReservationInterruption(
                envelope,
                instanceId(envelope),
                text(envelope.detail(), "instance-action"),
                instant(text(envelope.detail(), "instance-termination-time")));
    }

    private static Event capacityBlockExpiration(Envelope envelope) {
        return new Event.CapacityBlockExpiration(
                envelope,
                text(envelope.detail(), "capacity-reservation-id"),
                instant(text(envelope.detail(), "end-date")));
    }

    private static Event health(Envelope envelope) {
        var detail = envelope.detail();
        var entities = detail.path("affectedEntities");
        return new Event.Health(
                envelope,
                text(detail, "service"),
                text(detail, "eventTypeCategory"),
                text(detail, "eventTypeCode"),
                text(detail, "statusCode"),
                text(detail, "eventRegion"),
                detail.path("backupEvent").booleanValue(false)
                        || text(detail, "backupEvent").equalsIgnoreCase("true"),
                entities.isArray()
                        ? StreamSupport.stream(entities.spliterator(), false)
                                .map(entity -> text(entity, "entityValue"))
                                .filter(value -> !value.isEmpty())
                                .toList()
                        : List.of());
    }

    private static String instanceId(Envelope envelope) {
        var id = text(envelope.detail(), "instance-id");
        if (!id.startsWith("i-")) {
            throw new MalformedEventException(
                    "%s without an instance: detail.instance-id must be an id such as i-0abc, not \"%s\""
                            .formatted(envelope.detailType(), id));
        }
        return id;
    }

    private static Optional<String> zone(Envelope envelope) {
        return envelope.resources().stream()
                .map(INSTANCE_ARN::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .findFirst();
    }
}
