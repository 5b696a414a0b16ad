package io.groundskeeper.benchmarks;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.kubernetes.KarpenterState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * What interruption-queue costs: one pass over ten warnings, warm, beside ten events that are nothing to it; and many
 * warnings at once. Prints a table, and writes it as JSON to benchmarks/target/interruption.json.
 */
public final class InterruptionBenchmark {

    private static final int NODES = 10;
    private static final int PODS = 30;
    private static final int PODS_IN_STORM = 3;

    private InterruptionBenchmark() {}

    /**
     * Takes the number of passes and the number of warnings at once, 200 and 1000 if left out; the project's root is the
     * system property groundskeeper.root.
     */
    public static void main(String[] args) throws IOException {
        var root = Path.of(System.getProperty("groundskeeper.root", "")).toAbsolutePath();
        int passes = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        int warnings = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        try (var requests = Requests.listen();
                var stage = Stage.start(root)) {
            var figures = passes(root, stage, requests, passes);
            System.out.println(Figures.head());
            figures.forEach(each -> System.out.println(each.line(figures.getFirst())));
            var storm = new Storm(root, stage, requests).over(stage.nodes("storm", warnings, PODS_IN_STORM));
            System.out.printf(
                    "%d warnings at once, one process: %.1f s (%.1f s without the stand-ins), %d passes, %.2f requests a warning, %d MB at most, %s%n",
                    storm.warnings(),
                    storm.seconds(),
                    storm.ownSeconds(),
                    storm.passes(),
                    (double) storm.requests() / storm.warnings(),
                    storm.peakMegabytes(),
                    storm.outcomes());
            var report = Json.object();
            report.set("passes", Json.tree(figures));
            report.set("storm", storm.json());
            var file = root.resolve("benchmarks/target/interruption.json");
            Files.createDirectories(file.getParent());
            Files.writeString(file, Json.write(report));
        }
    }

    private static List<Figures> passes(Path root, Stage stage, Requests requests, int count) {
        try (var sqs = stage.clients().build(SqsClient.builder(), "SQS");
                var function = Watched.start(root, stage.environment())) {
            var pass = new Passes(function, new Messages(sqs), requests);
            var instances = stage.nodes("app", NODES, PODS);
            var baseline = pass.measure(
                    "10 events that are nothing to it (baseline)",
                    count,
                    now -> Collections.nCopies(NODES, Messages.start(now)));
            Function<Instant, List<String>> warnings = now -> instances.stream()
                    .map(id -> Messages.warning(id, now.minusSeconds(15)))
                    .toList();
            stage.karpenter(KarpenterState.IDLE);
            var waiting = pass.measure("10 warnings, Karpenter has time left", count, warnings);
            stage.keepAllPods("app", NODES * PODS);
            stage.karpenter(KarpenterState.DOWN);
            var refused = pass.measure("10 warnings, drained: 300 evictions refused", count, warnings);
            return List.of(baseline, waiting, refused);
        }
    }
}
