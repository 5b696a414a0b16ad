package io.groundskeeper.local.environment;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/**
 * SDK clients for an environment that is not this process's own, as the SDK would make them in it: AWS_REGION,
 * AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_&lt;SERVICE&gt; and the credentials, else those of the SDK's usual chain.
 */
public final class EnvironmentClients {

    private final Map<String, String> environment;
    private final SdkHttpClient http = UrlConnectionHttpClient.create();

    /** @param environment by name, such as {@link System#getenv()} */
    public EnvironmentClients(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * The region.
     *
     * @throws IllegalArgumentException if neither AWS_REGION nor AWS_DEFAULT_REGION is set
     */
    public Region region() {
        return Region.of(find("AWS_REGION")
                .or(() -> find("AWS_DEFAULT_REGION"))
                .orElseThrow(() -> new IllegalArgumentException("Set AWS_REGION to the region to work in")));
    }

    /**
     * A client.
     *
     * @param service what follows AWS_ENDPOINT_URL_, such as EKS
     */
    public <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C build(B builder, String service) {
        find("AWS_ENDPOINT_URL_" + service)
                .or(() -> find("AWS_ENDPOINT_URL"))
                .map(URI::create)
                .ifPresent(builder::endpointOverride);
        return builder.region(region())
                .credentialsProvider(credentials())
                .httpClient(http)
                .build();
    }

    /** Whether there are credentials at all; nobody is asked whether they are any good. */
    public boolean hasCredentials() {
        try {
            credentials().resolveCredentials();
            return true;
        } catch (SdkClientException e) {
            return false;
        }
    }

    private AwsCredentialsProvider credentials() {
        return find("AWS_ACCESS_KEY_ID")
                .<AwsCredentialsProvider>map(key -> StaticCredentialsProvider.create(credentials(key)))
                .orElseGet(() -> DefaultCredentialsProvider.builder().build());
    }

    private AwsCredentials credentials(String accessKeyId) {
        var secret = find("AWS_SECRET_ACCESS_KEY").orElse("");
        return find("AWS_SESSION_TOKEN")
                .<AwsCredentials>map(token -> AwsSessionCredentials.create(accessKeyId, secret, token))
                .orElseGet(() -> AwsBasicCredentials.create(accessKeyId, secret));
    }

    private Optional<String> find(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }
}
