package io.groundskeeper.interruption.aws;

import static java.util.stream.Collectors.toMap;

import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.interruption.replay.DeadLetters;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Queues of SQS.
 *
 * @param sqs of the function's Region
 */
public record SqsDeadLetters(SqsClient sqs) implements DeadLetters {

    private static final int AT_ONCE = 10;
    private static final int HIDDEN_SECONDS = 30;

    /** Asks all of SQS's servers; without a wait only some are asked. */
    private static final int WAIT_SECONDS = 1;

    /** What one call could carry for most of SQS's life, in bytes; now it is four times as much. */
    private static final int MOST_BYTES = 262_144;

    @Override
    public int count(String queueUrl) {
        var counts = List.of(
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);
        return AwsCalls.call(
                        "sqs:GetQueueAttributes",
                        () -> sqs.getQueueAttributes(r -> r.queueUrl(queueUrl).attributeNames(counts)))
                .attributes()
                .values()
                .stream()
                .mapToInt(Integer::parseInt)
                .sum();
    }

    @Override
    public List<Letter> receive(String queueUrl) {
        return AwsCalls.call(
                        "sqs:ReceiveMessage",
                        () -> sqs.receiveMessage(r -> r.queueUrl(queueUrl)
                                .maxNumberOfMessages(AT_ONCE)
                                .visibilityTimeout(HIDDEN_SECONDS)
                                .waitTimeSeconds(WAIT_SECONDS)
                                .messageSystemAttributeNames(MessageSystemAttributeName.SENT_TIMESTAMP)
                                .messageAttributeNames("All")))
                .messages()
                .stream()
                .map(SqsDeadLetters::letter)
                .toList();
    }

    private static Letter letter(Message message) {
        var sent = Optional.ofNullable(message.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP))
                .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)));
        var why = message.messageAttributes().entrySet().stream()
                .filter(attribute -> attribute.getValue().stringValue() != null)
                .collect(toMap(
                        Map.Entry::getKey, attribute -> attribute.getValue().stringValue()));
        return new Letter(message.messageId(), message.receiptHandle(), message.body(), sent, why);
    }

    @Override
    public Map<String, String> send(String queueUrl, List<Letter> letters) {
        var unsent = new HashMap<String, String>();
        for (var batch : bySize(letters)) {
            unsent.putAll(sendTogether(queueUrl, batch));
        }
        return unsent;
    }

    private Map<String, String> sendTogether(String queueUrl, List<Letter> batch) {
        var entries = entries(
                batch,
                (letter, id) -> SendMessageBatchRequestEntry.builder()
                        .id(id)
                        .messageBody(letter.body())
                        .build());
        try {
            var answer = AwsCalls.call(
                    "sqs:SendMessage",
                    () -> sqs.sendMessageBatch(r -> r.queueUrl(queueUrl).entries(entries)));
            return failures(batch, answer.failed());
        } catch (RuntimeException e) {
            // What was sent before must still be deleted.
            var why = Failures.describe(e);
            return batch.stream().collect(toMap(Letter::id, letter -> why));
        }
    }

    private static List<List<Letter>> bySize(List<Letter> letters) {
        var batches = new ArrayList<List<Letter>>();
        var bytes = MOST_BYTES;
        for (var letter : letters) {
            var its = letter.body().getBytes(StandardCharsets.UTF_8).length;
            if (batches.isEmpty() || bytes + its > MOST_BYTES) {
                batches.add(new ArrayList<>());
                bytes = 0;
            }
            batches.getLast().add(letter);
            bytes += its;
        }
        return batches;
    }

    @Override
    public Map<String, String> delete(String queueUrl, List<Letter> letters) {
        var undeleted = deleteOnce(queueUrl, letters);
        if (undeleted.isEmpty()) {
            return undeleted;
        }
        // Already sent: what stays now is sent twice.
        return deleteOnce(
                queueUrl,
                letters.stream()
                        .filter(letter -> undeleted.containsKey(letter.id()))
                        .toList());
    }

    private Map<String, String> deleteOnce(String queueUrl, List<Letter> letters) {
        var entries = entries(
                letters,
                (letter, id) -> DeleteMessageBatchRequestEntry.builder()
                        .id(id)
                        .receiptHandle(letter.receipt())
                        .build());
        var answer = AwsCalls.call(
                "sqs:DeleteMessage",
                () -> sqs.deleteMessageBatch(r -> r.queueUrl(queueUrl).entries(entries)));
        return failures(letters, answer.failed());
    }

    @Override
    public void release(String queueUrl, List<Letter> letters) {
        for (int start = 0; start < letters.size(); start += AT_ONCE) {
            var entries = entries(
                    letters.subList(start, Math.min(start + AT_ONCE, letters.size())),
                    (letter, id) -> ChangeMessageVisibilityBatchRequestEntry.builder()
                            .id(id)
                            .receiptHandle(letter.receipt())
                            .visibilityTimeout(0)
                            .build());
            // One that stays hidden does so for half a minute only.
            AwsCalls.call(
                    "sqs:ChangeMessageVisibility",
                    () -> sqs.changeMessageVisibilityBatch(
                            r -> r.queueUrl(queueUrl).entries(entries)));
        }
    }

    private interface EntryOf<E> {
        E of(Letter letter, String id);
    }

    private static <E> List<E> entries(List<Letter> letters, EntryOf<E> entry) {
        return IntStream.range(0, letters.size())
                .mapToObj(i -> entry.of(letters.get(i), String.valueOf(i)))
                .toList();
    }

    private static Map<String, String> failures(List<Letter> letters, List<BatchResultErrorEntry> failed) {
        return failed.stream()
                .collect(toMap(
                        entry -> letters.get(Integer.parseInt(entry.id())).id(),
                        entry -> "%s: %s".formatted(entry.code(), entry.message())));
    }
}
