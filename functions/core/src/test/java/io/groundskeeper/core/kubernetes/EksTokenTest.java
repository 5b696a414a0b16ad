package io.groundskeeper.core.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

class EksTokenTest {

    private static final JsonNode VECTORS = vectors();

    /** One token as {@code aws eks get-token} makes it. */
    record Vector(String region, String sessionToken, String cluster, String token) {

        @Override
        public String toString() {
            return "%s, %s, name of %d".formatted(region, sessionToken.isEmpty() ? "key" : "session", cluster.length());
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void token_isTheSameAsBotocores(Vector vector) {
        var clock = Clock.fixed(Instant.parse(text(VECTORS, "time")), ZoneOffset.UTC);

        assertThat(new EksToken(clock).of(vector.cluster(), credentials(vector), Region.of(vector.region())))
                .isEqualTo(vector.token());
    }

    @Test
    void vectors_coverPartitionsSessionsAndTheLongestName() {
        assertThat(all()).hasSize(8).anyMatch(vector -> vector.cluster().length() == 100);
        assertThat(all().map(Vector::region).distinct()).contains("us-east-1", "cn-north-1", "us-gov-west-1");
    }

    static Stream<Vector> all() {
        return StreamSupport.stream(VECTORS.path("tokens").spliterator(), false)
                .map(v -> new Vector(text(v, "region"), text(v, "sessionToken"), text(v, "cluster"), text(v, "token")));
    }

    private static AwsCredentialsIdentity credentials(Vector vector) {
        var id = text(VECTORS, "accessKeyId");
        var secret = text(VECTORS, "secretAccessKey");
        return vector.sessionToken().isEmpty()
                ? AwsCredentialsIdentity.create(id, secret)
                : AwsSessionCredentialsIdentity.create(id, secret, vector.sessionToken());
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).stringValue();
    }

    private static JsonNode vectors() {
        try (var in = EksTokenTest.class.getResourceAsStream("/eks-tokens.json")) {
            return Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
