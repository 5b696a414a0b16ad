package io.groundskeeper.core.aws;

import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.task.TaskMessage;
import io.groundskeeper.core.task.Tasks;
import io.groundskeeper.core.task.UnsentTasksException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * The function's own queue in SQS. Its messages have the shape of an EventBridge event, as all others of that queue.
 *
 * @param source who says so, {@code groundskeeper.<function>}
 * @param queueUrl of the queue that the function works through
 * @param home where the function runs, which each message names
 */
public record SqsTasks(SqsClient sqs, String source, String queueUrl, Supplier<Home> home, Clock clock)
        implements Tasks {

    /** What SQS takes in one call. */
    private static final int AT_ONCE = 10;

    private static final int ATTEMPTS = 3;

    /** What is left to send, and why. */
    private record Unsent(List<TaskMessage> messages, String why, Exception cause) {
        private static final Unsent NOTHING = new Unsent(List.of(), "", null);

        Unsent and(Unsent other) {
            var all = new ArrayList<>(messages);
            all.addAll(other.messages);
            return new Unsent(all, why.isEmpty() ? other.why : why, cause == null ? other.cause : cause);
        }
    }

    @Override
    public void send(List<TaskMessage> messages) {
        var left = new Unsent(messages, "", null);
        for (int attempt = 1; attempt <= ATTEMPTS && !left.messages().isEmpty(); attempt++) {
            left = sendOnce(left.messages());
        }
        if (!left.messages().isEmpty()) {
            throw new UnsentTasksException(left.messages(), left.why(), left.cause());
        }
    }

    private Unsent sendOnce(List<TaskMessage> messages) {
        var unsent = Unsent.NOTHING;
        for (int start = 0; start < messages.size(); start += AT_ONCE) {
            unsent = unsent.and(batch(messages.subList(start, Math.min(start + AT_ONCE, messages.size()))));
        }
        return unsent;
    }

    private Unsent batch(List<TaskMessage> messages) {
        try {
            var answer = AwsCalls.call(
                    "sqs:SendMessage",
                    () -> sqs.sendMessageBatch(r -> r.queueUrl(queueUrl).entries(entries(messages))));
            return answer.failed().isEmpty() ? Unsent.NOTHING : refused(messages, answer.failed());
        } catch (SdkException e) {
            // The SDK tried it several times; the other batches must not suffer.
            return new Unsent(messages, e.getMessage(), e);
        }
    }

    private static Unsent refused(List<TaskMessage> messages, List<BatchResultErrorEntry> failed) {
        var first = failed.getFirst();
        return new Unsent(
                failed.stream()
                        .map(entry -> messages.get(Integer.parseInt(entry.id())))
                        .toList(),
                "%s: %s".formatted(first.code(), first.message()),
                null);
    }

    private List<SendMessageBatchRequestEntry> entries(List<TaskMessage> messages) {
        return IntStream.range(0, messages.size())
                .mapToObj(i -> SendMessageBatchRequestEntry.builder()
                        .id(String.valueOf(i))
                        .messageBody(body(messages.get(i)))
                        .delaySeconds(Math.toIntExact(messages.get(i).delay().toSeconds()))
                        .build())
                .toList();
    }

    private String body(TaskMessage message) {
        var here = home.get();
        var event = Json.object()
                .put("version", "0")
                .put("id", UUID.randomUUID().toString())
                .put("source", source)
                .put("detail-type", EventParser.CLUSTER_TASK)
                .put("account", here.account())
                .put("region", here.region())
                .put("time", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        event.set("detail", Json.object().put("cluster", message.cluster()).put("task", message.task()));
        return Json.write(event);
    }
}
