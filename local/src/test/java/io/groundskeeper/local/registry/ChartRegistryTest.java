package io.groundskeeper.local.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ChartRegistryTest {
    private final ChartRegistry registry = ChartRegistry.start(Chart.all());
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void end() {
        registry.close();
        http.close();
    }

    @Test
    void chart_isReadByTagThenByDigest() throws Exception {
        assertThat(json(get("/v2/karpenter/karpenter/tags/list")).path("tags"))
                .map(JsonNode::asString)
                .containsExactly("1.13.0", "1.14.1");
        var byTag = get("/v2/karpenter/karpenter/manifests/1.14.1");
        var digest = byTag.headers().firstValue("Docker-Content-Digest").orElseThrow();
        assertThat(get("/v2/karpenter/karpenter/manifests/" + digest).body()).isEqualTo(byTag.body());

        var manifest = json(byTag);
        assertThat(manifest.at("/config/mediaType").asString()).isEqualTo("application/vnd.cncf.helm.config.v1+json");
        var layer = manifest.at("/layers/0");
        assertThat(layer.path("mediaType").asString()).isEqualTo("application/vnd.cncf.helm.chart.content.v1.tar+gzip");
        var blob = get("/v2/karpenter/karpenter/blobs/" + layer.path("digest").asString());
        assertThat(blob.body()).hasSize(layer.path("size").asInt());
        assertThat("sha256:"
                        + HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(blob.body())))
                .isEqualTo(layer.path("digest").asString());
    }

    @Test
    void head_saysLengthAndDigestOnly() throws Exception {
        var head = send(request("/v2/karpenter/karpenter-crd/manifests/1.13.0").method("HEAD", noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.headers().firstValueAsLong("Content-Length").orElseThrow())
                .isPositive();
        assertThat(head.headers().firstValue("Docker-Content-Digest")).isPresent();
    }

    @Test
    void unknown_isAnErrorOfTheDistributionApi() throws Exception {
        refused("/v2/karpenter/karpenter/manifests/1.0.0", 404, "MANIFEST_UNKNOWN");
        refused("/v2/karpenter/karpenter/blobs/sha256:00", 404, "BLOB_UNKNOWN");
        refused("/v2/karpenter/other/manifests/1.14.1", 404, "NAME_UNKNOWN");
        var push = send(request("/v2/karpenter/karpenter/blobs/uploads/").POST(noBody()));
        assertThat(push.statusCode()).isEqualTo(405);
    }

    @Test
    void registryWithLogin_letsInWhoHasIt() throws Exception {
        try (var closed = ChartRegistry.start(Chart.all(), new ChartRegistry.Login("AWS", "secret"))) {
            var uri = URI.create("http://" + closed.charts().getAuthority() + "/v2/");
            var stranger = send(HttpRequest.newBuilder(uri));
            assertThat(stranger.statusCode()).isEqualTo(401);
            assertThat(stranger.headers().firstValue("WWW-Authenticate").orElseThrow())
                    .startsWith("Basic ");
            var basic = "Basic " + Base64.getEncoder().encodeToString("AWS:secret".getBytes(StandardCharsets.UTF_8));
            assertThat(send(HttpRequest.newBuilder(uri).header("Authorization", basic))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private void refused(String path, int status, String code) throws Exception {
        var answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).at("/errors/0/code").asString()).isEqualTo(code);
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + registry.charts().getAuthority() + path));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static HttpRequest.BodyPublisher noBody() {
        return HttpRequest.BodyPublishers.noBody();
    }

    private static JsonNode json(HttpResponse<byte[]> answer) {
        return Json.parse(answer.body());
    }
}
