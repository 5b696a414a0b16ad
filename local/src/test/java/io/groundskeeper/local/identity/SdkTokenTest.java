package io.groundskeeper.local.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** A token that AWS's own signer made is one that our verifier takes. */
class SdkTokenTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T10:00:00Z"), ZoneOffset.UTC);

    @Test
    void tokenSignedByTheSdk_namesItsOwner() {
        var verifier = verifier(Optional.empty());
        assertThat(verifier.verify(token(AwsCredentialsIdentity.create("AKIADEV", "secret")), "my_Cluster-1")
                        .account())
                .isEqualTo("123456789012");
    }

    @Test
    void temporaryKey_needsItsSessionToken() {
        var verifier = verifier(Optional.of("session+/="));
        assertThat(verifier.verify(
                                token(AwsSessionCredentialsIdentity.create("AKIADEV", "secret", "session+/=")),
                                "my_Cluster-1")
                        .account())
                .isEqualTo("123456789012");
        assertThatThrownBy(() ->
                        verifier.verify(token(AwsCredentialsIdentity.create("AKIADEV", "secret")), "my_Cluster-1"))
                .isInstanceOf(TokenException.class)
                .hasMessageContaining("session token");
    }

    private static TokenVerifier verifier(Optional<String> session) {
        String arn = "arn:aws:iam::123456789012:user/ann";
        return new TokenVerifier(
                scope -> new Identity(scope.accessKeyId(), "123456789012", arn, arn, Optional.of("secret"), session),
                URI.create("http://127.0.0.1:5000"),
                CLOCK);
    }

    private static String token(AwsCredentialsIdentity credentials) {
        var request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(URI.create("https://sts.eu-central-1.amazonaws.com/"))
                .putRawQueryParameter("Action", "GetCallerIdentity")
                .putRawQueryParameter("Version", "2011-06-15")
                .putHeader("x-k8s-aws-id", "my_Cluster-1")
                .build();
        var signed = AwsV4HttpSigner.create()
                .sign(sign -> sign.identity(credentials)
                        .request(request)
                        .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, Duration.ofSeconds(60))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "sts")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-central-1")
                        .putProperty(HttpSigner.SIGNING_CLOCK, CLOCK));
        return Tokens.encode(signed.request().getUri().toString());
    }
}
