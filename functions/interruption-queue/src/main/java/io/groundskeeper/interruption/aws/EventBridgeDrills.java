package io.groundskeeper.interruption.aws;

import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.interruption.drill.DrillSender;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/**
 * Test warnings as events of the default bus.
 *
 * @param client of the function's Region
 */
public record EventBridgeDrills(Supplier<EventBridgeClient> client) implements DrillSender {

    private static final int ATTEMPTS = 3;

    // The SDK tries a failed call again; an entry that failed came with a 200.
    private static final Set<String> PASSING = Set.of("ThrottlingException", "InternalException", "InternalFailure");

    public EventBridgeDrills(EventBridgeClient client) {
        this(() -> client);
    }

    @Override
    public String send(String cluster, String instanceId, Instant sent) {
        var entry = entry(cluster, instanceId, sent);
        var answer = put(entry);
        for (int attempt = 1; attempt < ATTEMPTS && mayPass(answer); attempt++) {
            answer = put(entry);
        }
        if (answer.eventId() == null || answer.eventId().isBlank()) {
            throw new IllegalStateException("The drill was not sent: EventBridge refused the event with %s: %s"
                    .formatted(answer.errorCode(), answer.errorMessage()));
        }
        return answer.eventId();
    }

    private PutEventsResultEntry put(PutEventsRequestEntry entry) {
        return AwsCalls.call("events:PutEvents", () -> events().putEvents(r -> r.entries(entry)))
                .entries()
                .getFirst();
    }

    private static boolean mayPass(PutEventsResultEntry answer) {
        return answer.errorCode() != null && PASSING.contains(answer.errorCode());
    }

    private static PutEventsRequestEntry entry(String cluster, String instanceId, Instant sent) {
        var detail = Json.object()
                .put("cluster", cluster)
                .put("instance-id", instanceId)
                .put("sent", sent.toString());
        return PutEventsRequestEntry.builder()
                .source(EventParser.INTERRUPTION_SOURCE)
                .detailType(EventParser.DRILL)
                .detail(Json.write(detail))
                .build();
    }

    private EventBridgeClient events() {
        return client.get();
    }
}
