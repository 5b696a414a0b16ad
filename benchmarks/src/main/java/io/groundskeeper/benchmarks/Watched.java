package io.groundskeeper.benchmarks;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.lambda.Answer;
import io.groundskeeper.local.lambda.FunctionDefinition;
import io.groundskeeper.local.lambda.FunctionProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The packaged function in its own process, on one core that it has for itself; what it reports is counted. */
final class Watched implements AutoCloseable {

    private static final String REPORT = "\"event\":\"report\"";

    private final FunctionProcess process;
    private final Map<String, String> lastOutcome = new ConcurrentHashMap<>();

    private Watched(Path root, Map<String, String> services) {
        var function = FunctionDefinition.of(root, "interruption-queue");
        var environment = new HashMap<>(function.environment());
        environment.putAll(System.getenv());
        environment.remove("KUBECONFIG");
        environment.putAll(services);
        environment.remove("SLACK_WEBHOOK_SECRET");
        // As in Lambda with 1,769 MB.
        environment.put("JAVA_TOOL_OPTIONS", "-XX:ActiveProcessorCount=1 -Xmx1300m");
        this.process = FunctionProcess.start(function, function.packageFolder(root), environment, this::logged);
        pin(process.pid());
    }

    /** On the core that benchmarks/run left free: the number after ours. */
    private static void pin(long pid) {
        var free = String.valueOf(Runtime.getRuntime().availableProcessors());
        try {
            int exit = new ProcessBuilder("taskset", "-a", "-c", "-p", free, String.valueOf(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (exit != 0) {
                System.err.println("The function has no core for itself: start it by benchmarks/run");
            }
        } catch (IOException e) {
            System.err.println("The function has no core for itself: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static Watched start(Path root, Map<String, String> services) {
        return new Watched(root, services);
    }

    /**
     * Hands over a batch.
     *
     * @return the ids of the messages that come again
     * @throws IllegalStateException if the function threw
     */
    List<String> invoke(String batch) {
        return switch (process.invoke(batch)) {
            case Answer.Returned(var json) ->
                Json.read(json)
                        .path("batchItemFailures")
                        .valueStream()
                        .map(failure -> failure.path("itemIdentifier").asString())
                        .toList();
            case Answer.Thrown(var json) -> throw new IllegalStateException("The function threw: " + json);
        };
    }

    /** The last outcome of each instance that was reported. */
    Map<String, String> outcomes() {
        return Map.copyOf(lastOutcome);
    }

    /** The most memory that the process has had at once, in MB, as Linux counts it; 0 where it does not say. */
    long peakMegabytes() {
        try (var lines = Files.lines(Path.of("/proc", String.valueOf(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void logged(String line) {
        if (line.startsWith("{") && line.contains(REPORT)) {
            Json.read(line).at("/report/warnings").valueStream().forEach(this::remember);
        }
    }

    private void remember(JsonNode warning) {
        lastOutcome.put(
                warning.path("instanceId").asString(), warning.path("outcome").asString());
    }

    @Override
    public void close() {
        process.close();
    }
}
