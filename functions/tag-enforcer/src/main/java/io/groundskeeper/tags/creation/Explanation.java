package io.groundskeeper.tags.creation;

import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.MalformedEventException;
import io.groundskeeper.core.identity.Creator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What would be read out of an event.
 *
 * @param ignored why nothing would; null when something was created
 */
public record Explanation(List<Resource> resources, Creator createdBy, String ignored) {

    /** @param requestTags those that the request carried, as far as CloudTrail logs them */
    public record Resource(String arn, String type, Map<String, String> requestTags) {}

    /** @param event an EventBridge event or a bare CloudTrail record; anything else is ignored with the reason */
    public static Explanation of(JsonNode event, CreationReader reader) {
        try {
            return of(reading(event, reader));
        } catch (MalformedEventException e) {
            return new Explanation(List.of(), Creator.UNKNOWN, e.getMessage());
        }
    }

    private static Reading reading(JsonNode event, CreationReader reader) {
        if (EventParser.looksLikeEvent(event)) {
            return reader.read(EventParser.parse(event));
        }
        if (CloudTrailRecord.looksLikeOne(event)) {
            return reader.read(EventParser.wrap(event));
        }
        throw new MalformedEventException(
                "Neither an EventBridge event (\"source\", \"detail-type\", \"detail\") nor a CloudTrail record (\"eventSource\", \"eventName\")");
    }

    private static Explanation of(Reading reading) {
        return switch (reading) {
            case Reading.Creation creation ->
                new Explanation(
                        creation.resources().stream()
                                .map(made -> new Resource(made.arn(), made.type(), made.requestTags()))
                                .toList(),
                        creation.who().creator(),
                        null);
            case Reading.TooLarge large ->
                new Explanation(List.of(), large.who().creator(), large.reason());
            case Reading.NotListed unknown ->
                new Explanation(List.of(), unknown.who().creator(), unknown.reason());
            case Reading.NothingCreated(var reason, var who) -> new Explanation(List.of(), who.creator(), reason);
        };
    }
}
