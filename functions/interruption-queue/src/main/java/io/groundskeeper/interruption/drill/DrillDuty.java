package io.groundskeeper.interruption.drill;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.interruption.drill.DrillReport.Entry;
import io.groundskeeper.interruption.duty.Duty;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Proves that warnings come through: sends a test warning by hand, and answers it when it arrives with what each leg of
 * its way took. A drill is answered once, also when it failed: that is what it is to show. It changes nothing in any
 * cluster, having no way to.
 */
public final class DrillDuty implements Duty {

    private static final Duration WORTHLESS_AFTER = Duration.ofMinutes(10);

    private final DrillSender sender;
    private final Drills drills;
    private final Notifier notifier;
    private final Clock clock;
    private final Log log;

    /** @param clock the time of day, never a sample's */
    public DrillDuty(DrillSender sender, Rehearsal rehearsal, Notifier notifier, Clock clock, Log log) {
        this.sender = sender;
        this.drills = new Drills(rehearsal);
        this.notifier = notifier;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public boolean takes(Event event) {
        return event instanceof Event.Drill;
    }

    @Override
    public List<String> commandExamples() {
        return List.of(DrillCommand.EXAMPLE);
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return DrillCommand.looksLikeOne(input);
    }

    @Override
    public Object command(JsonNode json) {
        var command = DrillCommand.of(json);
        if (command.dryRun()) {
            return SentReport.planned(command);
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var id = sender.send(command.cluster(), command.instanceId(), now);
        log.info("drill-sent", Map.of("id", id, "cluster", command.cluster(), "instanceId", command.instanceId()));
        return SentReport.sent(command, id, now);
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var answers = drills.answer(deliveries);
        answers.forEach(this::record);
        if (!answers.isEmpty()) {
            notifier.send(DrillTelling.of(answers));
        }
        return new Handled(DrillReport.of(answers, unreadable), Map.of());
    }

    private void record(Entry answer) {
        log.with(Map.of("eventId", answer.id(), "cluster", answer.cluster())).info("drill", Map.of("drill", answer));
        log.count("Drills", Map.of("Outcome", answer.outcome().name()));
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return delivery.event() instanceof Event.Drill drill ? drill.sent().plus(WORTHLESS_AFTER) : delivery.now();
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        return SlackMessage.of(
                "An interruption drill could not be answered",
                "Event %s: %s"
                        .formatted(SlackText.code(delivery.event().envelope().id()), SlackText.escape(why)));
    }
}
