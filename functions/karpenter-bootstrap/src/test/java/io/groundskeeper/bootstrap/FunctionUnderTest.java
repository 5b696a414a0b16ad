package io.groundskeeper.bootstrap;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.JsonNode;

/** The real handler on a {@link FakeWorld}; what it would say to Slack and what it logs are kept. */
final class FunctionUnderTest {

    final FakeWorld world = new FakeWorld();
    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>(Map.of(
            "AWS_REGION",
            "us-east-1",
            "FUNCTION_ROLE_ARN",
            FakeAccess.OWN,
            "INTERRUPTION_ROLE_ARN",
            "arn:aws:iam::123456789012:role/groundskeeper/interruption"));
    private Instant now = Instant.parse("2026-11-30T10:00:30Z");

    FunctionUnderTest with(String setting, String value) {
        environment.put(setting, value);
        return this;
    }

    FunctionUnderTest at(String time) {
        now = Instant.parse(time);
        return this;
    }

    /** The function's answer to some input. */
    JsonNode answer(String input) {
        var clock = Clock.fixed(now, ZoneOffset.UTC);
        var settings = Settings.of(environment);
        var log = Log.of(new PrintStream(logged, true, StandardCharsets.UTF_8), clock, BootstrapReport.FUNCTION);
        var notifier = new Notifier(new WebhookUrl(settings, secret -> ""), Optional.empty(), log);
        var clients = new AwsClients(settings);
        try (var sqs = clients.build(SqsClient.builder())) {
            var parts = new FunctionParts(settings, clock, log, clients, sqs, notifier);
            var output = new ByteArrayOutputStream();
            new KarpenterBootstrapHandler(parts, world.ports())
                    .handleRequest(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output, null);
            return Json.read(output.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one cluster of the report. */
    JsonNode cluster(String input) {
        return answer(input).path("clusters").path(0);
    }

    /** What was said to Slack, as text. */
    List<String> said() {
        return lines().stream()
                .filter(line -> line.path("event").asString("").equals("slack-not-configured"))
                .map(line -> line.path("payload").toString())
                .toList();
    }

    /** Forgets what was said so far. */
    void forgetSaid() {
        logged.reset();
    }

    /** The log's lines. */
    List<JsonNode> lines() {
        return logged.toString(StandardCharsets.UTF_8).lines().map(Json::read).toList();
    }

    /** A file of {@code events/}. */
    static String event(String name) {
        try {
            return Files.readString(Path.of(System.getProperty("groundskeeper.root"), "events", name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
