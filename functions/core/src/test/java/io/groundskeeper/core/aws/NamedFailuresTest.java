package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.setting.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.sqs.SqsClient;

class NamedFailuresTest {

    private static final AwsClients CLIENTS = new AwsClients(
            Settings.of(Map.of("AWS_REGION", "us-east-1")),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")),
            new AwsClients.Patience(Duration.ofMillis(100), Duration.ofMillis(300)));

    @Test
    void serverThatTakesCallsAndNeverAnswers_timesOutAndTheCallIsNamed() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                var sqs = sqs(silent.getLocalPort())) {
            assertThatThrownBy(sqs::listQueues)
                    .isInstanceOf(ApiCallTimeoutException.class)
                    .hasMessageContaining("Sqs ListQueues at http://127.0.0.1:%d got no answer", silent.getLocalPort());
        }
    }

    @Test
    void nobodyListens_callIsNamed() throws IOException {
        int port;
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        try (var sqs = sqs(port)) {
            assertThatThrownBy(sqs::listQueues)
                    .isInstanceOf(SdkClientException.class)
                    .hasMessageContaining("Sqs ListQueues at http://127.0.0.1:%d got no answer", port);
        }
    }

    private static SqsClient sqs(int port) {
        return CLIENTS.build(SqsClient.builder().endpointOverride(URI.create("http://127.0.0.1:" + port)));
    }
}
