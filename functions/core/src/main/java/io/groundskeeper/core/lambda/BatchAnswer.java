package io.groundskeeper.core.lambda;

import java.util.List;

/**
 * The answer to an SQS batch, as ReportBatchItemFailures reads it; the same JSON as aws-lambda-java-events'
 * SQSBatchResponse.
 *
 * @param batchItemFailures the messages that must come again
 */
record BatchAnswer(List<ItemFailure> batchItemFailures) {

    /** @param itemIdentifier the message's id */
    record ItemFailure(String itemIdentifier) {}

    static BatchAnswer of(List<String> messageIds) {
        return new BatchAnswer(messageIds.stream().map(ItemFailure::new).toList());
    }
}
