package io.groundskeeper.tags.report;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.tags.creation.Place;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judgement;
import io.groundskeeper.tags.decision.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One log line for each record: which event it was, where it happened and what came of it. */
public final class RecordLog {

    private final Log log;

    public RecordLog(Log log) {
        this.log = log;
    }

    /** The outcomes of what a record's event created, each once. */
    public void decided(Delivery delivery, Decision decision) {
        var outcome = decision.judgements().stream()
                .map(Judgement::outcome)
                .distinct()
                .sorted()
                .map(Outcome::name)
                .collect(Collectors.joining(", "));
        line(delivery, outcome, Map.of("resources", decision.judgements().size()));
    }

    /** Nothing was done about a record. */
    public void ignored(Delivery delivery, String reason) {
        line(delivery, "IGNORED", Map.of("why", reason));
    }

    private void line(Delivery delivery, String outcome, Map<String, ?> more) {
        var place = Place.of(delivery.event());
        var fields = new LinkedHashMap<String, Object>();
        fields.put("eventId", eventId(delivery.event()));
        delivery.message().ifPresent(message -> fields.put("messageId", message.messageId()));
        fields.put("account", place.account());
        fields.put("region", place.region());
        fields.put("outcome", outcome);
        fields.putAll(more);
        log.info("record", fields);
    }

    private static String eventId(Event event) {
        var id = event.envelope().id();
        return id.isEmpty() && event instanceof Event.ApiCall(var envelope, var record) ? record.eventId() : id;
    }
}
