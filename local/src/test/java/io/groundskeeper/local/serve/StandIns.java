package io.groundskeeper.local.serve;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;

/** The services, and SDK clients that reach them as the environment says. */
final class StandIns implements AutoCloseable {
    final Services services;

    StandIns(Map<String, String> caller) {
        var root = Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();
        services = Services.start(root, caller, Duration.ofMillis(300));
    }

    String variable(String name) {
        return services.environment().get(name);
    }

    /** A client of what the environment names for a service, or of moto. */
    <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(B builder, String service) {
        return client(
                builder,
                service,
                AwsSessionCredentials.create(
                        variable("AWS_ACCESS_KEY_ID"),
                        variable("AWS_SECRET_ACCESS_KEY"),
                        variable("AWS_SESSION_TOKEN")));
    }

    <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C client(
            B builder, String service, AwsCredentials credentials) {
        String own = variable("AWS_ENDPOINT_URL_" + service);
        return builder.endpointOverride(URI.create(own == null ? variable("AWS_ENDPOINT_URL") : own))
                .region(Region.of(variable("AWS_REGION")))
                .credentialsProvider(StaticCredentialsProvider.create(credentials))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    @Override
    public void close() {
        services.close();
    }
}
