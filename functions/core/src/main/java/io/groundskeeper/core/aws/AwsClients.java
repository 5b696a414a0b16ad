package io.groundskeeper.core.aws;

import io.groundskeeper.core.setting.Settings;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/**
 * Builds the SDK's clients alike: one HTTP client, credentials of the function's role, adaptive retries. Endpoints come
 * from AWS_ENDPOINT_URL and AWS_ENDPOINT_URL_&lt;SERVICE&gt;, which the SDK reads itself. Safe for use by several threads.
 */
public final class AwsClients {

    // Throttling lasts for seconds, and the usual three attempts for one. The whole call's patience ends them sooner.
    private static final int ATTEMPTS = 8;

    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;
    private final Region region;
    private final Patience patience;

    /**
     * How long calls may take.
     *
     * @param attempt one attempt
     * @param call all attempts of a call
     */
    public record Patience(Duration attempt, Duration call) {

        /** For functions that have minutes. */
        public static final Patience USUAL = new Patience(Duration.ofSeconds(20), Duration.ofMinutes(1));
    }

    /** @param settings with AWS_REGION, which Lambda sets */
    public AwsClients(Settings settings) {
        this(settings, Patience.USUAL);
    }

    /** Clients of a function that has less time, or more. */
    public AwsClients(Settings settings, Patience patience) {
        // Not the default chain: its profile, SSO and instance steps are dead weight in Lambda's start-up. Container
        // credentials are what Lambda offers under SnapStart.
        this(
                settings,
                AwsCredentialsProviderChain.of(
                        EnvironmentVariableCredentialsProvider.create(),
                        ContainerCredentialsProvider.builder().build()),
                patience);
    }

    /** @param credentials to use instead of those of the function's role */
    public AwsClients(Settings settings, AwsCredentialsProvider credentials) {
        this(settings, credentials, Patience.USUAL);
    }

    AwsClients(Settings settings, AwsCredentialsProvider credentials, Patience patience) {
        this.patience = patience;
        this.region = Region.of(settings.find("AWS_REGION")
                .or(() -> settings.find("AWS_DEFAULT_REGION"))
                .orElseThrow(() -> settings.bad("AWS_REGION", "", "the region to work in, such as us-east-1")));
        this.http = UrlConnectionHttpClient.builder()
                .connectionTimeout(Duration.ofSeconds(3))
                .socketTimeout(patience.attempt())
                .build();
        this.credentials = credentials;
    }

    /** How long calls may take. */
    public Patience patience() {
        return patience;
    }

    /** The function's own region. */
    public Region region() {
        return region;
    }

    /** The credentials of the function's role. */
    public AwsCredentialsProvider credentials() {
        return credentials;
    }

    /** The HTTP client that all share. */
    public SdkHttpClient http() {
        return http;
    }

    /** A client for the function's own region: {@code clients.build(SqsClient.builder())}. */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C build(B builder) {
        return build(builder, region);
    }

    /** A client for another region. */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C build(B builder, Region elsewhere) {
        return builder.region(elsewhere)
                .credentialsProvider(credentials)
                .httpClient(http)
                .overrideConfiguration(c -> c.addExecutionInterceptor(new NamedFailures())
                        .retryStrategy(AwsRetryStrategy.adaptiveRetryStrategy().toBuilder()
                                .maxAttempts(ATTEMPTS)
                                .build())
                        .apiCallAttemptTimeout(patience.attempt())
                        .apiCallTimeout(patience.call()))
                .build();
    }
}
