package io.groundskeeper.interruption.watch;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.interruption.watch.action.Progress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Puts findings into Slack messages: one for each cluster, and only of what someone should know. */
final class Telling {

    private Telling() {}

    /** The messages about {@code findings}; often none. */
    static List<SlackMessage> of(List<Finding> findings) {
        var told = onceEach(findings.stream().filter(Telling::isToldOf).toList());
        var byCluster = told.stream()
                .collect(groupingBy(finding -> finding.cluster().orElse(""), LinkedHashMap::new, toList()));
        var messages = new ArrayList<SlackMessage>();
        byCluster.forEach((cluster, there) -> messages.add(message(cluster, there)));
        return messages;
    }

    /** What a state change says of an instance is nothing beside its warning, or beside the state before. */
    private static List<Finding> onceEach(List<Finding> findings) {
        var said = findings.stream()
                .filter(finding -> !isStateChange(finding))
                .map(finding -> finding.warning().instanceId())
                .collect(toCollection(HashSet::new));
        var toldOf = new HashSet<Said>();
        return findings.stream()
                .filter(finding ->
                        !isStateChange(finding) || said.add(finding.warning().instanceId()))
                .filter(finding -> toldOf.add(Said.of(finding)))
                .toList();
    }

    /** Of a warning that came twice in one batch. */
    private record Said(Optional<String> instanceId, Kind kind, Outcome outcome) {

        static Said of(Finding finding) {
            return new Said(finding.warning().instanceId(), finding.warning().kind(), finding.outcome());
        }
    }

    private static boolean isStateChange(Finding finding) {
        return finding.warning().kind() == Kind.STATE_CHANGE;
    }

    private static boolean isToldOf(Finding finding) {
        return switch (finding.outcome()) {
            // A state change of a node that Karpenter removes is the end of every scale-down.
            case HANDLED_BY_KARPENTER -> !isStateChange(finding);
            case NODECLAIM_DELETED, DRAINED, NOT_HANDLED, LATE -> true;
            // Once, and at once: a person may bring Karpenter back while there is time.
            case DRAINING -> begins(finding);
            case FAILED -> Verdicts.isLast(finding) || begins(finding);
            case WAITING, NODE_GROUP, FOREIGN, GONE, RECORDED, IGNORED -> false;
        };
    }

    private static boolean begins(Finding finding) {
        return finding.progress().filter(Progress::begun).isPresent();
    }

    private static SlackMessage message(String cluster, List<Finding> findings) {
        var counts = findings.stream().collect(groupingBy(Finding::outcome, TreeMap::new, counting()));
        var title = "%s: %s"
                .formatted(
                        cluster.isEmpty() ? "Interrupted instances" : "Interrupted nodes of " + cluster,
                        counts.entrySet().stream()
                                .map(entry -> entry.getValue() + " " + words(entry.getKey()))
                                .collect(joining(", ")));
        return new SlackMessage(title, findings.stream().map(Telling::section).toList());
    }

    private static String section(Finding finding) {
        var warning = finding.warning();
        var text = "%s *%s* %s, %s%s (%s, %s)%n%s"
                .formatted(
                        sign(finding.outcome()),
                        words(finding.outcome()),
                        SlackText.code(warning.instanceId().orElse("?")),
                        kind(warning.kind()),
                        warning.secondsLeft()
                                .map(s -> ", %d s left".formatted(s))
                                .orElse(""),
                        SlackText.escape(warning.region()),
                        SlackText.escape(warning.account()),
                        where(finding));
        return text + SlackText.escape(capital(Report.Entry.of(finding).detail())) + byHand(finding);
    }

    private static String where(Finding finding) {
        var parts = new ArrayList<String>();
        finding.node().ifPresent(node -> parts.add("node " + SlackText.code(node)));
        finding.nodePool().ifPresent(pool -> parts.add("NodePool " + SlackText.code(pool)));
        return parts.isEmpty() ? "" : String.join(", ", parts) + "\n";
    }

    /** What a person can do, and we do not or may not. */
    private static String byHand(Finding finding) {
        if (finding.outcome() != Outcome.NOT_HANDLED && !finding.hopeless()) {
            return "";
        }
        var commands = new ArrayList<String>();
        finding.nodeClaim()
                .ifPresent(claim -> commands.add("kubectl delete nodeclaim %s --wait=false".formatted(claim)));
        // Nothing drains from an instance that stops already.
        finding.node()
                .filter(node -> !isStateChange(finding))
                .ifPresent(node -> commands.add(
                        "kubectl drain %s --ignore-daemonsets --delete-emptydir-data --timeout=90s".formatted(node)));
        if (commands.isEmpty()) {
            return "";
        }
        return "\nBy hand:\n```\n%s\n```"
                .formatted(SlackText.escape(String.join("\n", commands).replace('`', '\'')));
    }

    private static String sign(Outcome outcome) {
        return switch (outcome) {
            case HANDLED_BY_KARPENTER, DRAINED -> ":white_check_mark:";
            case NODECLAIM_DELETED, DRAINING -> ":warning:";
            case NOT_HANDLED, LATE, FAILED, WAITING, NODE_GROUP, FOREIGN, GONE, RECORDED, IGNORED -> ":rotating_light:";
        };
    }

    static String words(Outcome outcome) {
        return switch (outcome) {
            case HANDLED_BY_KARPENTER -> "handled by Karpenter";
            case NODECLAIM_DELETED -> "NodeClaim deleted";
            case DRAINING -> "being drained";
            case DRAINED -> "drained by us";
            case NOT_HANDLED -> "not handled";
            case LATE -> "too late";
            case FAILED -> "could not be checked or done";
            case WAITING, NODE_GROUP, FOREIGN, GONE, RECORDED, IGNORED -> outcome.name();
        };
    }

    static String kind(Kind kind) {
        return switch (kind) {
            case SPOT_INTERRUPTION -> "spot interruption";
            case REBALANCE -> "rebalance recommendation";
            case STATE_CHANGE -> "state change";
            case HEALTH_SCHEDULED_CHANGE -> "scheduled change";
            case CAPACITY_RESERVATION_INTERRUPTION -> "capacity reservation interruption";
            case CAPACITY_BLOCK_EXPIRATION -> "capacity block expiration";
        };
    }

    private static String capital(String text) {
        return text == null || text.isEmpty() ? "" : Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
