package io.groundskeeper.local.eks;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.FakeIdentities;
import io.groundskeeper.local.identity.TokenVerifier;
import io.groundskeeper.local.kubernetes.Authenticator;
import io.groundskeeper.local.kubernetes.Cloud;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The EKS stand-in with a clock of its own, called as AKIADEV, who is the user ann. */
final class EksFixture implements AutoCloseable {
    static final String ROLE = "arn:aws:iam::123456789012:role/team/worker";
    static final String NETWORK = "\"roleArn\":\"arn:aws:iam::123456789012:role/eks\","
            + "\"resourcesVpcConfig\":{\"subnetIds\":[\"subnet-a\",\"subnet-b\"]}";

    final FakeClock clock = new FakeClock();
    final FakeSurroundings surroundings = new FakeSurroundings();
    final Map<String, Authenticator> authenticators = new HashMap<>();
    final FakeIdentities identities = new FakeIdentities()
            .user("AKIADEV", "ann")
            .role("AKIAROLE", "/team/", "worker")
            .user("AKIABOB", "bob");
    final EksService eks = new EksService(
            identities,
            surroundings,
            new Clusters(clock, Duration.ofSeconds(3), new NodeFleet(surroundings)),
            this::open);
    private final HttpClient http = HttpClient.newHttpClient();

    /** An answer. */
    record Answer(int status, String error, JsonNode body) {

        String at(String pointer) {
            return body.at(pointer).asString("");
        }
    }

    private KubernetesApi open(String cluster, String version, Access access, Cloud cloud) {
        var tokens = new TokenVerifier(identities, URI.create("http://127.0.0.1:5000"), clock);
        var authenticator = new EksAuthenticator(cluster, tokens, access);
        authenticators.put(cluster, authenticator);
        return KubernetesApi.start(cluster, version, authenticator, cloud);
    }

    Answer call(String method, String path, String body) {
        var request = HttpRequest.newBuilder(URI.create(eks.uri() + path))
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIADEV/20261130/us-east-1/eks/aws4_request,"
                                + " SignedHeaders=host, Signature=00")
                .method(method, BodyPublishers.ofString(body));
        return send(request);
    }

    Answer send(HttpRequest.Builder request) {
        try {
            var answer = http.send(request.build(), BodyHandlers.ofByteArray());
            String error = answer.headers().firstValue("x-amzn-ErrorType").orElse("");
            return new Answer(answer.statusCode(), error, Json.parse(answer.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    URI uri() {
        return eks.uri();
    }

    /** Creates a cluster and lets it become ACTIVE; an empty mode is the API's default. */
    void active(String name, String mode) {
        String access = mode.isEmpty() ? "" : ",\"accessConfig\":{\"authenticationMode\":\"" + mode + "\"}";
        var answer = call("POST", "/clusters", "{\"name\":\"" + name + "\"," + NETWORK + access + "}");
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        clock.pass(Duration.ofSeconds(3));
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static void refused(Answer answer, int status, String error, String message) {
        assertThat(answer.error()).as(answer.toString()).isEqualTo(error);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.at("/message")).contains(message);
    }

    @Override
    public void close() {
        eks.close();
        http.close();
    }
}
