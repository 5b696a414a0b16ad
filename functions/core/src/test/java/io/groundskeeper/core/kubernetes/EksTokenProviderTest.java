package io.groundskeeper.core.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.TestClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.regions.Region;

class EksTokenProviderTest {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-30T10:00:00Z"));
    private AwsCredentials credentials = AwsBasicCredentials.create("AKIDONE", "one");
    private final EksTokenProvider provider = new EksTokenProvider("dev", () -> credentials, Region.US_EAST_1, clock);

    @Test
    void token_isKeptForFourteenMinutes() {
        var first = provider.getToken();
        clock.forward(Duration.ofMinutes(14).minusSeconds(1));

        assertThat(provider.getToken()).isEqualTo(first);
    }

    @Test
    void tokenOfFourteenMinutes_isMadeAnew() {
        var first = provider.getToken();
        clock.forward(Duration.ofMinutes(14));

        assertThat(provider.getToken()).isNotEqualTo(first);
    }

    @Test
    void replacedCredentials_makeANewToken() {
        var first = provider.getToken();
        credentials = AwsBasicCredentials.create("AKIDTWO", "two");

        assertThat(provider.getToken()).isNotEqualTo(first);
    }
}
