package io.groundskeeper.interruption.replay;

import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.interruption.replay.DeadLetters.Letter;
import io.groundskeeper.interruption.replay.ReplayReport.Row;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves the messages of one dead letter queue: each is sent to its queue, then deleted, so that whatever ends this between
 * the two doubles a message and loses none. Only what was there when it began is moved, and each only once: what fails
 * again does not go round.
 */
final class Run {

    /** One receive may find none although there are some. */
    private static final int EMPTY_RECEIVES = 2;

    private final DeadLetters queues;
    private final Route route;
    private final Clock clock;
    private final Instant end;
    private final Log log;
    private final Instant begun;
    private final Set<String> known = new HashSet<>();
    private final List<Letter> newer = new ArrayList<>();
    private final Set<String> reasons = new LinkedHashSet<>();
    private int moved;
    private int failed;

    /** @param end no message is received after it */
    Run(DeadLetters queues, Route route, Clock clock, Instant end, Log log) {
        this.queues = queues;
        this.route = route;
        this.clock = clock;
        this.end = end;
        this.log = log;
        this.begun = clock.instant();
    }

    /** Counts only. */
    Row count() {
        try {
            return row(queues.count(route.deadLetters()));
        } catch (RuntimeException e) {
            return ended(e, 0);
        }
    }

    /** Moves what there is time for; never throws for one queue. */
    Row move() {
        var there = 0;
        try {
            there = queues.count(route.deadLetters());
            moveAll();
            releaseNewer();
            return row(there);
        } catch (RuntimeException e) {
            return ended(e, there);
        }
    }

    private void moveAll() {
        var empty = 0;
        while (empty < EMPTY_RECEIVES) {
            if (!clock.instant().isBefore(end)) {
                reasons.add("the time for it was over; run it again");
                return;
            }
            var letters = queues.receive(route.deadLetters());
            empty = letters.isEmpty() ? empty + 1 : 0;
            move(letters);
        }
    }

    private void move(List<Letter> letters) {
        var due = new ArrayList<Letter>();
        for (var letter : letters) {
            if (isNewer(letter)) {
                newer.add(letter);
            } else if (known.add(letter.id())) {
                due.add(letter);
            }
        }
        if (!due.isEmpty()) {
            var unsent = queues.send(route.queue(), due);
            unsent.values().forEach(why -> reasons.add("not sent: " + why));
            failed += unsent.size();
            delete(due.stream()
                    .filter(letter -> !unsent.containsKey(letter.id()))
                    .toList());
        }
    }

    /** Hidden until now, so that they were not received instead of others. */
    private void releaseNewer() {
        if (!newer.isEmpty()) {
            queues.release(route.deadLetters(), newer);
            reasons.add("%d came after this began".formatted(newer.size()));
        }
    }

    private boolean isNewer(Letter letter) {
        return letter.sent().filter(sent -> sent.isAfter(begun)).isPresent();
    }

    private void delete(List<Letter> sent) {
        if (sent.isEmpty()) {
            return;
        }
        var undeleted = queues.delete(route.deadLetters(), sent);
        undeleted
                .values()
                .forEach(why -> reasons.add("sent but not deleted, so the next replay sends it again: " + why));
        failed += undeleted.size();
        moved += sent.size() - undeleted.size();
        sent.forEach(letter ->
                log.info("replayed", Map.of("messageId", letter.id(), "queue", route.name(), "why", letter.why())));
    }

    private Row ended(RuntimeException failure, int there) {
        log.error("replay-ended", failure, Map.of("queue", route.name()));
        reasons.add(Failures.describe(failure));
        return row(there);
    }

    private Row row(int there) {
        var detail = reasons.isEmpty() ? null : String.join("; ", reasons);
        return new Row(route.name(), moved, Math.max(failed, there - moved), failed, detail);
    }
}
