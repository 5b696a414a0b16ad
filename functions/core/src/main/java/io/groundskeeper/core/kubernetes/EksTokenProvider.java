package io.groundskeeper.core.kubernetes;

import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * The tokens for one cluster. A token is good for 15 minutes and kept for 14; one made from credentials that have since
 * been replaced is made anew. Safe for use by several threads.
 */
final class EksTokenProvider implements OAuthTokenProvider {

    private static final Duration KEPT = Duration.ofMinutes(14);

    private record Kept(String token, String accessKeyId, Instant until) {}

    private final EksToken tokens;
    private final String clusterName;
    private final AwsCredentialsProvider credentials;
    private final Region region;
    private final Clock clock;
    private Kept kept;

    EksTokenProvider(String clusterName, AwsCredentialsProvider credentials, Region region, Clock clock) {
        this.tokens = new EksToken(clock);
        this.clusterName = clusterName;
        this.credentials = credentials;
        this.region = region;
        this.clock = clock;
    }

    @Override
    public synchronized String getToken() {
        var current = credentials.resolveCredentials();
        var now = clock.instant();
        if (kept == null || !now.isBefore(kept.until()) || !kept.accessKeyId().equals(current.accessKeyId())) {
            kept = new Kept(tokens.of(clusterName, current, region), current.accessKeyId(), now.plus(KEPT));
        }
        return kept.token();
    }
}
