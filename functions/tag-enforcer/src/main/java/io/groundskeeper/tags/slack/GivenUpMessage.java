package io.groundskeeper.tags.slack;

import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.creation.Reading;
import java.util.stream.Collectors;

/** Says that an event's resources were not checked to the end. */
public final class GivenUpMessage {

    private static final int MOST_ARNS = 10;

    private GivenUpMessage() {}

    /** @param why what was not settled in the last try */
    public static SlackMessage of(Reading reading, String event, String why) {
        var creator = reading.who().creator();
        var resources = reading instanceof Reading.Creation creation
                ? creation.resources().stream()
                        .limit(MOST_ARNS)
                        .map(CreatedResource::arn)
                        .map(SlackText::code)
                        .collect(Collectors.joining(", "))
                : "-";
        return SlackMessage.of(
                "Tags could not be checked in an hour",
                "%s by %s\nResources: %s\nLast: %s\nCheck them by hand, then mend the cause."
                        .formatted(
                                SlackText.code(event),
                                creator.name() == null ? "unknown" : SlackText.code(SlackText.fit(creator.name(), 500)),
                                resources,
                                SlackText.code(SlackText.fit(why, 1500))));
    }
}
