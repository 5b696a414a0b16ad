package io.groundskeeper.interruption.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** Entries that EventBridge refuses in an answer of 200, which no server at hand does. */
class EventBridgeDrillsTest {

    private final Deque<PutEventsResultEntry> answers = new ArrayDeque<>();
    private final EventBridgeDrills drills = new EventBridgeDrills(new Answers(answers));

    @Test
    void passingFailure_isTriedAgain() {
        answers.add(refused("ThrottlingException"));
        answers.add(refused("InternalFailure"));
        answers.add(PutEventsResultEntry.builder().eventId("event-1").build());

        assertThat(send()).isEqualTo("event-1");
    }

    @Test
    void refusal_isSaidAndNotTriedAgain() {
        answers.add(refused("NotAuthorizedForSourceException"));
        answers.add(PutEventsResultEntry.builder().eventId("event-1").build());

        assertThatThrownBy(this::send)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not sent")
                .hasMessageContaining("NotAuthorizedForSourceException: no");
        assertThat(answers).hasSize(1);
    }

    @Test
    void failureThatDoesNotPass_isSaid() {
        answers.addAll(List.of(
                refused("ThrottlingException"), refused("ThrottlingException"), refused("ThrottlingException")));

        assertThatThrownBy(this::send).hasMessageContaining("ThrottlingException");
        assertThat(answers).isEmpty();
    }

    private String send() {
        return drills.send("dev", "i-0a1b2c3d4e5f60001", Instant.EPOCH);
    }

    private static PutEventsResultEntry refused(String code) {
        return PutEventsResultEntry.builder().errorCode(code).errorMessage("no").build();
    }

    private record Answers(Deque<PutEventsResultEntry> answers) implements EventBridgeClient {

        @Override
        public PutEventsResponse putEvents(Consumer<PutEventsRequest.Builder> request) {
            var entry = answers.remove();
            return PutEventsResponse.builder()
                    .failedEntryCount(entry.eventId() == null ? 1 : 0)
                    .entries(entry)
                    .build();
        }

        @Override
        public String serviceName() {
            return "events";
        }

        @Override
        public void close() {}
    }
}
