package io.groundskeeper.benchmarks;

import io.groundskeeper.core.json.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.SqsClient;
import tools.jackson.databind.JsonNode;

/** Many warnings at once, worked off by one process of the function, until each is accounted for. */
final class Storm {

    /**
     * What came of it.
     *
     * @param seconds until the last was decided
     * @param passes how many batches were handed over
     * @param ownSeconds of all passes together, without the time in which the stand-ins were answering
     * @param requests to AWS and Kubernetes
     * @param peakMegabytes the most that the process has had
     */
    record Result(
            int warnings,
            double seconds,
            int passes,
            double ownSeconds,
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

    Storm(Path root, Stage stage, Requests requests) {
        this.root = root;
        this.stage = stage;
        this.requests = requests;
    }

    /** @throws IllegalStateException if one is not accounted for */
    Result over(List<String> instances) {
        try (var sqs = stage.clients().build(SqsClient.builder(), "SQS");
                var function = Watched.start(root, stage.environment())) {
            var messages = new Messages(sqs);
            // They come when they are first looked at: after the queue's delay.
            var given = Instant.now().minusSeconds(15);
            instances.forEach(instance -> messages.send(Messages.warning(instance, given)));
            requests.take();
            var start = System.nanoTime();
            var passes = work(function, messages, instances.size());
            return result(instances, function, passes, System.nanoTime() - start);
        }
    }

    private List<Figures.Sample> work(Watched function, Messages messages, int count) {
        var passes = new ArrayList<Figures.Sample>();
        int undecided = count;
        while (undecided > 0) {
            var batch = messages.receive();
            if (batch.isEmpty()) {
                continue;
            }
            var start = System.nanoTime();
            var again = function.invoke(Messages.batch(batch));
            passes.add(new Figures.Sample(System.nanoTime() - start, requests.take()));
            var done = batch.stream()
                    .filter(message -> !again.contains(message.messageId()))
                    .toList();
            messages.delete(done);
            undecided -= done.size();
        }
        return passes;
    }

    private static Result result(List<String> instances, Watched function, List<Figures.Sample> passes, long nanos) {
        var outcomes = function.outcomes();
        var missing = instances.stream()
                .filter(id -> !outcomes.containsKey(id) || outcomes.get(id).equals("DRAINING"))
                .toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Not accounted for: " + missing);
        }
        return new Result(
                instances.size(),
                nanos / 1e9,
                passes.size(),
                passes.stream().mapToLong(Figures.Sample::ownNanos).sum() / 1e9,
                passes.stream().mapToInt(pass -> pass.requests().count()).sum(),
                function.peakMegabytes(),
                new TreeMap<>(instances.stream().collect(Collectors.groupingBy(outcomes::get, Collectors.counting()))));
    }
}
