package io.groundskeeper.core.event;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads EventBridge events: a registry of parsers by (source, detail-type), and {@link Event.Unknown} for the rest. */
public final class EventParser {

    private static final Pattern INSTANCE_IN_ZONE =
            Pattern.compile("arn:[^:]*:ec2:([a-z0-9-]*[0-9][a-z]):(?:[^:]*:)?instance/.*");
    private static final Pattern INSTANCE = Pattern.compile("arn:[^:]*:ec2:[^:]*:(?:[^:]*:)?instance/(i-[^/:]+)");
    private static final Pattern CAPACITY_RESERVATION =
            Pattern.compile("arn:[^:]*:ec2:[^:]*:(?:[^:]*:)?capacity-reservation/(cr-[^/:]+)");

    /** The source of the messages of karpenter-bootstrap to itself. */
    public static final String BOOTSTRAP_SOURCE = "groundskeeper.karpenter-bootstrap";

    /** The source of the messages of interruption-queue to itself. */
    public static final String INTERRUPTION_SOURCE = "groundskeeper.interruption-queue";

    /** The detail-type of {@link Event.ClusterTask}. */
    public static final String CLUSTER_TASK = "Cluster Task";

    /** The detail-type of {@link Event.Drill}. */
    public static final String DRILL = "Interruption Drill";

    /** The detail-type of {@link Event.DailyDigest}. */
    public static final String DAILY_DIGEST = "Daily Digest";

    private static final String SCHEDULED = "Scheduled Event";

    private record Kind(String source, String detailType) {}

    private static final Map<Kind, Function<Envelope, Event>> PARSERS = Map.ofEntries(
            entry("aws.ec2", "EC2 Spot Instance Interruption Warning", EventParser::spotInterruption),
            entry(
                    "aws.ec2",
                    "EC2 Instance Rebalance Recommendation",
                    e -> new Event.RebalanceRecommendation(e, instanceId(e))),
            entry("aws.ec2", "EC2 Instance State-change Notification", EventParser::stateChange),
            entry(
                    "aws.ec2",
                    "EC2 Capacity Reservation Instance Interruption Warning",
                    EventParser::capacityReservationInterruption),
            entry("aws.ec2", "Capacity Block Expiration Warning", EventParser::capacityBlockExpiration),
            entry("aws.ec2", "Capacity Block Reservation Expiration Warning", EventParser::capacityBlockExpiration),
            entry("aws.health", "AWS Health Event", EventParser::health),
            entry(BOOTSTRAP_SOURCE, CLUSTER_TASK, EventParser::clusterTask),
            entry(INTERRUPTION_SOURCE, CLUSTER_TASK, EventParser::clusterTask),
            entry(INTERRUPTION_SOURCE, DRILL, EventParser::drill),
            entry(INTERRUPTION_SOURCE, DAILY_DIGEST, Event.DailyDigest::new),
            // A rule with a schedule, and EventBridge Scheduler with its default payload.
            entry("aws.events", SCHEDULED, Event.Schedule::new),
            entry("aws.scheduler", SCHEDULED, Event.Schedule::new));

    private EventParser() {}

