package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.duty.KeeperCalls;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * Watches what becomes of interruption warnings: reads them out of events, looks once at each one's cluster, acts where
 * Karpenter does not, and tells.
 */
public final class WatchDuty implements Duty {

    private final WarningReader reader = new WarningReader();
    private final Watch watch;
    private final Notifier notifier;
    private final Log log;

    /**
     * @param settings of the function; clusters override them by their tags
     * @param keeper asked when a living Karpenter did not hear of a warning
     * @param clock the time of day, never a sample's
     */
    public WatchDuty(
            InstanceTags tags,
            Clusters clusters,
            Settings settings,
            KeeperCalls keeper,
            Notifier notifier,
            Clock clock,
            Log log) {
        this.watch = new Watch(tags, clusters, new Acting(settings, keeper, clock, log), clock);
        this.notifier = notifier;
        this.log = log;
    }

    /** All that no other duty takes: what is nothing to us is listed with its reason. */
    @Override
    public boolean takes(Event event) {
        return true;
    }

    @Override
    public List<String> commandExamples() {
        return List.of();
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return false;
    }

    @Override
    public Object command(JsonNode command) {
        throw new UnsupportedOperationException("The watch has no commands");
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var warnings = new ArrayList<Warning>();
        var ignored = new ArrayList<>(unreadable);
        for (var delivery : deliveries) {
            var reading = read(delivery);
            warnings.addAll(reading.warnings());
            ignored.addAll(reading.ignored());
        }
        var findings = watch.pass(warnings);
        findings.forEach(this::record);
        Telling.of(findings).forEach(notifier::send);
        return new Handled(Report.of(findings, ignored), Verdicts.of(findings));
    }

    private void record(Finding finding) {
        var warning = finding.warning();
        log.with(Map.of(
                        "eventId", warning.eventId(),
                        "cluster", finding.cluster().orElse(""),
                        "account", warning.account(),
                        "region", warning.region()))
                .info("warning", Map.of("warning", Report.Entry.of(finding)));
        Metrics.record(finding, log);
    }

    @Override
    public Duration retryAfterFailure(Delivery delivery, int receiveCount) {
        var left = Duration.between(delivery.now(), end(delivery));
        return Pauses.afterFailure(left, receiveCount, Duty.super.retryAfterFailure(delivery, receiveCount));
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return end(delivery);
    }

    /** When none of a delivery's warnings is worth a look any more; at once where there is none. */
    private Instant end(Delivery delivery) {
        return read(delivery).warnings().stream()
                .map(Warning::lookUntil)
                .max(Instant::compareTo)
                .orElse(delivery.now());
    }

    /** One that cannot be read must not cost the others of its batch their turn, nor its queue the end of it. */
    private Reading read(Delivery delivery) {
        try {
            return reader.read(delivery);
        } catch (RuntimeException e) {
            log.error("unreadable-warning", e, Map.of("messageId", delivery.id()));
            return Reading.ignored(delivery.id(), "it could not be read: " + Failures.describe(e));
        }
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        var envelope = delivery.event().envelope();
        return SlackMessage.of(
                "An interruption warning could not be checked",
                "%s, event %s: %s"
                        .formatted(
                                SlackText.escape(text(envelope.detailType())),
                                SlackText.code(text(envelope.id())),
                                SlackText.escape(text(why))));
    }

    private static String text(String text) {
        return Objects.requireNonNullElse(text, "?");
    }
}
