package io.groundskeeper.tags.slack;

import io.groundskeeper.core.identity.Creator;
import io.groundskeeper.core.slack.Channel;
import io.groundskeeper.core.slack.Route;
import io.groundskeeper.core.slack.Routes;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.tags.decision.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One message for a batch and channel: what lacks its tags, what can never be checked, and what CloudTrail did not list,
 * each by itself and by creator. What does not fit into one message goes on in the next.
 */
public final class AlertMessages {

    // One block is the title; with about 13,200 characters in all Slack refuses.
    private static final int SECTIONS = 49;
    private static final int CHARACTERS = 11_500;

    private AlertMessages() {}

    private record Maker(Creator creator, List<String> remarks) {}

    /** The messages for all channels; none when there is nothing to tell. */
    public static List<Post> of(List<Finding> findings, Routes routes) {
        var byChannel = findings.stream()
                .collect(Collectors.groupingBy(
                        finding -> routes.channel(subject(finding)), LinkedHashMap::new, Collectors.toList()));
        var posts = new ArrayList<Post>();
        byChannel.forEach((channel, some) -> posts.addAll(posts(channel, some)));
        return posts;
    }

    private static Route.Subject subject(Finding finding) {
        return switch (finding) {
            case Finding.Resource(var delivery, var mark, var decision, var judgement) ->
                new Route.Subject(
                        judgement.resource().account(),
                        name(decision.creation().who().creator()),
                        judgement.tags().orElse(judgement.resource().requestTags()));
            case Finding.Unlisted(var delivery, var mark, var large) ->
                new Route.Subject(large.place().account(), name(large.who().creator()), Map.of());
        };
    }

    private static String name(Creator creator) {
        return Optional.ofNullable(creator.name()).orElse("");
    }

    private static List<Post> posts(Channel channel, List<Finding> findings) {
        var resources = findings.stream()
                .filter(Finding.Resource.class::isInstance)
                .map(Finding.Resource.class::cast)
                .collect(
                        Collectors.partitioningBy(finding -> finding.judgement().outcome() == Outcome.ALERTED));
        var unlisted = findings.stream()
                .filter(Finding.Unlisted.class::isInstance)
                .map(Finding.Unlisted.class::cast)
                .toList();
        var chapters = new ArrayList<>(chapters("*Created by*", resources.get(true)));
        chapters.addAll(chapters("*Could not be checked, check by hand. Created by*", resources.get(false)));
        if (!unlisted.isEmpty()) {
            chapters.add(chapter(unlisted));
        }
        var pages = pages(chapters.stream().flatMap(c -> c.sections().stream()).toList());
        var title = title(count(resources.get(true)), count(resources.get(false)));
        var posts = new ArrayList<Post>();
        for (var page : pages) {
            var which = pages.size() == 1 ? "" : " (%d of %d)".formatted(posts.size() + 1, pages.size());
            posts.add(post(channel, title + which, page));
        }
        return posts;
    }

    private static Post post(Channel channel, String title, List<Line> sections) {
        var findings = sections.stream()
                .flatMap(section -> section.findings().stream())
                .collect(Collectors.toSet());
        return new Post(
                channel,
                new SlackMessage(title, sections.stream().map(Line::text).toList()),
                findings);
    }

    private static List<List<Line>> pages(List<Line> sections) {
        var pages = new ArrayList<List<Line>>();
        int used = CHARACTERS;
        for (var section : sections) {
            used += section.text().length();
            if (used > CHARACTERS || pages.getLast().size() == SECTIONS) {
                pages.add(new ArrayList<>());
                used = section.text().length();
            }
            pages.getLast().add(section);
        }
        return pages;
    }

    private static List<Chapter> chapters(String lead, List<Finding.Resource> findings) {
        var byMaker = new LinkedHashMap<Maker, Map<Matter.Kind, Matter>>();
        for (var finding : findings) {
            byMaker.computeIfAbsent(maker(finding), maker -> new LinkedHashMap<>())
                    .computeIfAbsent(Matter.Kind.of(finding), Matter::new)
                    .add(finding);
        }
        return byMaker.entrySet().stream()
                .map(entry -> new Chapter(
                        heading(lead, entry.getKey()),
                        entry.getValue().values().stream()
                                .flatMap(matter -> matter.lines().stream())
                                .toList()))
                .toList();
    }

    private static Maker maker(Finding.Resource finding) {
        return new Maker(
                finding.decision().creation().who().creator(),
                finding.decision().remarks(finding.judgement()));
    }

    private static String heading(String lead, Maker maker) {
        var creator = maker.creator();
        var heading = new StringBuilder(lead)
                .append(' ')
                .append(
                        creator.name() == null
                                ? "someone whom the record does not name"
                                : Mrkdwn.code(creator.name(), 250));
        if (creator.type() != null) {
            heading.append(" (").append(Mrkdwn.plain(creator.type(), 50)).append(')');
        }
        if (!maker.remarks().isEmpty()) {
            heading.append(", ").append(Mrkdwn.plain(String.join(", ", maker.remarks()), 250));
        }
        if (creator.arn() != null) {
            heading.append('\n').append(Mrkdwn.code(creator.arn(), 250));
        }
        return heading.toString();
    }

    private static int count(List<Finding.Resource> findings) {
        return findings.stream()
                .map(finding -> finding.judgement().resource().arn())
                .collect(Collectors.toSet())
                .size();
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

    private static Chapter chapter(List<Finding.Unlisted> unlisted) {
        var lines = new LinkedHashMap<String, Set<Finding>>();
        unlisted.forEach(finding ->
                lines.computeIfAbsent(line(finding), text -> new HashSet<>()).add(finding));
        return new Chapter(
                "*Too large for their resources to be listed: check them by hand*",
                lines.entrySet().stream()
                        .map(entry -> new Line(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static String line(Finding.Unlisted finding) {
        var large = finding.large();
        var creator = large.who().creator();
        return "• %s in %s, account %s, by %s"
                .formatted(
                        Mrkdwn.code(large.eventName(), 100),
                        Mrkdwn.code(large.place().region(), 50),
                        Mrkdwn.code(large.place().account(), 50),
                        creator.name() == null
                                ? "someone whom the record does not name"
                                : Mrkdwn.code(creator.name(), 250));
    }
}
