package io.groundskeeper.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What whoever types {@code ./invoke} sees: standard output, exit code, and the log apart from both. */
class InvokeIT {

    private static final Path ROOT = Path.of(System.getProperty("groundskeeper.root"));

    @TempDir
    private Path folder;

    private record Seen(int code, String out, String err) {}

    private Seen invoke(Map<String, String> environment, String... args) throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Invoke.class.getName(),
                ROOT.toString()));
        command.addAll(List.of(args));
        var out = folder.resolve("out");
        var err = folder.resolve("err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
        // No profile of whoever runs this test is to be found either.
        builder.environment().put("AWS_CONFIG_FILE", "/dev/null");
        builder.environment().put("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
        builder.environment().put("AWS_EC2_METADATA_DISABLED", "true");
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        return new Seen(
                code, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }

    private static String event(String name) {
        return ROOT.resolve("events").resolve(name).toString();
    }

    private static String module(String name) {
        return ROOT.resolve("functions").resolve(name).toString();
    }

    @Test
    void answeredEvent_printsTheAnswerOnlyAndExitsZero() throws Exception {
        var seen = invoke(Map.of(), module("tag-enforcer"), event("tag-explain.json"));

        assertThat(seen.code()).as(seen.err()).isZero();
        assertThat(seen.out().lines()).hasSize(1);
        assertThat(Json.read(seen.out()).at("/explain/resources/0/type").asString())
                .isEqualTo("AWS::EC2::Volume");
    }

    @Test
    void functionThatThrows_printsTypeAndMessageAndExitsOne() throws Exception {
        var seen =
                invoke(Map.of("GROUNDSKEEPER_AS_CALLER", "1"), module("karpenter-bootstrap"), event("truncated.json"));

        assertThat(seen.code()).isOne();
        assertThat(Json.read(seen.out()).propertyNames()).containsExactly("errorType", "errorMessage");
        assertThat(seen.out()).contains("not valid JSON");
    }

    @Test
    void functionThatFails_keepsTheEndOfItsLogOnStandardError() throws Exception {
        var seen = invoke(
                Map.of(
                        "REQUIRED_TAGS",
                        "Owner",
                        "AWS_ENDPOINT_URL",
                        "http://127.0.0.1:9",
                        "AWS_ACCESS_KEY_ID",
                        "x",
                        "AWS_SECRET_ACCESS_KEY",
                        "y",
                        "GROUNDSKEEPER_AS_CALLER",
                        "1"),
                module("tag-enforcer"),
                event("ec2-create-volume.json"));

        assertThat(seen.code()).isOne();
        assertThat(seen.err()).contains("\"event\":\"report\"");
    }

    @Test
    void roleThatCannotBeTaken_isSaidAsAnAnswer() throws Exception {
        var seen = invoke(
                Map.of(
                        "AWS_ENDPOINT_URL",
                        "http://127.0.0.1:9",
                        "AWS_ACCESS_KEY_ID",
                        "x",
                        "AWS_SECRET_ACCESS_KEY",
                        "y"),
                module("tag-enforcer"),
                event("tag-explain.json"));

        assertThat(seen.code()).isOne();
        assertThat(Json.read(seen.out()).path("errorMessage").asString())
                .contains("GROUNDSKEEPER_AS_CALLER=1", "GROUNDSKEEPER_ROLE_ARN");
    }

    @Test
    void wrongUse_exitsTwoWithAnEmptyStandardOutput() throws Exception {
        assertThat(invoke(Map.of(), module("tag-enforcer")).code()).isEqualTo(2);
        var seen = invoke(Map.of(), module("tag-enforcer"), event("no-such-file.json"));

        assertThat(seen.code()).isEqualTo(2);
        assertThat(seen.out()).isEmpty();
        assertThat(seen.err()).contains("no-such-file.json");
    }
}
