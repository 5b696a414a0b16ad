package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.aws.AwsJsonClient.Service;
import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

class AwsJsonClientTest {

    private static final String THROTTLED = "{\"__type\":\"ThrottlingException\",\"message\":\"Rate exceeded\"}";

    @Test
    void call_isSignedForItsServiceAndRegion() {
        try (var aws = new LocalHttp(Answer.of(200, "{\"ok\":true}"))) {
            var answer = call(aws);
            var request = aws.requests().getFirst();

            assertThat(answer.path("ok").booleanValue()).isTrue();
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.headers().get("x-amz-target"))
                    .isEqualTo("ResourceGroupsTaggingAPI_20170126.GetResources");
            assertThat(request.headers().get("content-type")).isEqualTo("application/x-amz-json-1.1");
            assertThat(request.headers().get("authorization"))
                    .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
                    .contains("/eu-west-1/tagging/aws4_request");
            assertThat(request.body()).isEqualTo("{\"a\":1}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                THROTTLED,
                "{\"__type\":\"com.amazonaws.tagging#ThrottledException\"}",
                "{\"__type\":\"TooManyRequestsException\",\"Message\":\"slow\"}"
            })
    void throttling_isTriedAgain(String body) {
        try (var aws = new LocalHttp(Answer.of(400, body), Answer.of(400, body), Answer.of(200, "{}"))) {
            call(aws);

            assertThat(aws.requests()).hasSize(3);
        }
    }

    @Test
    void status429WithoutBody_isThrottling() {
        try (var aws = new LocalHttp(Answer.of(429, ""), Answer.of(200, "{}"))) {
            call(aws);

            assertThat(aws.requests()).hasSize(2);
        }
    }

    @Test
    void serverError_isTriedAgain() {
        try (var aws = new LocalHttp(Answer.of(500, "<html>"), Answer.of(503, ""), Answer.of(200, ""))) {
            assertThat(call(aws).isEmpty()).isTrue();
            assertThat(aws.requests()).hasSize(3);
        }
    }

    @Test
    void throttlingThatLasts_isThrownAfterFourTries() {
        try (var aws = new LocalHttp(Answer.of(400, THROTTLED))) {
            assertThatThrownBy(() -> call(aws))
                    .isInstanceOfSatisfying(
                            AwsJsonException.class, e -> assertThat(e.code()).isEqualTo("ThrottlingException"))
                    .hasMessageContaining("GetResources")
                    .hasMessageContaining("Rate exceeded");
            assertThat(aws.requests()).hasSize(4);
        }
    }

    @Test
    void refusal_isThrownAtOnceWithItsCode() {
        try (var aws =
                new LocalHttp(Answer.of(400, "{\"__type\":\"x#InvalidParameterException\",\"Message\":\"bad ARN\"}"))) {
            assertThatThrownBy(() -> call(aws))
                    .isInstanceOfSatisfying(
                            AwsJsonException.class, e -> assertThat(e.code()).isEqualTo("InvalidParameterException"))
                    .hasMessageContaining("bad ARN");
            assertThat(aws.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Forbidden</html>", "", "plain", "{broken", "{\"__type\":null}", "{\"__type\":{}}"})
    void refusalThatIsNoJson_keepsItsStatus(String body) {
        try (var aws = new LocalHttp(Answer.of(403, body))) {
            assertThatThrownBy(() -> call(aws))
                    .isInstanceOf(AwsJsonException.class)
                    .hasMessageContaining("HTTP 403");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Welcome</html>", "{broken"})
    void successThatIsNoJson_isAFailureThatNamesTheService(String body) {
        try (var aws = new LocalHttp(Answer.of(200, body))) {
            assertThatThrownBy(() -> call(aws))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("GetResources")
                    .hasMessageContaining(aws.uri().toString());
        }
    }

    @Test
    void nobodyThere_namesTheEndpoint() {
        assertThatThrownBy(() -> client(Map.of("AWS_ENDPOINT_URL", "http://127.0.0.1:1"), Service.TAGGING)
                        .call("GetResources", Json.object(), Region.EU_WEST_1))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void servicesOwnEndpoint_comesFirst() {
        try (var own = new LocalHttp(Answer.of(200, "{}"))) {
            var environment = Map.of(
                    "AWS_ENDPOINT_URL",
                    "http://127.0.0.1:1",
                    "AWS_ENDPOINT_URL_CLOUDCONTROL",
                    own.uri().toString());
            client(environment, Service.CLOUD_CONTROL).call("GetResource", Json.object(), Region.EU_WEST_1);

            assertThat(own.requests().getFirst().headers().get("x-amz-target"))
                    .isEqualTo("CloudApiService.GetResource");
        }
    }

    private static JsonNode call(LocalHttp aws) {
        return client(
                        Map.of(
                                "AWS_ENDPOINT_URL_RESOURCE_GROUPS_TAGGING_API",
                                aws.uri().toString()),
                        Service.TAGGING)
                .call("GetResources", Json.object().put("a", 1), Region.EU_WEST_1);
    }

    private static AwsJsonClient client(Map<String, String> environment, Service service) {
        var settings = Settings.of(
                Stream.concat(environment.entrySet().stream(), Map.of("AWS_REGION", "us-east-1").entrySet().stream())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret"));
        return new AwsJsonClient(new AwsClients(settings, credentials), settings, service);
    }
}
