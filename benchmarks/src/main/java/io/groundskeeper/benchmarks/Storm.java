package io.groundskeeper.benchmarks;

import io.groundskeeper.core.json.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.JsonNode;

/** Many warnings at once, worked off by some processes of the function, until each is accounted for. */
final class Storm {

    private static final int PROCESSES = 2;

    /**
     * What came of it.
     *
     * @param seconds until the last was decided
     * @param passes how many batches were handed over
     * @param ownMillis of all passes together, without the time in which the stand-ins were answering
     * @param requests to AWS and Kubernetes
     * @param peakMegabytes the most that one process has had
     */
    record Result(
            int warnings,
            int processes,
            double seconds,
            int passes,
            double ownMillis,
            int requests,
            long peakMegabytes,
            Map<String, Long> outcomes) {

        JsonNode json() {
            return Json.tree(this);
        }
    }

    private final Path root;
    private final Stage stage;
    private final Requests requests;
    private final AtomicInteger passes = new AtomicInteger();
    private final AtomicInteger undecided = new AtomicInteger();

    Storm(Path root, Stage stage, Requests requests) {
        this.root = root;
        this.stage = stage;
        this.requests = requests;
    }

    /** @throws IllegalStateException if one is not accounted for */
    Result over(List<String> instances) throws InterruptedException {
        try (var sqs = stage.clients().build(SqsClient.builder(), "SQS");
                var one = Watched.start(root, stage.environment());
                var two = Watched.start(root, stage.environment())) {
            var functions = List.of(one, two);
            var messages = new Messages(sqs);
            // They come when they are first looked at: after the queue's delay.
            var given = Instant.now().minusSeconds(15);
            instances.forEach(instance -> messages.send(Messages.warning(instance, given)));
            undecided.set(instances.size());
            requests.take();
            var start = System.nanoTime();
            var workers = functions.stream()
                    .map(function -> Thread.ofPlatform().start(() -> work(function, messages)))
                    .toList();
            for (var worker : workers) {
                worker.join();
            }
            return result(instances, functions, System.nanoTime() - start);
        }
    }

    private void work(Watched function, Messages messages) {
        while (undecided.get() > 0) {
            var batch = messages.receive();
            if (batch.isEmpty()) {
                continue;
            }
            passes.incrementAndGet();
            var again = function.invoke(Messages.batch(batch));
            var done = batch.stream()
                    .filter(message -> !again.contains(message.messageId()))
                    .toList();
            messages.delete(done);
            undecided.addAndGet(-done.size());
        }
    }

    private Result result(List<String> instances, List<Watched> functions, long nanos) {
        var last = functions.stream()
                .flatMap(function -> function.outcomes().entrySet().stream())
                .filter(outcome -> !outcome.getValue().equals("DRAINING"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> b));
        var missing = instances.stream().filter(id -> !last.containsKey(id)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Not accounted for: " + missing);
        }
        var share = requests.take();
        return new Result(
                instances.size(),
                PROCESSES,
                nanos / 1e9,
                passes.get(),
                Math.max(0, nanos - share.busyNanos()) / 1e6,
                share.count(),
                functions.stream().mapToLong(Watched::peakMegabytes).max().orElse(0),
                new TreeMap<>(last.values().stream().collect(Collectors.groupingBy(o -> o, Collectors.counting()))));
    }
}
