package io.groundskeeper.local.moto;

import io.groundskeeper.local.identity.Scope;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** SDK clients that reach moto as another caller: with its key, hence its account, and in its region. Thread-safe. */
public final class MotoClients implements AutoCloseable {
    private final URI moto;
    private final SdkHttpClient http = UrlConnectionHttpClient.create();
    private final Map<Key, Object> clients = new ConcurrentHashMap<>();

    private record Key(Class<?> builder, Scope scope) {}

    /** Clients of the moto at this address. */
    public MotoClients(URI moto) {
        this.moto = moto;
    }

    /** The client that a builder builds, one for each kind and caller. */
    @SuppressWarnings("unchecked") // a builder's class decides the class of its client
    public <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C of(B builder, Scope scope) {
        return (C) clients.computeIfAbsent(
                new Key(builder.getClass(), scope),
                any -> builder.endpointOverride(moto)
                        .region(Region.of(scope.region()))
                        .httpClient(http)
                        // moto looks up the account by the key and checks no signature.
                        .credentialsProvider(StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(scope.accessKeyId(), "not-checked")))
                        .build());
    }

    /** S3, with buckets in the path since their names have no host here. */
    public S3Client s3(Scope scope) {
        return of(S3Client.builder().forcePathStyle(true), scope);
    }

    @Override
    public void close() {
        http.close();
    }
}
