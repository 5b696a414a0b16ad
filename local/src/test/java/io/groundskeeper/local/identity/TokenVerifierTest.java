package io.groundskeeper.local.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    private final TokenVerifier verifier = new TokenVerifier(
            new FakeIdentities().user("AKIADEV", "ann"), URI.create("http://127.0.0.1:5000"), InstantSource.fixed(NOW));

    @Test
    void goodToken_namesItsOwner() {
        assertThat(verifier.verify(token().token(), "dev").arn()).endsWith("user/ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://sts.amazonaws.com",
                "https://sts.eu-west-1.amazonaws.com",
                "https://sts.cn-north-1.amazonaws.com.cn",
                "http://127.0.0.1:5000"
            })
    void hostOfSts_isTaken(String origin) {
        assertThat(verifier.verify(token().at(origin).token(), "dev").arn()).endsWith("user/ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example.com",
                "https://sts.us-east-1.amazonaws.com.evil.example.com",
                "http://sts.us-east-1.amazonaws.com",
                "http://127.0.0.1:5001",
                "ftp://127.0.0.1:5000"
            })
    void otherHost_isRefused(String origin) {
        refused(token().at(origin).token(), "unexpected hostname");
    }

    @Test
    void wrongForm_isRefused() {
        refused("v1." + token().token(), "prefix");
        refused("k8s-aws-v1.***", "base64url");
        refused(token().token() + "=", "padded");
        refused("k8s-aws-v1." + "A".repeat(5000), "too large");
        refused(Tokens.encode("https://sts.amazonaws.com/other?Action=GetCallerIdentity"), "unexpected path");
        refused(Tokens.encode("https://sts.amazonaws.com/?Action=a&Action=b"), "multiple values");
        refused(Tokens.encode("no url at all"), "no URL");
        refused(Tokens.encode("urn:x"), "unexpected hostname");
    }

    @Test
    void otherClustersToken_isRefused() {
        refused(token().forCluster("prod").token(), "another cluster");
    }

    @Test
    void tokenOfUnknownKey_isRefused() {
        refused(token().by("AKIANOBODY", "secret").token(), "InvalidClientTokenId");
    }

    @Test
    void wrongSecretOrChangedToken_isRefused() {
        refused(token().by("AKIADEV", "guessed").token(), "SignatureDoesNotMatch");
        String url = new String(
                Base64.getUrlDecoder().decode(token().token().substring("k8s-aws-v1.".length())),
                StandardCharsets.UTF_8);
        refused(Tokens.encode(url.replace("X-Amz-Expires=60", "X-Amz-Expires=61")), "SignatureDoesNotMatch");
    }

    @Test
    void ageOfToken_decides() {
        assertThat(verifier.verify(new Tokens(NOW.minusSeconds(900)).token(), "dev"))
                .isNotNull();
        refused(new Tokens(NOW.minusSeconds(901)).token(), "expired");
        assertThat(verifier.verify(new Tokens(NOW.plusSeconds(300)).token(), "dev"))
                .isNotNull();
        refused(new Tokens(NOW.plusSeconds(301)).token(), "in the future");
    }

    @Test
    void unusualParameters_areRefused() {
        refused(token().with("Action", "AssumeRole").token(), "unexpected action");
        refused(token().with("RoleArn", "x").token(), "non-whitelisted");
        refused(token().without("X-Amz-Expires").token(), "X-Amz-Expires is missing");
        refused(token().with("X-Amz-Expires", "901").token(), "invalid X-Amz-Expires");
        refused(token().with("X-Amz-Expires", "soon").token(), "invalid X-Amz-Expires");
        refused(token().with("X-Amz-Date", "yesterday").token(), "error parsing X-Amz-Date");
        refused(token().with("X-Amz-SignedHeaders", "host").token(), "did not sign the x-k8s-aws-id header");
        refused(
                token().with("X-Amz-Credential", "AKIADEV/20261130/us-east-1/s3/aws4_request")
                        .token(),
                "X-Amz-Credential");
    }

    private static Tokens token() {
        return new Tokens(NOW);
    }

    private void refused(String token, String why) {
        assertThatThrownBy(() -> verifier.verify(token, "dev"))
                .isInstanceOf(TokenException.class)
                .hasMessageContaining(why);
    }
}
