package io.groundskeeper.bootstrap.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class StoredReleaseTest {

    private static final String RELEASE = """
            {"name":"karpenter","version":REVISION,"info":{"status":"STATUS","last_deployed":"2026-11-30T10:00:00.5+01:00"},
            "chart":{"metadata":{"version":"1.14.1"}},"config":{"replicas":2},
            "manifest":"---\\n# Source: a\\nkind: ServiceAccount\\nmetadata:\\n  name: karpenter\\n---\\n---\\nkind: Deployment\\nmetadata:\\n  name: karpenter\\n"}""";

    @Test
    void newestRevision_isReadWithWhatItInstalled() throws IOException {
        var list = Json.object();
        var items = list.putArray("items");
        items.add(secret(2, "superseded")).add(secret(10, "deployed")).add(secret(9, "superseded"));
        assertThat(StoredRelease.newest(list))
                .containsOnlyKeys("karpenter")
                .hasEntrySatisfying("karpenter", release -> {
                    assertThat(release.secret()).isEqualTo("sh.helm.release.v1.karpenter.v10");
                    assertThat(release.status()).isEqualTo("deployed");
                    assertThat(release.older()).isEqualTo(2);
                    assertThat(release.chartVersion()).isEqualTo("1.14.1");
                    assertThat(release.values().path("replicas").asInt()).isEqualTo(2);
                    assertThat(release.since()).isEqualTo(Instant.parse("2026-11-30T09:00:00.5Z"));
                    assertThat(release.objects())
                            .extracting(object -> object.path("kind").asString())
                            .containsExactly("ServiceAccount", "Deployment");
                });
    }

    @Test
    void noSecret_noRelease() {
        assertThat(StoredRelease.newest(Json.read("{\"items\":[]}"))).isEmpty();
    }

    private static ObjectNode secret(int revision, String status) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(RELEASE.replace("REVISION", String.valueOf(revision))
                    .replace("STATUS", status)
                    .getBytes(StandardCharsets.UTF_8));
        }
        var encoder = Base64.getEncoder();
        var secret = Json.object();
        secret.putObject("metadata")
                .put("name", "sh.helm.release.v1.karpenter.v" + revision)
                .putObject("labels")
                .put("name", "karpenter")
                .put("version", String.valueOf(revision))
                .put("status", status);
        secret.putObject("data").put("release", encoder.encodeToString(encoder.encode(bytes.toByteArray())));
        return secret;
    }
}
