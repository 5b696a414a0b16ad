package io.groundskeeper.bootstrap.queue;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.interruption.DesiredQueue;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.interruption.Trust;
import io.groundskeeper.core.json.SameJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Step {@code interruption-queue}: the queue that tells Karpenter of instances about to go, and the rules that fill it.
 * One queue a cluster: Karpenter deletes what it reads, also messages about others' instances.
 */
public final class InterruptionQueueStep implements Step<InterruptionQueueStep.Observed, QueueChange> {

    /**
     * What is there.
     *
     * @param rules by name, those that exist
     */
    public record Observed(Optional<Queue> queue, Map<String, Rule> rules) {
        public Observed {
            rules = Map.copyOf(rules);
        }
    }

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
    public Observed observe(Target target) {
        var tags = Tags.of(target.id());
        var arn = target.names().queueArn();
        var desired = DesiredRule.of(target.names());
        var found = rules.find(
                desired.stream().map(DesiredRule::name).collect(Collectors.toSet()),
                new Trust<>(rule -> desired.stream().anyMatch(one -> one.isMet(rule, arn)), tags));
        // Only we give our rules the queue as their target, and only after it was proven to be ours.
        boolean filled = desired.stream()
                .allMatch(one -> Optional.ofNullable(found.get(one.name()))
                        .filter(rule -> one.isMet(rule, arn))
                        .isPresent());
        var trust = new Trust<Queue>(
                queue -> filled
                        && new DesiredQueue(arn).missing(queue.attributes()).isEmpty(),
                tags);
        return new Observed(queues.find(target.names().queue(), trust), found);
    }

    @Override
    public Plan<QueueChange> plan(Target target, Observed observed) {
        var arn = target.names().queueArn();
        var foreign = observed.queue().filter(queue -> !Tags.areOurs(queue.tags(), target.id()));
        if (foreign.isPresent()) {
            return new Plan.Refused<>(
                    "Queue %s is there and was not made for this cluster: it lacks the tag %s=%s. It is not taken over. Delete it, or tag it so (and %s=%s) to hand it over"
                            .formatted(
                                    arn,
                                    Tags.CLUSTER,
                                    target.id().name(),
                                    Tags.REGION,
                                    target.id().region()));
        }
        var changes = new ArrayList<QueueChange>();
        changes.addAll(queueChanges(target, observed.queue()));
        for (var rule : DesiredRule.of(target.names())) {
            changes.addAll(ruleChanges(
                    target, rule, Optional.ofNullable(observed.rules().get(rule.name()))));
        }
        return new Plan.Changes<>(changes, List.of());
    }

    private static List<QueueChange> queueChanges(Target target, Optional<Queue> observed) {
        var arn = target.names().queueArn();
        var desired = new DesiredQueue(arn);
        if (observed.isEmpty()) {
            return List.of(new QueueChange.Create(arn, target.names().queue(), desired.attributes()));
        }
        var queue = observed.get();
        var changes = new ArrayList<QueueChange>();
        var missing = desired.missing(queue.attributes());
        if (!missing.isEmpty()) {
            changes.add(new QueueChange.SetAttributes(arn, queue.url(), missing));
        }
        var tags = Tags.of(target.id());
        if (!queue.tags().entrySet().containsAll(tags.entrySet())) {
            changes.add(new QueueChange.TagQueue(arn, queue.url(), tags));
        }
        return changes;
    }

    private static List<QueueChange> ruleChanges(Target target, DesiredRule desired, Optional<Rule> observed) {
        var arn = target.names().ruleArn(desired.name());
        var queueArn = target.names().queueArn();
        if (observed.isEmpty()) {
            return List.of(
                    new QueueChange.CreateRule(arn, desired),
                    new QueueChange.PutTarget(arn, desired.name(), queueArn, true));
        }
        var rule = observed.get();
        var changes = new ArrayList<QueueChange>();
        var wrong = new ArrayList<String>();
        if (!rule.enabled()) {
            wrong.add("was disabled");
        }
        if (!SameJson.same(rule.pattern(), desired.pattern())) {
            wrong.add("pattern was %s, becomes %s".formatted(rule.pattern(), desired.pattern()));
        }
        if (!wrong.isEmpty()) {
            changes.add(new QueueChange.UpdateRule(arn, desired, String.join("; ", wrong)));
        }
        var tags = Tags.of(target.id());
        if (!rule.tags().entrySet().containsAll(tags.entrySet())) {
            changes.add(new QueueChange.TagRule(arn, tags));
        }
        if (!desired.isAimed(rule, queueArn)) {
            var isNew = rule.targets().stream().noneMatch(there -> there.id().equals(DesiredRule.TARGET_ID));
            changes.add(new QueueChange.PutTarget(arn, desired.name(), queueArn, isNew));
        }
        return changes;
    }

    @Override
    public void apply(Target target, QueueChange change) {
        var tags = Tags.of(target.id());
        switch (change) {
            case QueueChange.Create(var arn, var name, var attributes) -> queues.create(name, attributes, tags);
            case QueueChange.SetAttributes(var arn, var url, var attributes) -> queues.set(url, attributes);
            case QueueChange.TagQueue(var arn, var url, var wanted) -> queues.tag(url, wanted);
            case QueueChange.CreateRule(var arn, var rule) -> rules.create(rule, tags);
            case QueueChange.UpdateRule(var arn, var rule, var detail) -> rules.update(rule);
            case QueueChange.TagRule(var arn, var wanted) -> rules.tag(arn, wanted);
            case QueueChange.PutTarget(var arn, var rule, var queueArn, var isNew) ->
                rules.target(rule, DesiredRule.TARGET_ID, queueArn);
        }
    }
}
