package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.event.Signal;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.slack.SlackText;
import java.util.Optional;

/** What happens next with a cluster, and what whoever reads of it in Slack can do. */
final class NextStep {

    private static final String LATER = "the schedule or the next event of the cluster goes on";

    private NextStep() {}

    /** After one look; empty when nothing is left to do. */
    static Optional<String> after(ClusterResult result, ClusterRequest request) {
        var report = result.report();
        return switch (report.status()) {
            case READY -> Optional.empty();
            case PLANNED -> Optional.of("This is a dry run: nothing was changed.");
            case WAITING -> Optional.of(waiting(request));
            case SKIPPED ->
                // The schedule may look at the AWS side only, on purpose.
                report.steps().isEmpty() || request.isScheduled()
                        ? Optional.empty()
                        : Optional.of("Nothing is tried again by itself: once that has changed, %s.".formatted(LATER));
            case FAILED -> Optional.of(failed(result, request));
            case DELETED ->
                request.isDeletion()
                        ? Optional.empty()
                        : Optional.of("To set it up again, tag the cluster %s."
                                .formatted(SlackText.code("groundskeeper/karpenter=manage")));
        };
    }

    /** @param about what was asked for; empty for all clusters */
    static String afterGivingUp(Optional<Signal.About> about) {
        return mended(
                about.filter(signal -> signal.trigger() != Trigger.DELETED)
                        .map(signal -> command(signal.cluster(), signal.trigger() == Trigger.REMOVAL))
                        .orElse(ReconcileCommand.EXAMPLE),
                "the schedule goes on");
    }

    private static String waiting(ClusterRequest request) {
        if (request.isByHand() && !request.isRemoval()) {
            return "To look again, invoke the function with %s; else %s."
                    .formatted(SlackText.code(command(request.cluster(), false)), LATER);
        }
        if (request.isByHand()) {
            return "It goes on by a message to itself, and with each event and round of the schedule. To go on at once, invoke the function with %s."
                    .formatted(SlackText.code(command(request.cluster(), true)));
        }
        return "It is looked at again by itself. If it is not done after 45 minutes, you will read here what is stuck.";
    }

    private static String failed(ClusterResult result, ClusterRequest request) {
        if (result.verdict() instanceof Verdict.Failed && !request.isByHand()) {
            return "It is tried again with growing pauses, for 45 minutes.";
        }
        return request.isDeletion()
                ? mended(ReconcileCommand.EXAMPLE, "the schedule goes on")
                : mended(
                        command(request.cluster(), request.isRemoval()),
                        result.report().steps().isEmpty() ? "" : LATER);
    }

    private static String mended(String command, String later) {
        var now = "It is not tried again by itself. Once that is mended, invoke the function with %s"
                .formatted(SlackText.code(command));
        return later.isEmpty() ? now + "." : "%s; else %s.".formatted(now, later);
    }

    private static String command(String cluster, boolean remove) {
        return (remove ? "{\"cluster\":\"%s\",\"remove\":true}" : "{\"cluster\":\"%s\"}").formatted(cluster);
    }
}
