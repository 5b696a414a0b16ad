package io.groundskeeper.core.interruption;

import static io.groundskeeper.core.interruption.Kind.CAPACITY_RESERVATION_INTERRUPTION;
import static io.groundskeeper.core.interruption.Kind.REBALANCE;
import static io.groundskeeper.core.interruption.Kind.SCHEDULED_CHANGE;
import static io.groundskeeper.core.interruption.Kind.SPOT_INTERRUPTION;
import static io.groundskeeper.core.interruption.Kind.STATE_CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.json.Json;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoverageTest {

    static Stream<Arguments> accepted() {
        var ec2 = Set.of(SPOT_INTERRUPTION, REBALANCE, STATE_CHANGE, CAPACITY_RESERVATION_INTERRUPTION);
        return Stream.of(
                Arguments.of(Templates.SPOT, Set.of(SPOT_INTERRUPTION)),
                Arguments.of(Templates.REBALANCE, Set.of(REBALANCE)),
                Arguments.of(Templates.STATE, Set.of(STATE_CHANGE)),
                Arguments.of(Templates.HEALTH, Set.of(SCHEDULED_CHANGE)),
                Arguments.of(Templates.CAPACITY, Set.of(CAPACITY_RESERVATION_INTERRUPTION)),
                // wider
                Arguments.of("{\"source\":[\"aws.ec2\"]}", ec2),
                Arguments.of("{\"source\":[{\"prefix\":\"aws.\"}]}", Set.of(Kind.values())),
                Arguments.of(
                        "{\"detail-type\":[{\"wildcard\":\"EC2 * Warning\"}]}",
                        Set.of(SPOT_INTERRUPTION, CAPACITY_RESERVATION_INTERRUPTION)),
                Arguments.of("{\"source\":[\"aws.ec2\"],\"detail-type\":[{\"anything-but\":[\"x\"]}]}", ec2),
                Arguments.of(
                        "{\"$or\":[{\"source\":[\"aws.ec2\"]},{\"source\":[\"aws.health\"]}]}", Set.of(Kind.values())),
                // one rule for all
                Arguments.of("""
                        {"source":["aws.ec2","aws.health"],"detail-type":["EC2 Spot Instance Interruption Warning",\
                        "EC2 Instance Rebalance Recommendation","EC2 Instance State-change Notification",\
                        "EC2 Capacity Reservation Instance Interruption Warning","AWS Health Event"]}""", Set.of(Kind.values())),
                // narrowed to what Karpenter reads
                Arguments.of("""
                        {"source":["aws.ec2"],"detail-type":["EC2 Instance State-change Notification"],\
                        "detail":{"state":["stopping","stopped","shutting-down","terminated"]}}""", Set.of(STATE_CHANGE)),
                Arguments.of("""
                        {"source":["aws.health"],"detail":{"service":["EC2"],"eventTypeCategory":["scheduledChange"]}}""", Set.of(SCHEDULED_CHANGE)),
                Arguments.of(
                        "{\"source\":[\"aws.ec2\"],\"account\":[\"123456789012\"],\"region\":[\"us-east-1\"]}", ec2),
                // narrowed to harm
                Arguments.of("{\"source\":[\"aws.ec2\"],\"account\":[\"999999999999\"]}", Set.of()),
                Arguments.of("{\"source\":[\"aws.ec2\"],\"region\":[\"us-east-2\"]}", Set.of()),
                Arguments.of("{\"detail\":{\"state\":[\"terminated\"]}}", Set.of()),
                Arguments.of("{\"detail\":{\"state\":[{\"anything-but\":\"stopping\"}]}}", Set.of()),
                Arguments.of("{\"detail\":{\"instance-id\":[{\"prefix\":\"i-0\"}]}}", Set.of()),
                Arguments.of("{\"detail\":{\"instance-action\":[\"terminate\"]}}", Set.of()),
                Arguments.of("{\"source\":[\"aws.health\"],\"detail\":{\"service\":[\"RDS\"]}}", Set.of()),
                Arguments.of("{\"source\":[\"aws.health\"],\"detail\":{\"statusCode\":[\"open\"]}}", Set.of()),
                Arguments.of("{\"resources\":[{\"prefix\":\"arn:aws:ec2:us-east-1b:\"}]}", Set.of()),
                Arguments.of("{\"time\":[{\"prefix\":\"2024\"}]}", Set.of()));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void pattern_coversTheKindsOfWhichItTakesEverySample(String pattern, Set<Kind> kinds) {
        var coverage = Coverage.of(Json.read(pattern), Account.DEV);
        assertThat(coverage.kinds()).isEqualTo(kinds);
        assertThat(coverage.unreadable()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"source\":\"aws.ec2\"}",
                "{\"source\":[]}",
                "{\"source\":[{\"suffixes\":\"x\"}]}",
                "[]",
                "null",
                "7",
                "\"source\"",
                "{\"source\":[{\"numeric\":[\"<\",\"x\"]}]}"
            })
    void patternThatCannotBeRead_coversNothingAndSaysWhy(String pattern) {
        var coverage = Coverage.of(Json.read(pattern), Account.DEV);
        assertThat(coverage.kinds()).isEmpty();
        assertThat(coverage.unreadable())
                .hasValueSatisfying(why -> assertThat(why).isNotBlank());
    }

    @ParameterizedTest
    @CsvSource({"aws,us-east-1", "aws-cn,cn-north-1", "aws-us-gov,us-gov-west-1"})
    void ourRules_coverAllKindsInEveryPartition(String partition, String region) {
        var cluster = new ClusterId(partition, region, "123456789012", "dev");
        var rules = DesiredRule.of(new Names(cluster));
        assertThat(rules.stream().flatMap(rule -> rule.purpose().stream())).containsExactlyInAnyOrder(Kind.values());
        assertThat(rules)
                .allMatch(rule -> Coverage.of(rule.pattern(), cluster).kinds().equals(rule.purpose()));
    }
}
