package io.groundskeeper.local.karpenter;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.kubernetes.Interruption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KarpenterMessageTest {
    private static final String SPOT = """
            {"version":"0","source":"aws.ec2","detail-type":"EC2 Spot Instance Interruption Warning",
             "time":"2026-11-30T10:00:00Z","resources":["arn"],"detail":{"instance-id":"i-1","instance-action":"stop"}}
            """;
    private static final String STATE = """
            {"version":"0","source":"aws.ec2","detail-type":"EC2 Instance State-change Notification",
             "detail":{"instance-id":"i-1","state":"%s"}}
            """;
    private static final String HEALTH = """
            {"version":"0","source":"aws.health","detail-type":"AWS Health Event","detail":{"service":"%s",
             "eventTypeCategory":"%s","affectedEntities":[{"entityValue":"i-1"},{"entityValue":"i-2"}]}}
            """;

    @Test
    void spotWarning_isRead() {
        assertThat(KarpenterMessage.parse(SPOT)).contains(new KarpenterMessage(Interruption.SPOT, List.of("i-1")));
    }

    @ParameterizedTest
    @CsvSource({"stopping,STOPPING", "Stopped,STOPPING", "shutting-down,TERMINATING", "terminated,TERMINATING"})
    void stateChange_isReadWhenItIsAnEnd(String state, Interruption read) {
        assertThat(KarpenterMessage.parse(STATE.formatted(state))).contains(new KarpenterMessage(read, List.of("i-1")));
        assertThat(KarpenterMessage.parse(STATE.formatted("running"))).isEmpty();
    }

    @Test
    void healthEvent_isReadWhenSomethingOfEc2IsScheduled() {
        assertThat(KarpenterMessage.parse(HEALTH.formatted("EC2", "scheduledChange")))
                .contains(new KarpenterMessage(Interruption.SCHEDULED_CHANGE, List.of("i-1", "i-2")));
        assertThat(KarpenterMessage.parse(HEALTH.formatted("EC2", "issue"))).isEmpty();
        assertThat(KarpenterMessage.parse(HEALTH.formatted("RDS", "scheduledChange")))
                .isEmpty();
    }

    @Test
    void rebalanceRecommendation_endsNothing() {
        String rebalance =
                SPOT.replace("EC2 Spot Instance Interruption Warning", "EC2 Instance Rebalance Recommendation");
        assertThat(KarpenterMessage.parse(rebalance))
                .contains(new KarpenterMessage(Interruption.REBALANCE, List.of("i-1")));
    }

    @Test
    void notificationAroundAnEvent_isAboutNothing() {
        assertThat(KarpenterMessage.parse(
                        "{\"Type\":\"Notification\",\"Message\":\"{\\\"source\\\":\\\"aws.ec2\\\"}\"}"))
                .isEmpty();
        assertThat(KarpenterMessage.parse(SPOT.replace("\"version\":\"0\"", "\"version\":\"1\"")))
                .isEmpty();
        assertThat(KarpenterMessage.parse(SPOT.replace("aws.ec2", "aws.EC2"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no json", "[]", "\"text\"", "{"})
    void whatIsNoEvent_isAboutNothing(String body) {
        assertThat(KarpenterMessage.parse(body)).isEmpty();
    }

    @Test
    void badTimeOrResources_keepAMessageFromBeingRead() {
        assertThat(KarpenterMessage.parse(SPOT.replace("2026-11-30T10:00:00Z", "yesterday")))
                .isEmpty();
        assertThat(KarpenterMessage.parse(SPOT.replace("[\"arn\"]", "\"arn\""))).isEmpty();
    }
}
