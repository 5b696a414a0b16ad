package io.groundskeeper.bootstrap.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.event.ClusterSignals;
import io.groundskeeper.bootstrap.event.Signal;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.aws.SqsTasks;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.task.TaskMessage;
import io.groundskeeper.core.task.UnsentTasksException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

class SqsTasksTest {

    private static final Home HOME = new Home("aws", "us-east-1", "123456789012");
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    private final Queue queue = new Queue();

    @Test
    void message_isReadBackAsWhatWasAsked() {
        tasks().send("dev", Task.RECONCILE.text(), Duration.ofSeconds(40));
        tasks().send("old", Task.CLEAN_UP.text(), Duration.ZERO);
        tasks().send("off", Task.REMOVE.text(), Duration.ofSeconds(30));
        assertThat(queue.taken.stream().map(SendMessageBatchRequestEntry::delaySeconds))
                .containsExactly(40, 0, 30);
        assertThat(queue.taken.stream()
                        .map(entry -> ClusterSignals.read(EventParser.parse(entry.messageBody()), () -> HOME)))
                .containsExactly(
                        new Signal.About("dev", Trigger.SCHEDULED, "the schedule", Optional.empty(), Optional.empty()),
                        new Signal.CleanUp("old", NOW),
                        new Signal.Removal("off"));
    }

    @Test
    void manyMessages_goTenAtOnceAndWhatIsRefusedIsTriedAgain() {
        queue.refusals.putAll(Map.of("c3", 1, "c17", 2));
        tasks().send(messages(25));
        assertThat(queue.batches).allMatch(size -> size <= 10).startsWith(10, 10, 5);
        assertThat(queue.clusters())
                .containsExactlyInAnyOrderElementsOf(
                        messages(25).stream().map(TaskMessage::cluster).toList());
    }

    @Test
    void messageThatIsNeverTaken_isNamedAndAllOthersAreSent() {
        queue.refusals.put("c3", 100);
        assertThatThrownBy(() -> tasks().send(messages(25)))
                .isInstanceOf(UnsentTasksException.class)
                .hasMessageContainingAll("1 tasks", "reconcile c3", "InternalError");
        assertThat(queue.clusters()).hasSize(24);
    }

    @Test
    void batchThatFails_keepsNoOtherFromBeingSent() {
        queue.failing = 1;
        tasks().send(messages(25));
        assertThat(queue.clusters()).hasSize(25);
    }

    @Test
    void missingPermission_isNamed() {
        queue.denied = true;
        assertThatThrownBy(() -> tasks().send(messages(1)))
                .isInstanceOf(MissingPermissionException.class)
                .hasMessageContaining("sqs:SendMessage");
    }

    @Test
    void delayBeyondWhatSqsTakes_isRefusedAtOnce() {
        assertThatThrownBy(() -> new TaskMessage("dev", Task.RECONCILE.text(), Duration.ofMinutes(16)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private SqsTasks tasks() {
        return new SqsTasks(
                queue, EventParser.BOOTSTRAP_SOURCE, "https://sqs/own", () -> HOME, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static List<TaskMessage> messages(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new TaskMessage("c" + i, Task.RECONCILE.text(), Duration.ZERO))
                .toList();
    }

    /** A queue that refuses some messages a number of times, and whole calls. */
    private static final class Queue implements SqsClient {

        final List<SendMessageBatchRequestEntry> taken = new ArrayList<>();
        final List<Integer> batches = new ArrayList<>();
        final Map<String, Integer> refusals = new HashMap<>();
        int failing;
        boolean denied;

        @Override
        public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
            if (denied) {
                throw error("AccessDenied");
            }
            if (failing-- > 0) {
                throw error("ServiceUnavailable");
            }
            batches.add(request.entries().size());
            var failed = new ArrayList<BatchResultErrorEntry>();
            for (var entry : request.entries()) {
                if (refusals.merge(cluster(entry), -1, Integer::sum) >= 0) {
                    failed.add(BatchResultErrorEntry.builder()
                            .id(entry.id())
                            .code("InternalError")
                            .message("try again")
                            .build());
                } else {
                    taken.add(entry);
                }
            }
            return SendMessageBatchResponse.builder().failed(failed).build();
        }

        List<String> clusters() {
            return taken.stream().map(Queue::cluster).toList();
        }

        private static String cluster(SendMessageBatchRequestEntry entry) {
            return EventParser.parse(entry.messageBody())
                    .envelope()
                    .detail()
                    .path("cluster")
                    .asString();
        }

        private static RuntimeException error(String code) {
            return SqsException.builder()
                    .awsErrorDetails(AwsErrorDetails.builder()
                            .errorCode(code)
                            .errorMessage("no")
                            .build())
                    .message(code)
                    .build();
        }

        @Override
        public String serviceName() {
            return "sqs";
        }

        @Override
        public void close() {}
    }
}
