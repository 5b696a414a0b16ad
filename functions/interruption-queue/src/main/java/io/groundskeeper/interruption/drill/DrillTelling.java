package io.groundskeeper.interruption.drill;

import static java.util.stream.Collectors.joining;

import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.interruption.drill.DrillReport.Entry;
import io.groundskeeper.interruption.drill.DrillReport.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Puts the answers to drills into a Slack message. */
final class DrillTelling {

    private DrillTelling() {}

    static SlackMessage of(List<Entry> drills) {
        var failed = drills.stream()
                .filter(drill -> drill.outcome() == Outcome.FAILED)
                .count();
        var clusters = drills.stream().map(Entry::cluster).distinct().collect(joining(", "));
        var title = failed == 0
                ? "Interruption drill of %s: a warning comes through".formatted(clusters)
                : "Interruption drill of %s: %d of %d failed".formatted(clusters, failed, drills.size());
        return new SlackMessage(
                title, drills.stream().map(DrillTelling::section).toList());
    }

    private static String section(Entry drill) {
        return "%s %s of %s, drill %s%n%s%n%s%nNothing was changed."
                .formatted(
                        drill.outcome() == Outcome.DRILL ? ":white_check_mark:" : ":x:",
                        SlackText.code(drill.instanceId()),
                        SlackText.code(drill.cluster()),
                        SlackText.code(drill.id()),
                        SlackText.escape(drill.detail()),
                        legs(drill.legs()));
    }

    private static String legs(Legs legs) {
        var known = Stream.of(
                        leg("sent to event", legs.sentToEventMs()),
                        leg("event to queue", legs.eventToQueueMs()),
                        leg("sent to queue", legs.sentToQueueMs()),
                        leg("held back by the queue, and polled", legs.queueToHandedOutMs()),
                        leg("until the function began", legs.handedOutToBegunMs()),
                        leg("tags found", legs.tagsMs()),
                        leg("cluster looked into", legs.clusterMs()),
                        leg("decided", legs.decisionMs()),
                        leg("*in all*", legs.totalMs()))
                .flatMap(leg -> leg.entrySet().stream())
                .map(leg -> "%s: %d ms".formatted(leg.getKey(), leg.getValue()))
                .collect(joining("\n"));
        var note = legs.sentToEventMs() == null
                ? ""
                : "\nEventBridge gives an event's time in whole seconds: the first two are true to a second, their sum exactly.";
        return known + note;
    }

    private static Map<String, Long> leg(String name, Long millis) {
        return millis == null ? Map.of() : Map.of(name, millis);
    }
}
