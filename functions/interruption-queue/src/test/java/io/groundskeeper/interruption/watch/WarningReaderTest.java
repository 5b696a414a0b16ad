package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.alone;
import static io.groundskeeper.interruption.watch.Samples.event;
import static io.groundskeeper.interruption.watch.Samples.health;
import static io.groundskeeper.interruption.watch.Samples.spot;
import static io.groundskeeper.interruption.watch.Samples.stateChange;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.SqsMessage;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class WarningReaderTest {

    private final WarningReader reader = new WarningReader();

    @Test
    void spotInterruption_hasTwoMinutes() {
        var warning = one(spot(INSTANCE_ID), T.plusSeconds(30));

        assertThat(warning.kind()).isEqualTo(Kind.SPOT_INTERRUPTION);
        assertThat(warning.instanceId()).contains(INSTANCE_ID);
        assertThat(warning.secondsLeft()).contains(90L);
        assertThat(warning.isLate()).isFalse();
        assertThat(warning.note()).isEmpty();
    }

    @Test
    void oldSpotInterruption_isLateWithNothingLeft() {
        var warning = one(spot(INSTANCE_ID), T.plusSeconds(7200));

        assertThat(warning.isLate()).isTrue();
        assertThat(warning.secondsLeft()).contains(0L);
    }

    @Test
    void hibernation_hasNoLead() {
        var warning = one(spot(INSTANCE_ID, "hibernate"), T);

        assertThat(warning.isLate()).isTrue();
        assertThat(warning.note()).contains("without a lead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yyyy-mm-ddThh:mm:ssZ", "[Current time]", "yesterday", "2099-01-01T00:00:00Z"})
    void unusableTime_countsFromTheMessagesArrival(String time) {
        var event = spot(INSTANCE_ID).put("time", time);
        var message =
                new SqsMessage("m", "h", "arn", 1, Optional.of(T.plusSeconds(15)), event.toString(), Optional.of(T));
        var delivery = new Delivery("m", EventParser.parse(event), T.plusSeconds(20), Optional.of(message));
        var warning = reader.read(delivery).warnings().getFirst();

        assertThat(warning.since()).isEqualTo(T);
        assertThat(warning.secondsLeft()).contains(100L);
        assertThat(warning.note()).contains("no usable time");
    }

    @Test
    void unusableTimeOfASingleEvent_countsFromNow() {
        assertThat(one(spot(INSTANCE_ID).put("time", ""), T).secondsLeft()).contains(120L);
    }

    @Test
    void unusableTimeInAnOldSampleBatch_countsFromNow() {
        var event = spot(INSTANCE_ID).put("time", "");
        var old = Optional.of(Instant.ofEpochMilli(1523232000001L));
        var message = new SqsMessage("m", "h", "arn", 1, old, event.toString(), old);
        var delivery = new Delivery("m", EventParser.parse(event), T, Optional.of(message));

        assertThat(reader.read(delivery).warnings().getFirst().since()).isEqualTo(T);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopping", "stopped", "shutting-down", "terminated", "Stopping"})
    void goingState_isAWarningWithoutSecondsLeft(String state) {
        var warning = one(stateChange(INSTANCE_ID, state), T);

        assertThat(warning.kind()).isEqualTo(Kind.STATE_CHANGE);
        assertThat(warning.secondsLeft()).isEmpty();
        assertThat(warning.lookUntil()).isEqualTo(T.plusSeconds(120));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "running", "", "exploded"})
    void otherState_isIgnoredWithReason(String state) {
        var reading = reader.read(alone(stateChange(INSTANCE_ID, state), T));

        assertThat(reading.warnings()).isEmpty();
        assertThat(reading.ignored().getFirst().reason()).contains("\"" + state + "\"");
    }

    @Test
    void healthWithSeveralEntities_isAWarningForEachInstanceOnce() {
        var reading = reader.read(alone(
                health(
                        "i-0a1b2c3d4e5f60006",
                        "arn:aws:ec2:us-east-1:123456789012:instance/i-0a1b2c3d4e5f60007",
                        "i-0a1b2c3d4e5f60006",
                        "vol-0a1b2c3d4e5f60008"),
                T));

        assertThat(reading.warnings())
                .extracting(warning -> warning.instanceId().orElseThrow())
                .containsExactly("i-0a1b2c3d4e5f60006", "i-0a1b2c3d4e5f60007");
        assertThat(reading.ignored().getFirst().reason()).contains("vol-0a1b2c3d4e5f60008");
    }

    @Test
    void healthWithoutEntities_isIgnoredWithReason() {
        assertThat(reader.read(alone(health(), T)).ignored().getFirst().reason())
                .contains("names no entity");
    }

    @Test
    void closedHealthEvent_isAWarningThatIsIgnored() {
        var event = health(INSTANCE_ID);
        ((ObjectNode) event.path("detail")).put("statusCode", "closed");

        assertThat(one(event, T).ignoredBecause())
                .hasValueSatisfying(why -> assertThat(why).contains("closed"));
    }

    @Test
    void healthEventsBackupCopy_isAWarningThatIsIgnored() {
        var marked = health(INSTANCE_ID);
        ((ObjectNode) marked.path("detail")).put("backupEvent", "true");
        var elsewhere = health(INSTANCE_ID);
        ((ObjectNode) elsewhere.path("detail")).put("eventRegion", "us-west-2");

        assertThat(one(marked, T).ignoredBecause()).isPresent();
        assertThat(one(elsewhere, T).ignoredBecause())
                .hasValueSatisfying(why -> assertThat(why).contains("us-west-2"));
    }

    @Test
    void otherHealthEvent_isIgnoredWithReason() {
        var event = health(INSTANCE_ID);
        ((ObjectNode) event.path("detail")).put("eventTypeCategory", "issue");

        assertThat(reader.read(alone(event, T)).ignored().getFirst().reason()).contains("issue");
    }

    @Test
    void capacityReservation_endsWhenTheEventSays() {
        var detail = Json.object()
                .put("instance-id", INSTANCE_ID)
                .put("instance-termination-time", T.plusSeconds(300).toString());
        var event = event("aws.ec2", "EC2 Capacity Reservation Instance Interruption Warning", detail);

        assertThat(one(event, T).secondsLeft()).contains(300L);
    }

    @Test
    void capacityReservationWithoutEnd_hasTwoMinutes() {
        var detail = Json.object().put("instance-id", INSTANCE_ID);
        var event = event("aws.ec2", "EC2 Capacity Reservation Instance Interruption Warning", detail);

        assertThat(one(event, T).secondsLeft()).contains(120L);
    }

    @Test
    void capacityBlock_hasNoInstance() {
        var detail = Json.object()
                .put("capacity-reservation-id", "cr-1")
                .put("end-date", T.plusSeconds(2400).toString());
        var warning = one(event("aws.ec2", "Capacity Block Expiration Warning", detail), T);

        assertThat(warning.instanceId()).isEmpty();
        assertThat(warning.secondsLeft()).contains(2400L);
        assertThat(warning.note()).contains("cr-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HIBERNATE", "Hibernate"})
    void hibernation_isKnownInEachCase(String action) {
        assertThat(one(spot(INSTANCE_ID, action), T).note()).contains("without a lead");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:aws-cn:ec2:cn-north-1:123456789012:instance/i-0a1b2c3d4e5f60006",
                "arn:aws-us-gov:ec2:us-gov-west-1:123456789012:instance/i-0a1b2c3d4e5f60006",
                "arn:aws:ec2:us-east-1::instance/i-0a1b2c3d4e5f60006",
                "i-0a1b2c3d4e5f60006"
            })
    void healthEntity_isAnInstanceInEachPartition(String entity) {
        assertThat(one(health(entity), T).instanceId()).contains("i-0a1b2c3d4e5f60006");
    }

    @ParameterizedTest
    @CsvSource({"statusCode, CLOSED", "backupEvent, TRUE", "eventRegion, cn-north-1"})
    void healthEventThatIsNotOurs_isIgnored(String field, String value) {
        var event = health(INSTANCE_ID);
        ((ObjectNode) event.path("detail")).put(field, value);

        assertThat(one(event, T).ignoredBecause()).isPresent();
    }

    @Test
    void pageOfAHealthEvent_hasItsOwnEntities() {
        var event = health(INSTANCE_ID);
        ((ObjectNode) event.path("detail")).put("page", "2").put("totalPages", "3");

        assertThat(one(event, T).ignoredBecause()).isEmpty();
    }

    @Test
    void publicHealthEvent_namesNobodysInstances() {
        var event = health();
        ((ObjectNode) event.path("detail")).put("eventScopeCode", "PUBLIC").putNull("affectedEntities");

        assertThat(reader.read(alone(event, T)).ignored().getFirst().reason()).contains("names no entity");
    }

    @ParameterizedTest
    @ValueSource(strings = {"i-", "i-*", "i-0a/../1", "i-0a1b2c3d 4", "i-<!channel>"})
    void hostileInstanceId_isIgnoredWithReason(String id) {
        var reading = reader.read(alone(spot(id), T));

        assertThat(reading.warnings()).isEmpty();
        assertThat(reading.ignored().getFirst().reason()).contains("no instance id");
    }

    @Test
    void unknownEvent_isIgnoredWithItsName() {
        var reading = reader.read(alone(event("aws.ec2", "EC2 Fleet State Change", Json.object()), T));

        assertThat(reading.ignored().getFirst().reason()).contains("EC2 Fleet State Change");
    }

    private Warning one(ObjectNode event, Instant now) {
        return reader.read(alone(event, now)).warnings().getFirst();
    }
}
