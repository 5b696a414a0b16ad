package io.groundskeeper.core.interruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesiredQueueTest {

    @ParameterizedTest
    @ValueSource(strings = {"aws:sqs:us-east-1", "aws-cn:sqs:cn-north-1", "aws-us-gov:sqs:us-gov-west-1"})
    void senders_issue13_areNamedAlikeInEveryPartition(String place) {
        var arn = "arn:%s:123456789012:Karpenter-dev".formatted(place);
        var policy = Json.read(new DesiredQueue(arn).attributes().get("Policy"));
        assertThat(policy.at("/Statement/0/Principal"))
                .isEqualTo(Json.read("{\"Service\":[\"events.amazonaws.com\",\"sqs.amazonaws.com\"]}"));
        assertThat(policy.path("Statement")
                        .valueStream()
                        .map(statement -> statement.path("Resource").asString()))
                .containsOnly(arn);
    }
}
