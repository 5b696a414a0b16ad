package io.groundskeeper.tags.slack;

import io.groundskeeper.core.identity.Creator;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One message for all alerts of a batch, by creator; resources of a kind that lack the same are told once. */
public final class AlertMessage {

    private static final int MOST_ARNS = 10;
    private static final int SECTION = 2900;

    private record Maker(Creator creator, String service) {}

    private record Matter(String eventName, String region, String type, String reason) {}

    private AlertMessage() {}

    /** The message; empty when there is nothing to tell. */
    public static Optional<SlackMessage> of(List<Decision> decisions) {
        var byMaker = new LinkedHashMap<Maker, Map<Matter, Set<String>>>();
        int count = 0;
        for (var decision : decisions) {
            for (var alert : decision.alerts()) {
                boolean isNew = byMaker.computeIfAbsent(maker(decision), maker -> new LinkedHashMap<>())
                        .computeIfAbsent(matter(decision, alert), matter -> new LinkedHashSet<>())
                        .add(alert.resource().arn());
                count += isNew ? 1 : 0;
            }
        }
        return count == 0 ? Optional.empty() : Optional.of(new SlackMessage(title(count), sections(byMaker)));
    }

    private static String title(int count) {
        return count == 1 ? "A resource without its required tags" : count + " resources without their required tags";
    }

    private static Maker maker(Decision decision) {
        var who = decision.creation().who();
        return new Maker(who.creator(), who.service().orElse(""));
    }

    private static Matter matter(Decision decision, Judgement alert) {
        return new Matter(
                decision.creation().eventName(),
                alert.resource().region(),
                alert.resource().type(),
                alert.reason());
    }

    private static List<String> sections(Map<Maker, Map<Matter, Set<String>>> byMaker) {
        return byMaker.entrySet().stream()
                .flatMap(entry -> packed(Stream.concat(
                                        Stream.of(heading(entry.getKey())),
                                        entry.getValue().entrySet().stream()
                                                .flatMap(matter -> lines(matter.getKey(), matter.getValue())))
                                .toList())
                        .stream())
                .toList();
    }

    private static String heading(Maker maker) {
        var creator = maker.creator();
        var heading = new StringBuilder("*Created by* ")
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
