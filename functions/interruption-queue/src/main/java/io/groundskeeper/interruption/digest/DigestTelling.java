package io.groundskeeper.interruption.digest;

import static java.util.stream.Collectors.joining;

import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.interruption.digest.DigestReport.Digest;
import io.groundskeeper.interruption.digest.DigestReport.Narrow;
import io.groundskeeper.interruption.digest.DigestReport.OfNodePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Puts a digest into a Slack message. */
final class DigestTelling {

    private static final int MOST = 10;

    private DigestTelling() {}

    static SlackMessage of(Digest digest) {
        var sections = new ArrayList<String>();
        add(sections, "By NodePool", digest.nodePools(), DigestTelling::line);
        add(
                sections,
                "Reclaimed most",
                digest.reclaimed(),
                pool -> "%s in %s: %d"
                        .formatted(
                                SlackText.code(pool.instanceType()),
                                SlackText.code(pool.zone()),
                                pool.interruptions()));
        add(
                sections,
                "NodePools that allow fewer than %d instance types for spot".formatted(Narrowness.ENOUGH),
                digest.narrow(),
                DigestTelling::line);
        add(
                sections,
                "Clusters that could not be looked into",
                digest.notRead(),
                one -> "%s: %s".formatted(SlackText.code(one.cluster()), SlackText.escape(one.why())));
        return new SlackMessage(title(digest), sections);
    }

    private static String title(Digest digest) {
        return "The last 24 hours: %s, %s"
                .formatted(
                        number(digest.interruptions(), "interruption"),
                        number(digest.rebalances(), "rebalance recommendation"));
    }

    private static <T> void add(List<String> sections, String title, List<T> rows, Function<T, String> line) {
        if (rows.isEmpty()) {
            return;
        }
        var lines = rows.stream().limit(MOST).map(line).collect(joining("\n"));
        var more = rows.size() > MOST ? "\nand %d more, see the function's log".formatted(rows.size() - MOST) : "";
        sections.add("*%s*%n%s%s".formatted(title, lines, more));
    }

    private static String line(OfNodePool pool) {
        var outcomes = pool.outcomes().stream()
                .map(one -> "%d %s"
                        .formatted(
                                one.interruptions(),
                                SlackText.escape(
                                        one.outcome().toLowerCase(Locale.ROOT).replace('_', ' '))))
                .collect(joining(", "));
        return "%s: %s%s, %s"
                .formatted(
                        SlackText.code(pool.nodePool()),
                        number(pool.interruptions(), "interruption"),
                        outcomes.isEmpty() ? "" : " (%s)".formatted(outcomes),
                        number(pool.rebalances(), "rebalance recommendation"));
    }

    private static String line(Narrow narrow) {
        var unsure = narrow.notEvaluated().isEmpty()
                ? ""
                : " at most; not evaluated: "
                        + narrow.notEvaluated().stream().map(SlackText::code).collect(joining(", "));
        return "%s of %s: %d%s"
                .formatted(
                        SlackText.code(narrow.nodePool()),
                        SlackText.code(narrow.cluster()),
                        narrow.instanceTypes(),
                        unsure);
    }

    private static String number(long count, String what) {
        return count == 1 ? "1 " + what : "%d %ss".formatted(count, what);
    }
}
