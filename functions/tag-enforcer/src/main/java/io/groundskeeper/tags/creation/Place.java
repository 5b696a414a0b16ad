package io.groundskeeper.tags.creation;

import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.Envelope;
import io.groundskeeper.core.event.Event;
import java.util.stream.Stream;

/**
 * Where an event happened: as its record says, else as its envelope does.
 *
 * @param region empty when neither says
 * @param account empty when neither says
 */
public record Place(String region, String account) {

    /** Where {@code event} happened. */
    public static Place of(Event event) {
        return event instanceof Event.ApiCall(var envelope, var record)
                ? of(envelope, record)
                : new Place(event.envelope().region(), event.envelope().account());
    }

    static Place of(Envelope envelope, CloudTrailRecord record) {
        return new Place(firstOf(record.region(), envelope.region()), firstOf(record.accountId(), envelope.account()));
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts).filter(text -> !text.isBlank()).findFirst().orElse("");
    }
}
