package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.event.Envelope;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.lambda.SqsMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the warnings out of an event. Pure. */
final class WarningReader {

    private static final Set<String> GOING = Set.of("stopping", "stopped", "shutting-down", "terminated");
    private static final Pattern INSTANCE_ID = Pattern.compile("i-[0-9a-z]{1,32}");
    private static final Pattern INSTANCE_ARN = Pattern.compile("arn:[^:]*:ec2:[^:]*:[^:]*:instance/([^/:]+)");

    private static final Pattern PLACE_OF_ARN = Pattern.compile("arn:[^:]*:ec2:([^:]+):.*instance/.*");

    Reading read(Delivery delivery) {
        return switch (delivery.event()) {
            case Event.SpotInterruption e -> spot(delivery, e);
            case Event.RebalanceRecommendation e -> recorded(delivery, Kind.REBALANCE, e.instanceId());
            case Event.StateChange e -> stateChange(delivery, e);
            case Event.CapacityReservationInterruption e -> capacityReservation(delivery, e);
            case Event.CapacityBlockExpiration e -> capacityBlock(delivery, e);
            case Event.Health e -> health(delivery, e);
            case Event.ApiCall e -> Reading.ignored(delivery.id(), "a recorded API call, no warning");
            case Event.ClusterTask e -> Reading.ignored(delivery.id(), "a task of another function, no warning");
            case Event.Drill e -> Reading.ignored(delivery.id(), "a drill, no warning");
            case Event.DailyDigest e -> Reading.ignored(delivery.id(), "time for a digest, no warning");
            case Event.Schedule e -> Reading.ignored(delivery.id(), "a schedule, no warning");
            case Event.Unknown e ->
                Reading.ignored(
                        delivery.id(),
                        "not a kind of warning that is watched: %s, %s"
                                .formatted(e.envelope().source(), e.envelope().detailType()));
        };
    }

    private static Reading spot(Delivery delivery, Event.SpotInterruption event) {
        var times = WarningTimes.of(delivery);
        // EC2 begins to hibernate as soon as it has said so.
        var hibernates = event.action().equals("hibernate");
        var end = hibernates ? times.since() : times.since().plus(WarningTimes.LEAD);
        var note = hibernates ? join(times.note(), "hibernation begins without a lead") : times.note();
        return instance(delivery, Kind.SPOT_INTERRUPTION, event.instanceId(), Optional.of(end), end, note);
    }

    private static Reading stateChange(Delivery delivery, Event.StateChange event) {
        if (!GOING.contains(event.state())) {
            return Reading.ignored(
                    delivery.id(),
                    "instance %s is \"%s\": only %s are watched"
                            .formatted(
                                    event.instanceId(), event.state(), "stopping, stopped, shutting-down, terminated"));
        }
        var times = WarningTimes.of(delivery);
        var note = join(times.note(), "the instance is " + event.state());
        var end = times.since().plus(WarningTimes.LEAD);
        return instance(delivery, Kind.STATE_CHANGE, event.instanceId(), Optional.empty(), end, note);
    }

    private static Reading capacityReservation(Delivery delivery, Event.CapacityReservationInterruption event) {
        var times = WarningTimes.of(delivery);
        var end = event.terminationTime().orElse(times.since().plus(WarningTimes.LEAD));
        return instance(
                delivery,
                Kind.CAPACITY_RESERVATION_INTERRUPTION,
                event.instanceId(),
                Optional.of(end),
                end,
                times.note());
    }

    private static Reading capacityBlock(Delivery delivery, Event.CapacityBlockExpiration event) {
        var times = WarningTimes.of(delivery);
        var what = "capacity block %s ends %s"
                .formatted(
                        event.capacityReservationId().isEmpty() ? "(not named)" : event.capacityReservationId(),
                        event.endDate().map(end -> "at " + end).orElse("at a time that the event does not give"));
        var note = join(times.note(), what);
        return Reading.of(warning(
                delivery,
                Kind.CAPACITY_BLOCK_EXPIRATION,
                Optional.empty(),
                event.endDate(),
                event.endDate().orElse(times.since()),
                Optional.empty(),
                note));
    }

