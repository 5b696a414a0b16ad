package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.event.Signal;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.StepReport;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.event.Envelope;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What Slack is told of a cluster. */
final class ClusterMessage {

    private static final int LONGEST_DETAIL = 200;

    /** Nothing of what was looked at is wrong any more. */
    private static final Set<ClusterStatus> MENDED = Set.of(ClusterStatus.READY, ClusterStatus.SKIPPED);

    private ClusterMessage() {}

    static SlackMessage of(ClusterResult result, ClusterRequest request, Home home) {
        var report = result.report();
        var sections = new ArrayList<String>();
        sections.add(where(report.cluster(), home.region(), home.account(), request.signals()));
        if (report.reason() != null) {
            sections.add(SlackText.escape(report.reason()));
        }
        NextStep.after(result, request).ifPresent(sections::add);
        report.steps().stream()
                .filter(step -> !step.changes().isEmpty())
                .map(ClusterMessage::step)
                .forEach(sections::add);
        return new SlackMessage(title(result, request), sections);
    }

    /**
     * What became of an event that could not be worked off in its time.
     *
     * @param envelope of the event
     * @param about what it asked for; empty when it was for all clusters, or for one that is not known
     */
    static SlackMessage givenUp(Envelope envelope, Optional<Signal.About> about, Duration after, String why) {
        var what = about.map(Signal.About::cluster).orElse("a round over all clusters");
        return new SlackMessage(
                "Karpenter: %s given up after %d minutes".formatted(what, after.toMinutes()),
                List.of(
                        about.map(signal ->
                                        where(signal.cluster(), envelope.region(), envelope.account(), List.of(signal)))
                                .orElseGet(() -> "All clusters in %s of account %s"
                                        .formatted(
                                                SlackText.code(envelope.region()), SlackText.code(envelope.account()))),
                        SlackText.escape(why),
                        NextStep.afterGivingUp(about)));
    }

    private static String where(String cluster, String region, String account, List<Signal.About> signals) {
        return "Cluster %s in %s of account %s, because of %s"
                .formatted(SlackText.code(cluster), SlackText.code(region), SlackText.code(account), because(signals));
    }

    private static String title(ClusterResult result, ClusterRequest request) {
        var report = result.report();
        if (request.isRemoval() || request.isDeletion()) {
            return removalTitle(report, request.isDeletion());
        }
        if (request.isScheduled() && !result.changes().isEmpty()) {
            if (MENDED.contains(report.status())) {
                return "Karpenter: %s was mended".formatted(report.cluster());
            }
            if (report.status() == ClusterStatus.WAITING) {
                return "Karpenter: %s is being mended".formatted(report.cluster());
            }
        }
        var form = switch (report.status()) {
            case READY -> "Karpenter runs on %s" + changes(result.changes().size());
            case WAITING -> isNew(report) ? "Karpenter is being set up on %s" : "Karpenter: %s is not in order yet";
            case SKIPPED ->
                report.steps().isEmpty()
                        ? "Karpenter: %s was left alone"
                        : "Karpenter: the AWS side of %s is in order; it does not run there yet";
            case FAILED -> "Karpenter: setting up %s failed";
            case PLANNED -> "Karpenter: what would be set up for %s (dry run)";
            case DELETED -> "Karpenter: %s was cleaned up after";
        };
        return form.formatted(report.cluster());
    }

    private static String removalTitle(ClusterReport report, boolean deleted) {
        var form = switch (report.status()) {
            case DELETED, READY ->
                (deleted ? "Karpenter: %s was cleaned up after" : "Karpenter was removed from %s")
                        + (report.reason() == null ? "" : "; something is left");
            case WAITING -> deleted ? "Karpenter: cleaning up after %s" : "Karpenter is being removed from %s";
            case SKIPPED -> "Karpenter: %s was left alone";
            case FAILED -> deleted ? "Karpenter: cleaning up after %s failed" : "Karpenter: removing it from %s failed";
            case PLANNED -> "Karpenter: what would be removed for %s (dry run)";
        };
        return form.formatted(report.cluster());
    }

    private static String changes(int count) {
        return switch (count) {
            case 0 -> "";
            case 1 -> ", after 1 change";
            default -> ", after %d changes".formatted(count);
        };
    }

    /** Whether it got our mark just now. */
    private static boolean isNew(ClusterReport report) {
        return report.steps().stream()
                .anyMatch(
                        step -> step.step().equals("cluster") && !step.changes().isEmpty());
    }

    private static String because(List<Signal.About> signals) {
        return signals.stream()
                .map(signal -> signal.by()
                        .map(by -> (signal.trigger() == Trigger.CREATED ? "%s: it was created by %s" : "%s by %s")
                                .formatted(SlackText.escape(signal.event()), SlackText.code(by)))
                        .orElseGet(() -> SlackText.escape(signal.event())))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String step(StepReport step) {
        var header = "*%s* (%s)\n".formatted(step.step(), step.outcome().name().toLowerCase(Locale.ROOT));
        return step.changes().stream().map(ClusterMessage::change).collect(Collectors.joining("\n", header, ""));
    }

    private static String change(Change change) {
        return "• %s %s: %s"
                .formatted(
                        change.action(),
                        SlackText.code(change.resource()),
                        SlackText.fit(SlackText.escape(change.detail()), LONGEST_DETAIL));
    }
}
