package io.groundskeeper.tags.slack;

import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.decision.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One message for a batch: what lacks its tags, what can never be checked, and what CloudTrail did not list, each by
 * itself.
 */
public final class AlertMessage {

    private AlertMessage() {}

    /** The message; empty when there is nothing to tell. */
    public static Optional<SlackMessage> of(List<Decision> decisions, List<Reading.TooLarge> unlisted) {
        var alerts = new MakerSections("*Created by*");
        var uncheckable = new MakerSections("*Could not be checked, check by hand. Created by*");
        for (var decision : decisions) {
            alerts.add(decision, decision.alerts());
            uncheckable.add(decision, decision.uncheckable());
        }
        var sections = new ArrayList<>(alerts.sections());
        sections.addAll(uncheckable.sections());
        if (!unlisted.isEmpty()) {
            sections.add(section(unlisted));
        }
        return sections.isEmpty()
                ? Optional.empty()
                : Optional.of(new SlackMessage(title(alerts.count(), uncheckable.count()), sections));
    }

    private static String title(int alerts, int uncheckable) {
        if (alerts > 0) {
            return alerts == 1
                    ? "A resource without its required tags"
                    : alerts + " resources without their required tags";
        }
        return uncheckable == 1
                ? "A resource whose tags cannot be checked"
                : "%sesources whose tags cannot be checked".formatted(uncheckable == 0 ? "R" : uncheckable + " r");
    }

    private static String section(List<Reading.TooLarge> unlisted) {
        return unlisted.stream()
                .map(AlertMessage::line)
                .distinct()
                .collect(Collectors.joining(
                        "\n", "*Too large for their resources to be listed: check them by hand*\n", ""));
    }

    private static String line(Reading.TooLarge large) {
        var creator = large.who().creator();
        return "• %s in %s, account %s, by %s"
                .formatted(
                        code(large.eventName()),
                        code(large.place().region()),
                        code(large.place().account()),
                        creator.name() == null ? "someone whom the record does not name" : code(creator.name()));
    }

    private static String code(String text) {
        return SlackText.code(text.isEmpty() ? "unknown" : SlackText.fit(text, 100));
    }
}
