package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.setting.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Throttling is waited out within a call, and handed on when it lasts. */
class ThrottlingTest {

    private static final Answer THROTTLED =
            Answer.of(400, "{\"__type\":\"com.amazonaws.sqs#ThrottlingException\",\"message\":\"Rate exceeded\"}");

    @ParameterizedTest
    @ValueSource(ints = 3)
    void callThatIsThrottledAFewTimes_succeeds(int times) {
        var answers = new ArrayList<>(Collections.nCopies(times, THROTTLED));
        answers.add(Answer.of(200, "{\"QueueUrl\":\"https://sqs/dev\"}"));
        try (var server = new LocalHttp(answers.toArray(Answer[]::new));
                var sqs = sqs(server, AwsClients.Patience.USUAL)) {
            assertThat(sqs.getQueueUrl(r -> r.queueName("dev")).queueUrl()).isEqualTo("https://sqs/dev");
            assertThat(server.requests()).hasSize(times + 1);
        }
    }

    @Test
    void callThatIsThrottledOnAndOn_endsWithItsPatience() {
        var patience = new AwsClients.Patience(Duration.ofSeconds(2), Duration.ofSeconds(2));
        try (var server = new LocalHttp(THROTTLED);
                var sqs = sqs(server, patience)) {
            assertThatThrownBy(() -> sqs.getQueueUrl(r -> r.queueName("dev"))).isInstanceOf(SdkException.class);
            assertThat(server.requests()).hasSizeBetween(1, 8);
        }
    }

    private static SqsClient sqs(LocalHttp server, AwsClients.Patience patience) {
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", "secret"));
        return new AwsClients(Settings.of(Map.of("AWS_REGION", "us-east-1")), credentials, patience)
                .build(SqsClient.builder().endpointOverride(server.uri()));
    }
}
