package io.groundskeeper.interruption.digest;

import static java.util.stream.Collectors.toMap;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.interruption.digest.DigestReport.Digest;
import io.groundskeeper.interruption.duty.Duty;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Tells once a day how many interruptions there were, where, and which NodePools make for more of them. */
public final class DigestDuty implements Duty {

    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration STEP = Duration.ofMinutes(5);

    /** For all clusters; the metrics and the types of instances take the rest of the function's 20 s. */
    private static final Duration TIME_FOR_CLUSTERS = Duration.ofSeconds(7);

    /** After that it is no news. */
    private static final Duration WORTHLESS_AFTER = Duration.ofHours(6);

    private final Tallies tallies;
    private final Narrowness narrowness;
    private final Notifier notifier;
    private final Clock clock;
    private final Log log;

    /** @param clock the time of day, never a sample's */
    public DigestDuty(Tallies tallies, NodePools pools, InstanceTypes types, Notifier notifier, Clock clock, Log log) {
        this.tallies = tallies;
        this.narrowness = new Narrowness(pools, types);
        this.notifier = notifier;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public boolean takes(Event event) {
        return event instanceof Event.DailyDigest;
    }

    @Override
    public List<String> commandExamples() {
        return List.of(DigestCommand.EXAMPLE);
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return DigestCommand.looksLikeOne(input);
    }

    @Override
    public Object command(JsonNode json) {
        var command = DigestCommand.of(json);
        var digest = read();
        if (!command.dryRun()) {
            tell(digest);
        }
        return DigestReport.of(digest, List.of());
    }

    /** Several that waited are one. */
    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        if (deliveries.isEmpty()) {
            return new Handled(DigestReport.of(null, unreadable), Map.of());
        }
        try {
            var digest = read();
            tell(digest);
            return new Handled(DigestReport.of(digest, unreadable), Map.of());
        } catch (RuntimeException e) {
            var failed = deliveries.stream().collect(toMap(Delivery::id, delivery -> (Verdict) new Verdict.Failed(e)));
            return new Handled(DigestReport.of(null, unreadable), failed);
        }
    }

    private Digest read() {
        var step = STEP.toSeconds();
        var to = Instant.ofEpochSecond(clock.instant().getEpochSecond() / step * step);
        var from = to.minus(DAY);
        var counting = new Counting(tallies.read(Set.of(Counting.INTERRUPTIONS, Counting.REBALANCES), from, to));
        var found = narrowness.look(TIME_FOR_CLUSTERS);
        return new Digest(
                from.toString(),
                to.toString(),
                counting.all(Counting.INTERRUPTIONS),
                counting.all(Counting.REBALANCES),
                counting.byNodePool(),
                counting.reclaimed(),
                found.narrow(),
                found.notRead());
    }

    private void tell(Digest digest) {
        log.info("digest", Map.of("digest", digest));
        if (digest.isWorthTelling()) {
            notifier.send(DigestTelling.of(digest));
        }
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return firstReceived.plus(WORTHLESS_AFTER);
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        return SlackMessage.of("There is no digest of interruptions today", SlackText.escape(why));
    }
}
