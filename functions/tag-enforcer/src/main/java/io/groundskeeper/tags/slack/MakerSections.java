package io.groundskeeper.tags.slack;

import io.groundskeeper.core.identity.Creator;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Sections by creator; resources of a kind with the same reason are told once. */
final class MakerSections {

    private static final int MOST_ARNS = 10;
    private static final int SECTION = 2900;

    private final String lead;
    private final Map<Maker, Map<Matter, Set<String>>> byMaker = new LinkedHashMap<>();
    private int count;

    private record Maker(Creator creator, String service) {}

    private record Matter(String eventName, String region, String type, String reason) {}

    /** @param lead what precedes the creator in each section */
    MakerSections(String lead) {
        this.lead = lead;
    }

    /** Adds some of what was decided. */
    void add(Decision decision, List<Judgement> judgements) {
        for (var judgement : judgements) {
            boolean isNew = byMaker.computeIfAbsent(maker(decision), maker -> new LinkedHashMap<>())
                    .computeIfAbsent(matter(decision, judgement), matter -> new LinkedHashSet<>())
                    .add(judgement.resource().arn());
            count += isNew ? 1 : 0;
        }
    }

    /** How many resources there are. */
    int count() {
        return count;
    }

    private static Maker maker(Decision decision) {
        var who = decision.creation().who();
        return new Maker(who.creator(), who.service().orElse(""));
    }

    private static Matter matter(Decision decision, Judgement judgement) {
        return new Matter(
                decision.creation().eventName(),
                judgement.resource().region(),
                judgement.resource().type(),
                judgement.reason());
    }

    /** The sections as mrkdwn, each short enough for Slack. */
    List<String> sections() {
        return byMaker.entrySet().stream()
                .flatMap(entry -> packed(Stream.concat(
                                        Stream.of(heading(entry.getKey())),
                                        entry.getValue().entrySet().stream()
                                                .flatMap(matter -> lines(matter.getKey(), matter.getValue())))
                                .toList())
                        .stream())
                .toList();
    }

    private String heading(Maker maker) {
        var creator = maker.creator();
        var heading = new StringBuilder(lead)
                .append(' ')
                .append(creator.name() == null ? "someone whom the record does not name" : code(creator.name(), 500));
        if (creator.type() != null) {
            heading.append(" (").append(SlackText.escape(creator.type())).append(')');
        }
        if (!maker.service().isEmpty() && !maker.service().equals(creator.name())) {
            heading.append(" through ").append(code(maker.service(), 100));
        }
        if (creator.arn() != null) {
            heading.append('\n').append(code(creator.arn(), 500));
        }
        return heading.toString();
    }

    private static Stream<String> lines(Matter matter, Set<String> arns) {
        var head = "%s in %s, %d × %s: %s"
                .formatted(
                        code(matter.eventName(), 100),
                        code(matter.region(), 50),
                        arns.size(),
                        SlackText.escape(matter.type()),
                        code(matter.reason(), 1000));
        var named = arns.stream().limit(MOST_ARNS).map(arn -> "• " + code(arn, 2000));
        var more = arns.size() > MOST_ARNS
                ? Stream.of("• …and %d more, see the function's log".formatted(arns.size() - MOST_ARNS))
                : Stream.<String>empty();
        return Stream.of(Stream.of(head), named, more).flatMap(line -> line);
    }

    /** Lines in as few sections as they fit into. */
    private static List<String> packed(List<String> lines) {
        var sections = new ArrayList<String>();
        var current = new StringBuilder();
        for (var line : lines) {
            if (current.length() > 0 && current.length() + line.length() >= SECTION) {
                sections.add(current.toString());
                current.setLength(0);
            }
            current.append(current.length() == 0 ? "" : "\n").append(line);
        }
        sections.add(current.toString());
        return sections;
    }

    private static String code(String text, int most) {
        return SlackText.code(SlackText.fit(text, most));
    }
}
