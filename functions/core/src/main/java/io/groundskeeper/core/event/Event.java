package io.groundskeeper.core.event;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An event that some function may act on, read out of its EventBridge envelope. */
public sealed interface Event {

    /** The envelope that it came in. */
    Envelope envelope();

    /** A call of an AWS API, as CloudTrail recorded it. */
    record ApiCall(Envelope envelope, CloudTrailRecord record) implements Event {}

    /**
     * EC2 takes a spot instance back in two minutes.
     *
     * @param action terminate, stop or hibernate
     * @param zone the availability zone, which the event's ARN carries in its region's place
     */
    record SpotInterruption(Envelope envelope, String instanceId, String action, Optional<String> zone)
            implements Event {}

    /** EC2 sees a raised risk that a spot instance will be taken back. */
    record RebalanceRecommendation(Envelope envelope, String instanceId) implements Event {}

    /** @param state lower case: pending, running, stopping, stopped, shutting-down or terminated */
    record StateChange(Envelope envelope, String instanceId, String state) implements Event {}

    /** @param terminationTime when the instance goes, where the event says so */
    record CapacityReservationInterruption(
            Envelope envelope, String instanceId, String action, Optional<Instant> terminationTime) implements Event {}

    /** @param endDate when the capacity block ends, where the event says so */
    record CapacityBlockExpiration(Envelope envelope, String capacityReservationId, Optional<Instant> endDate)
            implements Event {}

    /**
     * An AWS Health event.
     *
     * @param service for example EC2
     * @param category issue, accountNotification, investigation or scheduledChange
     * @param statusCode lower case: open, upcoming or closed; empty when absent
     * @param eventRegion the Region that is affected; empty when absent
     * @param backup whether this is the copy that Health sends to a backup Region
     * @param entities the affected entities' values, else the envelope's resources, verbatim: ids or ARNs
     */
    record Health(
            Envelope envelope,
            String service,
            String category,
            String typeCode,
            String statusCode,
            String eventRegion,
            boolean backup,
            List<String> entities)
            implements Event {

        public Health {
            entities = List.copyOf(entities);
        }
    }

    /**
     * A function's message to itself: work on one cluster.
     *
     * @param cluster its name, as it was sent
     * @param task what to do, for example {@code reconcile}
     */
    record ClusterTask(Envelope envelope, String cluster, String task) implements Event {}

    /**
     * A test warning of interruption-queue: it takes a real warning's way, and nothing is done about it.
     *
     * @param cluster whose instance it is said to be, as it was sent
     * @param instanceId which instance, as it was sent
     * @param sent when it was sent
     */
    record Drill(Envelope envelope, String cluster, String instanceId, Instant sent) implements Event {}

    /** It is time for interruption-queue's digest of the last day. */
    record DailyDigest(Envelope envelope) implements Event {}

    /** A schedule of EventBridge says that it is time. */
    record Schedule(Envelope envelope) implements Event {}

    /** An event of a kind that no function knows: counted, never an error. */
    record Unknown(Envelope envelope) implements Event {}
}