    private static Map.Entry<Kind, Function<Envelope, Event>> entry(
            String source, String detailType, Function<Envelope, Event> parser) {
        return Map.entry(new Kind(source, detailType), parser);
    }

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
        return parse(text, Origin.UNKNOWN);
    }

    /**
     * Reads the text of an event, as EventBridge puts it into a queue.
     *
     * @param origin says what the event's envelope leaves out
     * @throws MalformedEventException if it is not JSON, no event, or lacks what its kind must have
     */
    public static Event parse(String text, Origin origin) {
        try {
            return parse(Json.read(text), origin);
        } catch (MalformedJsonException e) {
            throw new MalformedEventException(e.getMessage(), e);
        }
    }

    /** @throws MalformedEventException if it is no event, or lacks what its kind must have */
    public static Event parse(JsonNode json) {
        return parse(json, Origin.UNKNOWN);
    }

    /**
     * Reads an event.
     *
     * @param origin says what the event's envelope leaves out
     * @throws MalformedEventException if it is no event, or lacks what its kind must have
     */
    public static Event parse(JsonNode json, Origin origin) {
        if (!looksLikeEvent(json)) {
            throw new MalformedEventException(
                    "Not an EventBridge event: \"source\" and \"detail-type\" must be there, as text");
        }
        var envelope = envelope(json, origin);
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

    private static Envelope envelope(JsonNode json, Origin origin) {
        var resources = Lenient.texts(json.path("resources"));
        return new Envelope(
                text(json, "id"),
                text(json, "source"),
                text(json, "detail-type"),
                account(json, resources, origin),
                Optional.of(text(json, "region"))
                        .filter(region -> !region.isBlank())
                        .orElse(origin.region()),
                Lenient.instant(json, "time"),
                resources,
                json.path("detail"));
    }

    private static String account(JsonNode json, List<String> resources, Origin origin) {
        return Optional.of(Lenient.account(json, "account"))
                .filter(account -> !account.isBlank())
                .or(() -> resources.stream()
                        .flatMap(arn -> Origin.account(arn).stream())
                        .findFirst())
                .orElse(origin.account());
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
        return new Event.SpotInterruption(envelope, instanceId(envelope), action(envelope), zone(envelope));
    }

    private static String action(Envelope envelope) {
        return text(envelope.detail(), "instance-action").toLowerCase(Locale.ROOT);
    }

    private static Event stateChange(Envelope envelope) {
        var state = text(envelope.detail(), "state").toLowerCase(Locale.ROOT);
        return new Event.StateChange(envelope, instanceId(envelope), state);
    }

    private static Event capacityReservationInterruption(Envelope envelope) {
        return new Event.CapacityReservationInterruption(
                envelope,
                instanceId(envelope),
                action(envelope),
                Lenient.instant(envelope.detail(), "instance-termination-time"));
    }

    private static Event capacityBlockExpiration(Envelope envelope) {
        var id = Lenient.firstText(envelope.detail(), "capacity-reservation-id", "capacityReservationId");
        return new Event.CapacityBlockExpiration(
                envelope,
                id.isEmpty() ? named(CAPACITY_RESERVATION, envelope).orElse("") : id,
                Lenient.instant(envelope.detail(), "end-date").or(() -> Lenient.instant(envelope.detail(), "endDate")));
    }

    private static Event health(Envelope envelope) {
        var detail = envelope.detail();
        return new Event.Health(
                envelope,
                text(detail, "service"),
                text(detail, "eventTypeCategory"),
                text(detail, "eventTypeCode"),
                text(detail, "statusCode").toLowerCase(Locale.ROOT),
                text(detail, "eventRegion"),
                detail.path("backupEvent").booleanValue(false)
                        || text(detail, "backupEvent").equalsIgnoreCase("true"),
                entities(envelope));
    }

    private static Event clusterTask(Envelope envelope) {
        return new Event.ClusterTask(envelope, needed(envelope, "cluster"), needed(envelope, "task"));
    }

    private static Event drill(Envelope envelope) {
        var sent = Lenient.instant(envelope.detail(), "sent")
                .orElseThrow(() -> new MalformedEventException(
                        "%s without a time: detail.sent must be there, as 2026-11-30T10:00:00.000Z".formatted(DRILL)));
        return new Event.Drill(envelope, needed(envelope, "cluster"), needed(envelope, "instance-id"), sent);
    }

    private static String needed(Envelope envelope, String name) {
        var text = text(envelope.detail(), name);
        if (text.isBlank()) {
            throw new MalformedEventException(
                    "%s without a %s: detail.%s must be there, as text".formatted(envelope.detailType(), name, name));
        }
        return text;
    }

    /** Affected entities are optional; the envelope names the same. */
    private static List<String> entities(Envelope envelope) {
        var entities = envelope.detail().path("affectedEntities");
        var values = entities.isArray()
                ? entities.valueStream()
                        .map(entity -> text(entity, "entityValue"))
                        .filter(value -> !value.isEmpty())
                        .toList()
                : List.<String>of();
        return values.isEmpty() ? envelope.resources() : values;
    }

    private static String instanceId(Envelope envelope) {
        var id = text(envelope.detail(), "instance-id");
        if (id.startsWith("i-")) {
            return id;
        }
        return named(INSTANCE, envelope)
                .orElseThrow(() -> new MalformedEventException(
                        "%s without an instance: detail.instance-id must be an id such as i-0abc, not \"%s\""
                                .formatted(envelope.detailType(), id)));
    }

    private static Optional<String> named(Pattern arn, Envelope envelope) {
        return envelope.resources().stream()
                .map(arn::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .findFirst();
    }

    private static Optional<String> zone(Envelope envelope) {
        return named(INSTANCE_IN_ZONE, envelope);
    }

    private static String text(JsonNode json, String name) {
        return Lenient.text(json, name);
    }
}