    private static Reading recorded(Delivery delivery, Kind kind, String instanceId) {
        var times = WarningTimes.of(delivery);
        return instance(delivery, kind, instanceId, Optional.empty(), times.since(), times.note());
    }

    private static Reading health(Delivery delivery, Event.Health event) {
        if (!event.service().equals("EC2") || !event.category().equals("scheduledChange")) {
            return Reading.ignored(
                    delivery.id(),
                    "AWS Health, service \"%s\", category \"%s\": only scheduled changes of EC2 are watched"
                            .formatted(event.service(), event.category()));
        }
        if (event.entities().isEmpty()) {
            return Reading.ignored(delivery.id(), "AWS Health event %s names no entity".formatted(event.typeCode()));
        }
        var warnings = new ArrayList<Warning>();
        var ignored = new ArrayList<Ignored>();
        for (var entity : event.entities().stream().distinct().toList()) {
            var id = instanceId(entity);
            if (INSTANCE_ID.matcher(id).matches()) {
                warnings.add(healthOf(delivery, event, id));
            } else {
                ignored.add(new Ignored(delivery.id(), "AWS Health names \"%s\", no instance".formatted(entity)));
            }
        }
        return new Reading(warnings, ignored);
    }

    private static Warning healthOf(Delivery delivery, Event.Health event, String instanceId) {
        var times = WarningTimes.of(delivery);
        return warning(
                delivery,
                Kind.HEALTH_SCHEDULED_CHANGE,
                Optional.of(instanceId),
                Optional.empty(),
                times.since(),
                notOurs(event),
                join(times.note(), join(event.typeCode(), start(event))));
    }

    /** As Health writes it: nothing is done at that time, people read it. */
    private static String start(Event.Health event) {
        var start = event.envelope().detail().path("startTime").asString("");
        return start.isBlank() ? "" : "starts " + start;
    }

    private static Optional<String> notOurs(Event.Health event) {
        if (event.statusCode().equals("closed")) {
            return Optional.of("the scheduled change is closed");
        }
        var region = event.envelope().region();
        var isElsewhere = !event.eventRegion().isEmpty() && !event.eventRegion().equals(region);
        if (event.backup() || isElsewhere) {
            return Optional.of(
                    "a copy for the backup Region %s; the change is in %s".formatted(region, event.eventRegion()));
        }
        return Optional.empty();
    }

    private static String instanceId(String entity) {
        var arn = INSTANCE_ARN.matcher(entity);
        return arn.matches() ? arn.group(1) : entity;
    }

    private static Reading instance(
            Delivery delivery, Kind kind, String id, Optional<Instant> goesAt, Instant lookUntil, String note) {
        if (!INSTANCE_ID.matcher(id).matches()) {
            return Reading.ignored(delivery.id(), "\"%s\" is no instance id".formatted(id));
        }
        return Reading.of(warning(delivery, kind, Optional.of(id), goesAt, lookUntil, Optional.empty(), note));
    }

    private static Warning warning(
            Delivery delivery,
            Kind kind,
            Optional<String> id,
            Optional<Instant> goesAt,
            Instant lookUntil,
            Optional<String> ignoredBecause,
            String note) {
        var envelope = delivery.event().envelope();
        return new Warning(
                delivery.id(),
                envelope.id(),
                delivery.message().isPresent(),
                delivery.message().map(SqsMessage::receiveCount).orElse(1),
                kind,
                id,
                envelope.account(),
                envelope.region(),
                zone(envelope),
                delivery.now(),
                WarningTimes.of(delivery).since(),
                goesAt,
                lookUntil,
                ignoredBecause,
                note);
    }

    /** A spot warning's ARN has the zone where others have the Region. */
    private static Optional<String> zone(Envelope envelope) {
        return envelope.resources().stream()
                .map(PLACE_OF_ARN::matcher)
                .filter(Matcher::matches)
                .map(arn -> arn.group(1))
                .filter(place -> place.length() > envelope.region().length() && place.startsWith(envelope.region()))
                .findFirst();
    }

    private static String join(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }
}
