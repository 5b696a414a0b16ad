package io.groundskeeper.tags.slack;

import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.decision.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resources of one kind that one caller made with the same call and that lack the same: told together, once. */
final class Matter {

    private static final int MOST_NAMED = 10;
    private static final int LONGEST = 1800;

    /** What they have in common. */
    record Kind(String eventName, String region, String account, String type, String reason) {

        static Kind of(Finding.Resource finding) {
            var resource = finding.judgement().resource();
            return new Kind(
                    finding.decision().creation().eventName(),
                    resource.region(),
                    resource.account(),
                    resource.type(),
                    finding.judgement().reason());
        }
    }

    private final Kind kind;
    private final Map<String, Judgement> byArn = new LinkedHashMap<>();
    private final Set<Finding> findings = new LinkedHashSet<>();

    Matter(Kind kind) {
        this.kind = kind;
    }

    void add(Finding.Resource finding) {
        byArn.putIfAbsent(finding.judgement().resource().arn(), finding.judgement());
        findings.add(finding);
    }

    int count() {
        return byArn.size();
    }

    /** One line that says what, how many and which, and the command that mends it where there is one. */
    List<Line> lines() {
        var lines = new ArrayList<Line>();
        lines.add(new Line(what(), findings));
        FixCommand.of(List.copyOf(byArn.values())).ifPresent(fix -> lines.add(new Line(told(fix), findings)));
        return lines;
    }

    private String what() {
        var line = new StringBuilder("• %s in %s, account %s, %d × %s: %s\n"
                .formatted(
                        Mrkdwn.code(kind.eventName(), 100),
                        Mrkdwn.code(kind.region(), 50),
                        Mrkdwn.code(kind.account(), 50),
                        byArn.size(),
                        Mrkdwn.plain(kind.type(), 100),
                        Mrkdwn.code(kind.reason(), 800)));
        int named = 0;
        for (var judgement : byArn.values()) {
            var name = named(judgement.resource());
            if (named == MOST_NAMED || line.length() + name.length() > LONGEST) {
                break;
            }
            line.append(named == 0 ? "" : ", ").append(name);
            named++;
        }
        int more = byArn.size() - named;
        return more == 0 ? line.toString() : line + " …and %d more, see the function's log".formatted(more);
    }

    private static String named(CreatedResource resource) {
        return ConsolePage.of(resource)
                .map(url -> "<%s|%s>"
                        .formatted(
                                SlackText.escape(url),
                                Mrkdwn.plain(ConsolePage.last(resource.arn()).replace('|', '/'), 100)))
                .orElseGet(() -> Mrkdwn.code(resource.arn(), 500));
    }

    private String told(FixCommand fix) {
        int more = byArn.size() - fix.resources();
        var block = "```\n%s\n```".formatted(SlackText.escape(fix.text()));
        return more == 0
                ? block
                : block
                        + "\n…for %d of them; the ARNs of the other %d are in the function's log"
                                .formatted(fix.resources(), more);
    }
}
