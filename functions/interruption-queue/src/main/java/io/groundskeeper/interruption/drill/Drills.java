package io.groundskeeper.interruption.drill;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.interruption.drill.DrillReport.Entry;
import io.groundskeeper.interruption.drill.DrillReport.Outcome;
import io.groundskeeper.interruption.drill.Rehearsal.Seen;
import io.groundskeeper.interruption.drill.Rehearsal.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers test warnings: measures each leg of their way, and asks the watch what it would do about a real one. */
final class Drills {

    /** For all drills of a batch together: the real warnings beside them must not wait long. */
    private static final Duration TIME = Duration.ofSeconds(4);

    private static final Duration STALE = Duration.ofMinutes(10);
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(2);

    private record Running(Delivery delivery, Event.Drill drill, Optional<String> refusal) {

        Subject subject() {
            var envelope = drill.envelope();
            return new Subject(envelope.account(), envelope.region(), drill.instanceId(), drill.sent(), delivery.now());
        }

        Entry entry(Outcome outcome, Legs legs, String detail) {
            return new Entry(drill.envelope().id(), drill.cluster(), drill.instanceId(), outcome, legs, detail);
        }
    }

    private final Rehearsal rehearsal;

    Drills(Rehearsal rehearsal) {
        this.rehearsal = rehearsal;
    }

    /** One entry for each delivery that is a drill, in their order. */
    List<Entry> answer(List<Delivery> deliveries) {
        var running = new ArrayList<Running>();
        for (var delivery : deliveries) {
            if (delivery.event() instanceof Event.Drill drill) {
                running.add(new Running(delivery, drill, refusal(drill, delivery)));
            }
        }
        var seen = seen(running);
        return running.stream().map(one -> entry(one, seen)).toList();
    }

    private Map<Running, Seen> seen(List<Running> running) {
        var usable = running.stream().filter(one -> one.refusal().isEmpty()).toList();
        var seen = new HashMap<Running, Seen>();
        if (!usable.isEmpty()) {
            var answers = rehearsal.of(usable.stream().map(Running::subject).toList(), TIME);
            for (int i = 0; i < usable.size(); i++) {
                seen.put(usable.get(i), answers.get(i));
            }
        }
        return seen;
    }

    /** Why there is nothing to find out about a drill. */
    private static Optional<String> refusal(Event.Drill drill, Delivery delivery) {
        if (!ClusterId.isName(drill.cluster())) {
            return Optional.of("\"%s\" is not the name of an EKS cluster".formatted(drill.cluster()));
        }
        if (!DrillCommand.isInstanceId(drill.instanceId())) {
            return Optional.of("\"%s\" is no instance id".formatted(drill.instanceId()));
        }
        var age = Duration.between(drill.sent(), delivery.now());
        if (age.compareTo(STALE) > 0) {
            return Optional.of(
                    "it came %d minutes after it was sent, so nothing was looked up: a real warning's instance would be long gone. Send another"
                            .formatted(age.toMinutes()));
        }
        if (age.compareTo(CLOCKS_DIFFER.negated()) < 0) {
            return Optional.of("it says that it was sent at %s, which is still to come".formatted(drill.sent()));
        }
        return Optional.empty();
    }

    private static Entry entry(Running running, Map<Running, Seen> seen) {
        var legs = Legs.of(running.delivery(), running.drill());
        if (running.refusal().isPresent()) {
            return running.entry(Outcome.FAILED, legs, running.refusal().get());
        }
        var found = seen.get(running);
        var all = legs.and(found, running.delivery(), running.drill());
        var elsewhere = found.cluster()
                .filter(cluster -> !cluster.equals(running.drill().cluster()));
        if (elsewhere.isPresent()) {
            return running.entry(
                    Outcome.FAILED,
                    all,
                    "by its tags the instance is of the cluster %s: %s".formatted(elsewhere.get(), found.words()));
        }
        return running.entry(found.isDecided() ? Outcome.DRILL : Outcome.FAILED, all, found.words());
    }
}
