package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.Home;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.StepReport;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        sections.add("Cluster %s in %s of account %s, because of %s"
                .formatted(
                        SlackText.code(report.cluster()),
                        SlackText.code(home.region()),
                        SlackText.code(home.account()),
                        because(request)));
        if (report.reason() != null) {
            sections.add(SlackText.escape(report.reason()));
        }
        report.steps().stream()
                .filter(step -> !step.changes().isEmpty())
                .map(ClusterMessage::step)
                .forEach(sections::add);
        return new SlackMessage(title(result, request), sections);
    }

    /** @param command what goes on with it, as JSON */
    static SlackMessage givenUp(String cluster, Duration after, String why, String command) {
        return new SlackMessage(
                "Karpenter: %s given up after %d minutes".formatted(cluster, after.toMinutes()),
                List.of(
                        SlackText.escape(why),
                        "Once that is mended, invoke the function with %s.".formatted(SlackText.code(command))));
    }

    private static String title(ClusterResult result, ClusterRequest request) {
        var report = result.report();
        if (request.isRemoval() || request.isDeletion()) {
            return removalTitle(report, request.isDeletion());
        }
        if (request.isScheduled()
                && MENDED.contains(report.status())
                && !result.changes().isEmpty()) {
            return "Karpenter: %s was mended".formatted(report.cluster());
        }
        var form = switch (report.status()) {
            case READY -> "Karpenter runs on %s";
            case WAITING -> "Karpenter: %s is under way";
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
            case DELETED, READY -> deleted ? "Karpenter: %s was cleaned up after" : "Karpenter was removed from %s";
            case WAITING -> deleted ? "Karpenter: cleaning up after %s" : "Karpenter is being removed from %s";
            case SKIPPED -> "Karpenter: %s was left alone";
            case FAILED -> deleted ? "Karpenter: cleaning up after %s failed" : "Karpenter: removing it from %s failed";
            case PLANNED -> "Karpenter: what would be removed for %s (dry run)";
        };
        return form.formatted(report.cluster());
    }

    private static String because(ClusterRequest request) {
        return request.signals().stream()
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
