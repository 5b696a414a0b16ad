package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What Slack is told about one cluster's queue and rules. */
final class KeeperTelling {

    private KeeperTelling() {}

    /**
     * How much is told.
     *
     * @param standing also what was so before, and only a person can mend
     * @param unfinished also what waits or failed: when it is tried again, that was told already
     */
    record Loudness(boolean standing, boolean unfinished) {

        boolean tells(Row row) {
            return switch (row.outcome()) {
                case OK -> false;
                case MENDED -> true;
                case FAILED, WAITING -> unfinished;
                case REPORTED, PLANNED -> standing && unfinished;
            };
        }
    }

    /** The message; empty if there is nothing to tell. */
    static Optional<SlackMessage> of(String cluster, List<Row> rows, Optional<ChangeCall> change, Loudness loudness) {
        var told = rows.stream().filter(loudness::tells).toList();
        if (told.isEmpty()) {
            return Optional.empty();
        }
        var sections = new ArrayList<String>();
        change.map(call -> SlackText.escape(call.words() + ".")).ifPresent(sections::add);
        told.forEach(row -> sections.add(section(row)));
        return Optional.of(new SlackMessage("Karpenter's interruption queue of cluster " + cluster, sections));
    }

    private static String section(Row row) {
        var by = row.changedBy() == null ? "" : ", changed by " + SlackText.escape(row.changedBy());
        var owner = row.owner() == null ? "" : " (made by: %s%s)".formatted(SlackText.escape(row.owner()), by);
        return "*%s* %s: %s%s"
                .formatted(
                        row.outcome().name().toLowerCase(Locale.ROOT),
                        SlackText.code(row.resource()),
                        SlackText.escape(row.difference()),
                        owner);
    }
}
