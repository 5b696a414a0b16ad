package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Shows a newcomer what happens: the event, the outcome, each change, each Slack message. */
final class Transcript {

    private static final String INDENT = "      ";

    private final PrintStream out;
    private int scenes;

    Transcript(PrintStream out) {
        this.out = out;
    }

    void scene(Scene scene) {
        out.printf("%n%2d. %s%n", ++scenes, scene.title());
        var origin = scene.event().isEmpty() ? "SQS" : "events/" + scene.event();
        var way = scene.queued() && !scene.event().isEmpty() ? "EventBridge -> SQS -> " : "";
        line("%s -> %s%s".formatted(origin, way, scene.function()));
    }

    void action(String action) {
        out.println(INDENT + "(" + action + ")");
    }

    void batch(int messages, int again) {
        out.printf("%sbatch of %d, %d to come again%n", INDENT, messages, again);
    }

    void answer(String json) {
        var answer = Json.read(json);
        answer.path("clusters").valueStream().forEach(this::cluster);
        answer.path("resources").valueStream().forEach(this::resource);
        answer.path("warnings").valueStream().forEach(this::warning);
        answer.path("ignored").valueStream().forEach(ignored -> line("ignored: " + text(ignored, "reason")));
        if (answer.has("batchItemFailures")) {
            line("answer: " + json);
        }
        if (answer.has("explain")) {
            line("explained: " + answer.path("explain"));
        }
        if (answer.has("errorMessage")) {
            line("threw: " + text(answer, "errorMessage"));
        }
    }

    void slack(String message) {
        message.lines().forEach(line -> out.println(INDENT + "  Slack | " + line));
    }

    void verdict(List<String> faults) {
        if (faults.isEmpty()) {
            line("as expected");
        }
        faults.forEach(fault -> line("NOT AS EXPECTED: " + fault));
    }

    void summary(int count, List<String> faults) {
        out.printf("%n%d scenes, %d not as expected%n", count, faults.size());
        faults.forEach(fault -> out.println("  " + fault));
    }

    private void cluster(JsonNode cluster) {
        line("cluster %s: %s%s"
                .formatted(text(cluster, "cluster"), text(cluster, "status"), reason(cluster, "reason")));
        cluster.path("steps").valueStream().forEach(step -> {
            line("  %-18s %s".formatted(text(step, "step"), text(step, "outcome")));
            step.path("changes")
                    .valueStream()
                    .forEach(change -> line("    %s %s%s"
                            .formatted(text(change, "action"), text(change, "resource"), reason(change, "detail"))));
        });
    }

    private void resource(JsonNode resource) {
        line("%s %s: %s%s"
                .formatted(
                        text(resource, "type"),
                        text(resource, "arn"),
                        text(resource, "outcome"),
                        reason(resource, "reason")));
    }

    private void warning(JsonNode warning) {
        line("%s of %s: %s%s"
                .formatted(
                        text(warning, "kind"),
                        text(warning, "instanceId"),
                        text(warning, "outcome"),
                        reason(warning, "detail")));
    }

    private static String reason(JsonNode node, String name) {
        return node.path(name).isString() ? ", " + node.path(name).asString() : "";
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("-");
    }

    private void line(String text) {
        out.println(INDENT + text);
    }
}
