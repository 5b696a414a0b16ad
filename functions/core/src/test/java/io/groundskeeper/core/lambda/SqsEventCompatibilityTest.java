package io.groundskeeper.core.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Our own records mean the same as those of aws-lambda-java-events. */
class SqsEventCompatibilityTest {

    private static final String BATCH = Batches.of(List.of(
            Batches.message("m1", "{\"a\":\"\\u00e9\\ud83d\\ude00\"}", 1, Batches.T),
            Batches.message("m2", "", 7, Batches.T.plusSeconds(1)),
            Batches.message("m3", "abcd", 100, Batches.T.plusMillis(5))));

    @Test
    void batch_isReadAlike() {
        var theirs = LambdaEventSerializers.serializerFor(
                        SQSEvent.class, getClass().getClassLoader())
                .fromJson(new ByteArrayInputStream(BATCH.getBytes(StandardCharsets.UTF_8)))
                .getRecords();
        var ours = ((Input.SqsBatch) Input.read(BATCH, "")).messages();

        assertThat(ours)
                .isEqualTo(
                        theirs.stream().map(SqsEventCompatibilityTest::asOurs).toList());
    }

    private static SqsMessage asOurs(SQSEvent.SQSMessage theirs) {
        var attributes = theirs.getAttributes();
        return new SqsMessage(
                theirs.getMessageId(),
                theirs.getReceiptHandle(),
                theirs.getEventSourceArn(),
                Integer.parseInt(attributes.get("ApproximateReceiveCount")),
                time(attributes.get("ApproximateFirstReceiveTimestamp")),
                theirs.getBody(),
                time(attributes.get("SentTimestamp")));
    }

    private static Optional<Instant> time(String millis) {
        return Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
    }
}
