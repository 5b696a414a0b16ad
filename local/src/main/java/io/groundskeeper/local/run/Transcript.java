package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Shows a newcomer what happens: the event, the outcome, each change, each Slack message. */
final class Transcript {

    private static final String INDENT = "      ";
    private static final int WIDTH = 110;
    private static final int SLACK_LINES = 48;

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
        answer.path("keeper").valueStream().forEach(this::kept);
        answer.path("drills")
                .valueStream()
                .forEach(drill -> line("drill of %s: %s%s"
                        .formatted(text(drill, "instanceId"), text(drill, "outcome"), reason(drill, "detail"))));
        answer.path("replay")
                .valueStream()
                .forEach(queue -> line("%s: %s moved, %s left, %s failed"
                        .formatted(
                                text(queue, "queue"),
                                text(queue, "moved"),
                                text(queue, "left"),
                                text(queue, "failed"))));
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

    /** A message; what it repeats of the report above in its later lines is counted only. */
    void slack(String message) {
        var lines = message.lines().toList();
        lines.stream().limit(SLACK_LINES).forEach(line -> wrapped("  Slack | ", line));
        if (lines.size() > SLACK_LINES) {
            line("  Slack | ... and %d lines more".formatted(lines.size() - SLACK_LINES));
        }
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
        line("cluster %s: %s".formatted(text(cluster, "cluster"), text(cluster, "status")));
        wrapped("  ", cluster.path("reason").asString(""));
        cluster.path("steps").valueStream().filter(step -> !isInOrder(step)).forEach(this::step);
        var inOrder = cluster.path("steps")
                .valueStream()
                .filter(Transcript::isInOrder)
                .map(step -> text(step, "step"))
                .collect(Collectors.joining(", "));
        wrapped("  ", inOrder.isEmpty() ? "" : "in order: " + inOrder);
    }

    private void step(JsonNode step) {
        line("  %-18s %s".formatted(text(step, "step"), text(step, "outcome")));
        step.path("changes").valueStream().forEach(change -> {
            wrapped("    ", "%s %s".formatted(text(change, "action"), text(change, "resource")));
            wrapped("        ", change.path("detail").asString(""));
        });
    }

    private static boolean isInOrder(JsonNode step) {
        return text(step, "outcome").equals("UNCHANGED");
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

    private void kept(JsonNode row) {
        line("%s: %s%s%s"
                .formatted(
                        text(row, "resource"),
                        text(row, "outcome"),
                        reason(row, "difference"),
                        row.path("changedBy").isString() ? ", changed by " + text(row, "changedBy") : ""));
    }

    private static String reason(JsonNode node, String name) {
        return node.path(name).isString() ? ", " + node.path(name).asString() : "";
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asString("-");
    }

    /** Breaks at spaces what would be too long for a screen; what has no space stays whole, to be copied. */
    private void wrapped(String indent, String text) {
        for (var paragraph : text.lines().toList()) {
            var line = new StringBuilder();
            for (var word : paragraph.split(" ", -1)) {
                if (!line.isEmpty() && indent.length() + line.length() + word.length() > WIDTH) {
                    line(indent + line);
                    line.setLength(0);
                }
                line.append(line.isEmpty() ? "" : " ").append(word);
            }
            line(indent + line);
        }
    }

    private void line(String text) {
        out.println(INDENT + text);
    }
}
