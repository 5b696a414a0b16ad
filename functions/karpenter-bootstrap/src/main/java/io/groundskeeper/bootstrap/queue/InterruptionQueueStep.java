package io.groundskeeper.bootstrap.queue;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.interruption.DesiredQueue;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.DesiredState;
import io.groundskeeper.core.interruption.Difference;
import io.groundskeeper.core.interruption.Found;
import io.groundskeeper.core.interruption.Key;
import io.groundskeeper.core.interruption.Mender;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.QueueChange;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.interruption.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Step {@code interruption-queue}: the queue that tells Karpenter of instances about to go, and the rules that fill it.
 * One queue a cluster: Karpenter deletes what it reads, also messages about others' instances.
 */
public final class InterruptionQueueStep implements Step<Found, PlannedQueueChange> {

    private final Queues queues;
    private final Rules rules;

    /** @param rules on the default bus */
    public InterruptionQueueStep(Queues queues, Rules rules) {
        this.queues = queues;
        this.rules = rules;
    }

    @Override
    public String name() {
        return "interruption-queue";
    }

    @Override
    public Found observe(Target target) {
        var tags = Tags.of(target.id());
        var arn = target.names().queueArn();
        var desired = DesiredRule.of(target.names());
        var ours = rules.find(
                desired.stream().map(DesiredRule::name).collect(Collectors.toSet()),
                new Trust<>(rule -> desired.stream().anyMatch(one -> one.isMet(rule, arn)), tags));
        // Only we give our rules the queue as their target, and only after it was proven to be ours.
        boolean filled = desired.stream()
                .allMatch(one -> Optional.ofNullable(ours.get(one.name()))
                        .filter(rule -> one.isMet(rule, arn))
                        .isPresent());
        var trust = new Trust<Queue>(queue -> filled && new DesiredQueue(arn).isMet(queue), tags);
        var queue = queues.find(target.names().queue(), trust);
        return new Found(queue, filled ? List.copyOf(ours.values()) : withOthers(ours, arn), new Key.NotAsked());
    }

    @Override
    public Plan<PlannedQueueChange> plan(Target target, Found found) {
        var state = DesiredState.of(target.id(), target.settings().healthEvents());
        if (!state.owner(found).isOurs(target.id())) {
            return new Plan.Refused<>(
                    "Queue %s is there and was not made for this cluster: it lacks the tag %s=%s. It is not taken over. Delete it, or tag it so (and %s=%s) to hand it over"
                            .formatted(
                                    state.queueArn(),
                                    Tags.CLUSTER,
                                    target.id().name(),
                                    Tags.REGION,
                                    target.id().region()));
        }
        var changes = new ArrayList<QueueChange>();
        var warnings = new ArrayList<String>();
        for (var difference : state.differences(found)) {
            if (difference.isMendable() && difference.owner().isOurs(target.id())) {
                changes.addAll(difference.changes());
            } else {
                warnings.add(left(difference));
            }
        }
        return new Plan.Changes<>(
                QueueChange.joined(changes).stream()
                        .map(PlannedQueueChange::new)
                        .toList(),
                warnings);
    }

    @Override
    public void apply(Target target, PlannedQueueChange planned) {
        new Mender(queues, rules).make(planned.change(), target.id());
    }

    /** What others' rules bring too is not brought a second time. */
    private List<Rule> withOthers(Map<String, Rule> ours, String arn) {
        var all = new ArrayList<>(ours.values());
        rules.aimedAt(arn).stream()
                .filter(rule -> !ours.containsKey(rule.name()))
                .forEach(all::add);
        return all;
    }

    private static String left(Difference difference) {
        return "%s is left as it is (made by: %s): %s"
                .formatted(difference.resource(), difference.owner().words(), difference.words());
    }
}
