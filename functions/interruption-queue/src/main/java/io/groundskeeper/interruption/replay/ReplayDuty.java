package io.groundskeeper.interruption.replay;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.interruption.duty.Duty;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Sends what was given up once more: the messages of the function's dead letter queues, by hand (docs/adr/0007). */
public final class ReplayDuty implements Duty {

    /** Of the 20 s that the function has; what was received by then is still sent and deleted. */
    private static final Duration TIME = Duration.ofSeconds(12);

    private final DeadLetters queues;
    private final Settings settings;
    private final Clock clock;
    private final Log log;

    /**
     * @param settings with WARNING_DLQ_URL and WARNING_QUEUE_URL, KEEPER_DLQ_URL and KEEPER_QUEUE_URL
     * @param clock the time of day, never a sample's
     */
    public ReplayDuty(DeadLetters queues, Settings settings, Clock clock, Log log) {
        this.queues = queues;
        this.settings = settings;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public boolean takes(Event event) {
        return false;
    }

    @Override
    public List<String> commandExamples() {
        return List.of(ReplayCommand.EXAMPLE);
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return ReplayCommand.looksLikeOne(input);
    }

    @Override
    public Object command(JsonNode json) {
        var command = ReplayCommand.of(json);
        var end = clock.instant().plus(TIME);
        var report = ReplayReport.of(Route.all(settings).stream()
                .map(route -> new Run(queues, route, clock, end, log))
                .map(run -> command.dryRun() ? run.count() : run.move())
                .toList());
        log.info("report", Map.of("report", report));
        return report;
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        throw new UnsupportedOperationException("A replay is asked for by hand only");
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        throw new UnsupportedOperationException("A replay is asked for by hand only");
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        throw new UnsupportedOperationException("A replay is asked for by hand only");
    }
}
