package io.groundskeeper.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.json.Json;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class EventParserTest {

    private static final String SPOT = "EC2 Spot Instance Interruption Warning";

    @Test
    void spotInterruption_hasInstanceActionAndZone() {
        var event = (Event.SpotInterruption) parse(
                "aws.ec2",
                SPOT,
                "{\"instance-id\":\"i-0abc\",\"instance-action\":\"terminate\"}",
                "[\"arn:aws:ec2:us-east-1b:instance/i-0abc\"]");

        assertThat(event.instanceId()).isEqualTo("i-0abc");
        assertThat(event.action()).isEqualTo("terminate");
        assertThat(event.zone()).contains("us-east-1b");
        assertThat(event.envelope().time()).contains(Instant.parse("2026-11-30T10:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "arn:aws:ec2:us-east-1b:instance/i-0, us-east-1b",
        "arn:aws-cn:ec2:cn-north-1a:instance/i-0, cn-north-1a",
        "arn:aws:ec2:us-west-2-lax-1a:instance/i-0, us-west-2-lax-1a",
        "arn:aws:ec2:us-east-1b:123456789012:instance/i-0, us-east-1b",
        "arn:aws:ec2:us-east-1:123456789012:instance/i-0, ",
        "arn:aws:ec2:us-east-1:instance/i-0, ",
        "nonsense, "
    })
    void zone_isReadOutOfEitherFormOfArn(String arn, String zone) {
        var event = (Event.SpotInterruption) parse("aws.ec2", SPOT, "{\"instance-id\":\"i-0\"}", "[\"" + arn + "\"]");

        assertThat(event.zone().orElse(null)).isEqualTo(zone);
    }

    @Test
    void rebalance_hasInstance() {
        assertThat(parse("aws.ec2", "EC2 Instance Rebalance Recommendation", "{\"instance-id\":\"i-1\"}"))
                .isInstanceOfSatisfying(
                        Event.RebalanceRecommendation.class,
                        event -> assertThat(event.instanceId()).isEqualTo("i-1"));
    }

    @Test
    void stateChange_isInLowerCase() {
        assertThat(parse(
                        "aws.ec2",
                        "EC2 Instance State-change Notification",
                        "{\"instance-id\":\"i-1\",\"state\":\"Stopped\"}"))
                .isInstanceOfSatisfying(
                        Event.StateChange.class,
                        event -> assertThat(event.state()).isEqualTo("stopped"));
    }

    @Test
    void capacityReservation_hasItsEnd() {
        assertThat(parse(
                        "aws.ec2",
                        "EC2 Capacity Reservation Instance Interruption Warning",
                        "{\"instance-id\":\"i-1\",\"instance-termination-time\":\"2026-11-30T07:02:00Z\"}"))
                .isInstanceOfSatisfying(
                        Event.CapacityReservationInterruption.class,
                        event -> assertThat(event.terminationTime()).contains(Instant.parse("2026-11-30T07:02:00Z")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Capacity Block Expiration Warning", "Capacity Block Reservation Expiration Warning"})
    void capacityBlock_isKnownByBothNames(String detailType) {
        assertThat(parse("aws.ec2", detailType, "{\"capacity-reservation-id\":\"cr-1\",\"end-date\":\"soon\"}"))
                .isInstanceOfSatisfying(Event.CapacityBlockExpiration.class, event -> {
                    assertThat(event.capacityReservationId()).isEqualTo("cr-1");
                    assertThat(event.endDate()).isEmpty();
                });
    }

    @Test
    void health_hasItsEntities() {
        assertThat(
                        parse(
                                "aws.health",
                                "AWS Health Event",
                                "{\"service\":\"EC2\",\"backupEvent\":\"true\",\"affectedEntities\":"
                                        + "[{\"entityValue\":\"i-1\"},{\"entityValue\":null},{},1,null,{\"entityValue\":\"i-2\"}]}"))
                .isInstanceOfSatisfying(Event.Health.class, event -> {
                    assertThat(event.entities()).containsExactly("i-1", "i-2");
                    assertThat(event.backup()).isTrue();
                    assertThat(event.statusCode()).isEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"affectedEntities\":null}",
                "{\"affectedEntities\":{}}",
                "{\"affectedEntities\":\"i-1\"}"
            })
    void healthWithoutEntities_hasNone(String detail) {
        assertThat(((Event.Health) parse("aws.health", "AWS Health Event", detail)).entities())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AWS API Call via CloudTrail", "Amazon API Call via CloudTrail"})
    void apiCall_hasItsRecord(String detailType) {
        assertThat(
                        parse(
                                "aws.eks",
                                detailType,
                                "{\"eventSource\":\"eks.amazonaws.com\",\"eventName\":\"CreateCluster\",\"errorCode\":\"Denied\","
                                        + "\"requestParameters\":null,\"eventTime\":\"yyyy\",\"userIdentity\":{\"accountId\":\"1\"}}"))
                .isInstanceOfSatisfying(Event.ApiCall.class, event -> {
                    assertThat(event.record().eventName()).isEqualTo("CreateCluster");
                    assertThat(event.record().errorCode()).contains("Denied");
                    assertThat(event.record().requestParameters().isNull()).isTrue();
                    assertThat(event.record().responseElements().isMissingNode())
                            .isTrue();
                    assertThat(event.record().time()).isEmpty();
                    assertThat(event.record().accountId()).isEqualTo("1");
                });
    }

    @Test
    void apiCallWithoutRecord_saysWhatItLacks() {
        assertThatThrownBy(() -> parse("aws.eks", "AWS API Call via CloudTrail", "{\"eventName\":1}"))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("detail.eventSource");
    }

    @Test
    void bareRecord_isWrapped() {
        var call = EventParser.wrap(Json.read(
                "{\"eventSource\":\"s3.amazonaws.com\",\"eventName\":\"CreateBucket\",\"awsRegion\":\"eu-west-1\"}"));

        assertThat(call.envelope().source()).isEqualTo("aws.s3");
        assertThat(call.envelope().region()).isEqualTo("eu-west-1");
        assertThat(call.record().errorCode()).isEmpty();
    }

    @Test
    void clusterTask_hasClusterAndTask() {
        var event = (Event.ClusterTask) parse(
                "groundskeeper.karpenter-bootstrap",
                "Cluster Task",
                "{\"cluster\":\"dev\",\"task\":\"reconcile\"}",
                "[]");
        assertThat(event.cluster()).isEqualTo("dev");
        assertThat(event.task()).isEqualTo("reconcile");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | cluster",
                "{\"cluster\":\"dev\"} | task",
                "{\"cluster\":\"dev\",\"task\":\" \"} | task",
                "{\"cluster\":7,\"task\":\"remove\"} | cluster",
                "null | cluster"
            })
    void clusterTaskThatLacksAPart_saysWhich(String detail, String part) {
        assertThatThrownBy(() -> parse("groundskeeper.karpenter-bootstrap", "Cluster Task", detail, "[]"))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("detail." + part);
    }

    @Test
    void drill_hasClusterInstanceAndTime() {
        var event = (Event.Drill) parse(
                "groundskeeper.interruption-queue",
                "Interruption Drill",
                "{\"cluster\":\"dev\",\"instance-id\":\"i-0abc\",\"sent\":\"2026-11-30T10:00:00.250Z\"}",
                "[]");
        assertThat(event.cluster()).isEqualTo("dev");
        assertThat(event.instanceId()).isEqualTo("i-0abc");
        assertThat(event.sent()).isEqualTo("2026-11-30T10:00:00.250Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | sent",
                "{\"cluster\":\"dev\",\"instance-id\":\"i-0abc\",\"sent\":\"soon\"} | sent",
                "{\"cluster\":\"dev\",\"sent\":\"2026-11-30T10:00:00Z\"} | instance-id",
                "{\"instance-id\":\"i-0abc\",\"sent\":\"2026-11-30T10:00:00Z\"} | cluster"
            })
    void drillThatLacksAPart_saysWhich(String detail, String part) {
        assertThatThrownBy(() -> parse("groundskeeper.interruption-queue", "Interruption Drill", detail, "[]"))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("detail." + part);
    }

    @Test
    void digest_isKnownOfOurOwnSourceOnly() {
        assertThat(parse("groundskeeper.interruption-queue", "Daily Digest", "{}", "[]"))
                .isInstanceOf(Event.DailyDigest.class);
        assertThat(parse("my.app", "Daily Digest", "{}", "[]")).isInstanceOf(Event.Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws.events", "aws.scheduler"})
    void schedule_isKnownOfBothServices(String source) {
        assertThat(parse(source, "Scheduled Event", "{}", "[]")).isInstanceOf(Event.Schedule.class);
    }

    @Test
    void anythingElse_isUnknown() {
        assertThat(parse("aws.autoscaling", "EC2 Instance-terminate Lifecycle Action", "{}"))
                .isInstanceOf(Event.Unknown.class);
        assertThat(parse("my.app", SPOT, "{}")).isInstanceOf(Event.Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abcd",
                "null",
                "[]",
                "1",
                "{}",
                "{\"source\":null,\"detail-type\":null}",
                "{\"source\":[],\"detail-type\":\"x\"}",
                "{\"detail_type\":\"EC2 Spot Instance Interruption Warning\",\"source\":\"aws.ec2\"}",
                "{\"source\":\"aws.ec2\",\"detail-type\":"
            })
    void noEvent_isMalformed(String text) {
        assertThatThrownBy(() -> EventParser.parse(text)).isInstanceOf(MalformedEventException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "[]",
                "\"x\"",
                "{\"instance-id\":null}",
                "{\"instance-id\":7}",
                "{\"instance-id\":\"\"}",
                "{\"instance-id\":\"[Instance ID]\"}",
                "{\"instance-id\":{\"i-\":1}}"
            })
    void warningWithoutInstance_saysWhatItLacks(String detail) {
        assertThatThrownBy(() -> parse("aws.ec2", SPOT, detail))
                .isInstanceOf(MalformedEventException.class)
                .hasMessageContaining("detail.instance-id");
    }

    @ParameterizedTest
    @MethodSource("hostileValues")
    void hostileEnvelope_isReadAsAbsent(String value) {
        var event = EventParser.parse("""
                {"source":"my.app","detail-type":"x","id":%1$s,"account":%1$s,"region":%1$s,"time":%1$s,
                 "resources":%1$s,"detail":%1$s}""".formatted(value));

        assertThat(event.envelope().time()).isEmpty();
        assertThat(event.envelope().resources()).isEmpty();
        assertThat(event.envelope().account()).isEmpty();
    }

    static Stream<String> hostileValues() {
        return Stream.of("null", "1", "1e999", "true", "{}", "{\"a\":[{}]}", "[1,null,{}]");
    }

    @Test
    void deepDetail_isMalformedNotOverflown() {
        var deep = "[".repeat(100_000) + "]".repeat(100_000);

        assertThatThrownBy(() -> EventParser.parse("{\"source\":\"a\",\"detail-type\":\"b\",\"detail\":" + deep + "}"))
                .isInstanceOf(MalformedEventException.class);
    }

    @Test
    void hugeDetail_isRead() {
        var huge = "x".repeat(900_000);

        assertThat(parse("my.app", "x", "{\"text\":\"" + huge + "\"}")).isInstanceOf(Event.Unknown.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"2026-11-30T10:00:00Z\"'",
        "'\"2026-11-30T11:00:00+01:00\"'",
        "'\"2026-11-30T10:00:00.000Z\"'",
        "'\"2026-11-30 10:00:00.000000000\"'",
        "'\"2026-11-30T10:00:00\"'",
        "1796032800",
        "1796032800000",
        "'\"1796032800\"'"
    })
    void time_isReadInEachNotation(String time) {
        var event = EventParser.parse("{\"source\":\"my.app\",\"detail-type\":\"x\",\"time\":" + time + "}");

        assertThat(event.envelope().time()).contains(Instant.parse("2026-11-30T10:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"\"", "\"yyyy-mm-ddThh:mm:ssZ\"", "\"[Current time]\"", "\"2026-11-30\"", "17", "-1", "1.5"})
    void unusableTime_isAbsent(String time) {
        var event = EventParser.parse("{\"source\":\"my.app\",\"detail-type\":\"x\",\"time\":" + time + "}");

        assertThat(event.envelope().time()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"111122223333\"', '[]', 111122223333",
        "11122223333, '[]', 011122223333",
        "null, '[\"arn:aws:ec2:us-east-1:444455556666:instance/i-1\"]', 444455556666",
        "null, '\"arn:aws-cn:ec2:cn-north-1:444455556666:instance/i-1\"', 444455556666",
        "null, '[\"arn:aws:ec2:us-east-1a:instance/i-1\",\"arn:aws:s3:::b\"]', 777788889999",
        "'\"\"', '[]', 777788889999",
        "1, null, 777788889999",
    })
    void account_isTheEventsElseItsResourcesElseThatOfWhereItCameBy(String account, String resources, String expected) {
        var origin = Origin.of("arn:aws:sqs:eu-west-1:777788889999:warnings");
        var event = EventParser.parse(
                "{\"source\":\"my.app\",\"detail-type\":\"x\",\"account\":%s,\"resources\":%s}"
                        .formatted(account, resources),
                origin);

        assertThat(event.envelope().account()).isEqualTo(expected);
        assertThat(event.envelope().region()).isEqualTo("eu-west-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "arn", "arn:aws:sqs:us-east-1::q", "arn:aws:sqs:us-east-1:12345:q", "queue"})
    void originThatIsNoArn_saysNothing(String arn) {
        assertThat(Origin.of(arn)).isEqualTo(Origin.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"instance-id\":[\"i-2\"]}", "{\"instance-id\":null}"})
    void warningWithoutInstance_isOfTheOneInItsResources(String detail) {
        var event = (Event.SpotInterruption)
                parse("aws.ec2", SPOT, detail, "[\"arn:aws-us-gov:ec2:us-gov-west-1a:instance/i-1\"]");

        assertThat(event.instanceId()).isEqualTo("i-1");
        assertThat(event.zone()).contains("us-gov-west-1a");
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"capacity-reservation-id\":\"cr-1\",\"end-date\":\"2026-11-30T11:30:00Z\"}', '[]'",
        "'{\"capacityReservationId\":\"cr-1\",\"endDate\":\"2026-11-30T11:30:00Z\"}', '[]'",
        "'{\"end-date\":1796038200}', '[\"arn:aws:ec2:us-east-1:123456789012:capacity-reservation/cr-1\"]'",
        "'{\"end-date\":\"2026-11-30T11:30:00Z\"}', '\"arn:aws:ec2:us-east-1:123456789012:capacity-reservation/cr-1\"'",
    })
    void capacityBlock_isFoundUnderItsOtherNames(String detail, String resources) {
        assertThat(parse("aws.ec2", "Capacity Block Expiration Warning", detail, resources))
                .isInstanceOfSatisfying(Event.CapacityBlockExpiration.class, event -> {
                    assertThat(event.capacityReservationId()).isEqualTo("cr-1");
                    assertThat(event.endDate()).contains(Instant.parse("2026-11-30T11:30:00Z"));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"affectedEntities\":null}", "{\"affectedEntities\":[]}"})
    void healthWithoutEntities_hasThoseOfItsEnvelope(String detail) {
        var event = (Event.Health) parse("aws.health", "AWS Health Event", detail, "[\"i-1\",\"i-2\"]");

        assertThat(event.entities()).containsExactly("i-1", "i-2");
    }

    private static Event parse(String source, String detailType, String detail) {
        return parse(source, detailType, detail, "[]");
    }

    private static Event parse(String source, String detailType, String detail, String resources) {
        JsonNode json = Json.object()
                .put("id", "event-1")
                .put("source", source)
                .put("detail-type", detailType)
                .put("time", "2026-11-30T10:00:00Z")
                .set("detail", Json.read(detail));
        return EventParser.parse(Json.write(json).replaceFirst("}$", ",\"resources\":" + resources + "}"));
    }
}
