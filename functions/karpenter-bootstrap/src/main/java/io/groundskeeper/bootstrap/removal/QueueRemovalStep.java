package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.RuleTarget;
import io.groundskeeper.core.interruption.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Step {@code interruption-queue}: the rules go, then the queue that they fill. */
public final class QueueRemovalStep implements StepOn<Leaving, QueueRemovalStep.Observed, QueueRemovalStep.Deletion> {

    /**
     * What is there.
     *
     * @param rules by name
     */
    public record Observed(Optional<Queue> queue, Map<String, Rule> rules) {
        public Observed {
            rules = Map.copyOf(rules);
        }
    }

    /** A part of it goes. */
    public sealed interface Deletion extends PlannedChange {

        /** A rule fills nothing any more, which it must before it goes. */
        record RemoveTargets(String arn, String rule, List<String> ids) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.UPDATE, arn, "without targets " + String.join(", ", ids));
            }
        }

        /** A rule goes. */
        record DeleteRule(String arn, String rule) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.DELETE, arn, "interruption rule");
            }
        }

        /** The queue goes. */
        record DeleteQueue(String arn, String url) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.DELETE, arn, "interruption queue");
            }
        }
    }

    private final Queues queues;
    private final Rules rules;
    private final QueueDeletions deletions;

    /** @param rules on the default bus */
    public QueueRemovalStep(Queues queues, Rules rules, QueueDeletions deletions) {
        this.queues = queues;
        this.rules = rules;
        this.deletions = deletions;
    }

    @Override
    public String name() {
        return "interruption-queue";
    }

    @Override
    public Observed observe(Leaving target) {
        var names = target.names();
        return new Observed(queues.find(names.queue()), rules.find(Set.of(names.ec2Rule(), names.healthRule())));
    }

    @Override
    public Plan<Deletion> plan(Leaving target, Observed observed) {
        var changes = new ArrayList<Deletion>();
        var warnings = new ArrayList<String>();
        new TreeMap<>(observed.rules()).forEach((name, rule) -> {
            if (target.made(rule.tags())) {
                changes.addAll(rule(name, rule));
            } else {
                warnings.add(target.foreign("Rule " + rule.arn()));
            }
        });
        var arn = target.names().queueArn();
        observed.queue().ifPresent(queue -> {
            if (target.made(queue.tags())) {
                changes.add(new Deletion.DeleteQueue(arn, queue.url()));
            } else {
                warnings.add(target.foreign("Queue " + arn));
            }
        });
        changes.stream()
                .filter(Deletion.RemoveTargets.class::isInstance)
                .map(Deletion.RemoveTargets.class::cast)
                .forEach(change -> change.ids().stream()
                        .filter(id -> !id.equals(DesiredRule.TARGET_ID))
                        .forEach(id -> warnings.add("Target %s of rule %s, which someone added, goes with it"
                                .formatted(id, change.rule()))));
        return new Plan.Changes<>(changes, warnings);
    }

    @Override
    public void apply(Leaving target, Deletion change) {
        switch (change) {
            case Deletion.RemoveTargets(var arn, var rule, var ids) -> deletions.removeTargets(rule, ids);
            case Deletion.DeleteRule(var arn, var rule) -> deletions.deleteRule(rule);
            case Deletion.DeleteQueue(var arn, var url) -> deletions.deleteQueue(url);
        }
    }

    private static List<Deletion> rule(String name, Rule rule) {
        var changes = new ArrayList<Deletion>();
        if (!rule.targets().isEmpty()) {
            changes.add(new Deletion.RemoveTargets(
                    rule.arn(),
                    name,
                    rule.targets().stream().map(RuleTarget::id).toList()));
        }
        changes.add(new Deletion.DeleteRule(rule.arn(), name));
        return changes;
    }
}
