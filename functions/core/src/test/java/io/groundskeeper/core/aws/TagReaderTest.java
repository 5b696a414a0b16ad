package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

class TagReaderTest {

    private static final Answer NOBODY = Answer.of(200, "{\"ResourceTagMappingList\":[]}");
    private static final Answer REFUSED =
            Answer.of(400, "{\"__type\":\"InvalidParameterException\",\"message\":\"not an ARN\"}");

    @Test
    void tags_areReadByArn() {
        var answer = Answer.of(200, """
                {"PaginationToken":"","ResourceTagMappingList":[
                {"ResourceARN":"arn:1","Tags":[{"Key":"Owner","Value":"ann"},{"Key":"Empty","Value":""}]},
                {"ResourceARN":"arn:2","Tags":[]},{"ResourceARN":null}]}
                """);
        try (var aws = new LocalHttp(answer)) {
            assertThat(read(aws, List.of("arn:1", "arn:2", "arn:3")))
                    .isEqualTo(new TagReader.Tags(
                            Map.of("arn:1", Map.of("Owner", "ann", "Empty", ""), "arn:2", Map.of()), Map.of()));
        }
    }

    @Test
    void manyArns_areAskedByTheHundred() {
        try (var aws = new LocalHttp(NOBODY)) {
            read(aws, IntStream.range(0, 250).mapToObj(i -> "arn:" + i).toList());
            assertThat(aws.requests().stream()
                            .map(request -> Json.read(request.body())
                                    .path("ResourceARNList")
                                    .size()))
                    .containsExactly(100, 100, 50);
        }
    }

    @Test
    void noArns_areNoCall() {
        try (var aws = new LocalHttp(NOBODY)) {
            assertThat(read(aws, List.of()).byArn()).isEmpty();
            assertThat(aws.requests()).isEmpty();
        }
    }

    @Test
    void arnThatIsRefused_spoilsNoOther() {
        var first = Answer.of(200, "{\"ResourceTagMappingList\":[{\"ResourceARN\":\"arn:1\",\"Tags\":[]}]}");
        try (var aws = new LocalHttp(REFUSED, first, REFUSED)) {
            var tags = read(aws, List.of("arn:1", "arn:bad"));
            assertThat(tags.byArn()).containsOnlyKeys("arn:1");
            assertThat(tags.refused()).containsOnlyKeys("arn:bad");
            assertThat(tags.refused().get("arn:bad")).contains("not an ARN");
        }
    }

    @Test
    void deniedCall_isThrown() {
        try (var aws = new LocalHttp(Answer.of(400, "{\"__type\":\"AccessDeniedException\"}"))) {
            assertThatThrownBy(() -> read(aws, List.of("arn:1", "arn:2"))).isInstanceOf(AwsJsonException.class);
            assertThat(aws.requests()).hasSize(1);
        }
    }

    private static TagReader.Tags read(LocalHttp aws, List<String> arns) {
        var settings = Settings.of(
                Map.of("AWS_REGION", "us-east-1", "AWS_ENDPOINT_URL", aws.uri().toString()));
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret"));
        var client = new AwsJsonClient(new AwsClients(settings, credentials), settings, AwsJsonClient.Service.TAGGING);
        return new TagReader(client).read(arns, Region.EU_WEST_1);
    }
}
