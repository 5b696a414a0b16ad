package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;

class NamedFailuresTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void callThatTakesTooLong_isATimeoutThatNamesTheCall() throws IOException {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> list(silent.getLocalPort(), c -> c.apiCallTimeout(SHORT)))
                    .isInstanceOf(ApiCallTimeoutException.class)
                    .hasMessageContainingAll("Sqs ListQueues", "got no answer");
        }
    }

    @Test
    void attemptThatTakesTooLong_isATimeoutThatNamesTheCall() throws IOException {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> list(silent.getLocalPort(), c -> c.apiCallAttemptTimeout(SHORT)))
                    .isInstanceOf(ApiCallAttemptTimeoutException.class)
                    .hasMessageContainingAll("Sqs ListQueues", "got no answer");
        }
    }

    @Test
    void endpointThatRefuses_isNamed() throws IOException {
        int port;
        try (var closed = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThatThrownBy(() -> list(port, c -> {}))
                .isInstanceOf(SdkClientException.class)
                .hasMessageContainingAll("Sqs ListQueues", "http://127.0.0.1:" + port, "got no answer");
    }

    private static void list(int port, Consumer<ClientOverrideConfiguration.Builder> patience) {
        try (var sqs = SqsClient.builder()
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .overrideConfiguration(c -> {
                    c.addExecutionInterceptor(new NamedFailures()).retryStrategy(AwsRetryStrategy.doNotRetry());
                    patience.accept(c);
                })
                .build()) {
            sqs.listQueues();
        }
    }
}
