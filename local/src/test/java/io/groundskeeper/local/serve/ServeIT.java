package io.groundskeeper.local.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code ./run-local --serve} as whoever starts it sees it. */
class ServeIT {

    @Test
    void serving_printsExportsThenReadyAndEndsAllAtSigterm() throws Exception {
        var builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dgroundskeeper.root=" + System.getProperty("groundskeeper.root"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Serve.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        // What is set for the tests against a real API server would be handed on.
        builder.environment().keySet().removeAll(List.of("KUBECONFIG", "KARPENTER_CHART"));
        var process = builder.start();
        try (var reader = process.inputReader()) {
            var lines = new ArrayList<String>();
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
                if (line.equals("ready")) {
                    break;
                }
            }
            assertThat(lines).last().isEqualTo("ready");
            assertThat(lines.subList(0, lines.size() - 1)).isNotEmpty().allMatch(line -> line.startsWith("export "));
            assertThat(lines.toString())
                    .contains("AWS_ENDPOINT_URL=", "AWS_ENDPOINT_URL_EKS=", "AWS_REGION=", "SLACK_WEBHOOK_URL=")
                    .contains("GROUNDSKEEPER_LOCAL_CONTROL=", "KARPENTER_CHART=oci://127.0.0.1:");
            var moto = url(lines, "AWS_ENDPOINT_URL");
            var slack = url(lines, "SLACK_WEBHOOK_URL");
            assertThat(get(slack)).isEqualTo("[]");

            process.toHandle().destroy();

            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> get(moto)).isInstanceOf(ConnectException.class);
            assertThatThrownBy(() -> get(slack)).isInstanceOf(ConnectException.class);
        } finally {
            process.destroyForcibly();
        }
    }

    private static URI url(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith("export " + name + "="))
                .map(line -> URI.create(line.substring(line.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static String get(URI url) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .strip();
        }
    }
}
