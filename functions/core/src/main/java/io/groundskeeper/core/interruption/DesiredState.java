package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.interruption.Difference.Subject;
import io.groundskeeper.core.interruption.Owner.Maker;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a cluster's queue and its rules should be, whoever made them: what does the same in another way is as good. The
 * bootstrap and the queue's keeper both plan from it.
 *
 * @param queueArn of the queue that Karpenter reads
 * @param healthEvents false when Karpenter is to get nothing from AWS Health: it drains at once what has to go in weeks
 */
public record DesiredState(ClusterId cluster, String queueArn, boolean healthEvents) {

    /** The setting, true or false, that says whether Karpenter gets AWS Health's events; true unless it is given. */
    public static final String HEALTH_EVENTS = "HEALTH_EVENTS";

    /** What a cluster has that we look after: the queue of our name. */
    public static DesiredState of(ClusterId cluster, boolean healthEvents) {
        return new DesiredState(cluster, new Names(cluster).queueArn(), healthEvents);
    }

    /** The same for a queue of another name in the cluster's account and Region. */
    public static DesiredState ofQueue(ClusterId cluster, String queueName, boolean healthEvents) {
        var arn = "arn:%s:sqs:%s:%s:%s".formatted(cluster.partition(), cluster.region(), cluster.account(), queueName);
        return new DesiredState(cluster, arn, healthEvents);
    }

    /** The names of what is ours. */
    public Names names() {
        return new Names(cluster);
    }

    /** The queue's name. */
    public String queueName() {
        return queueArn.substring(queueArn.lastIndexOf(':') + 1);
    }

    /** Whose the queue is, and whose it becomes when there is none. */
    public Owner owner(Found found) {
        var owner = found.queue()
                .map(queue -> Owner.of(queueName(), queue.tags(), cluster))
                .orElseGet(() -> hasOurName() ? Owner.ours(cluster) : Owner.unknown());
        return owner.maker() == Maker.UNKNOWN && isProven(found) ? Owner.ours(cluster) : owner;
    }

    /**
     * What is not as it should be, the queue first; none when all is in order. What was made for another cluster is told
     * and never mended: only a person knows which of the two has the right to it.
     */
    public List<Difference> differences(Found found) {
        var owner = owner(found);
        var rules = new RulesJudge(this, found, owner);
        var all = Stream.concat(ofQueue(found, owner, rules.calls()).stream(), rules.differences().stream())
                .toList();
        return owner.isForAnother(cluster)
                ? all.stream().map(Difference::forAPerson).toList()
                : all;
    }

    /** What may keep Karpenter from understanding what it reads. */
    public List<Hint> hints(Found found) {
        return found.queue().stream()
                .flatMap(queue -> PolicyDocument.read(queue.attributes().getOrDefault("Policy", "")).stream())
                .flatMap(policy -> policy.statements().stream())
                .flatMap(statement -> statement.topics().stream())
                .distinct()
                .map(topic -> new Hint(Hint.Type.SNS_IN_POLICY, topic))
                .toList();
    }

    boolean hasOurName() {
        return queueArn.equals(names().queueArn());
    }

    private List<Difference> ofQueue(Found found, Owner owner, List<SendCall> calls) {
        var wrongName = DesiredQueue.faultOfName(queueName());
        if (wrongName.isPresent()) {
            return List.of(new Difference(queueArn, Subject.KIND_OF_QUEUE, wrongName.get(), owner, List.of()));
        }
        var desired = new DesiredQueue(queueArn);
        if (found.queue().isEmpty()) {
            return List.of(new Difference(
                    queueArn,
                    Subject.EXISTENCE,
                    "there is no such queue",
                    owner,
                    List.of(new QueueChange.Create(queueArn, queueName(), desired.attributes()))));
        }
        var queue = found.queue().get();
        var differences = new ArrayList<Difference>();
        if (owner.isForAnother(cluster)) {
            differences.add(new Difference(
                    queueArn,
                    Subject.CLUSTER,
                    "it was made for cluster %s: each Karpenter deletes what the other should read. Give each its own queue"
                            .formatted(owner.cluster().orElseThrow()),
                    owner,
                    List.of()));
        }
        desired.faults(queue, found.key(), calls, owner.isOurs(cluster)).stream()
                .map(fault -> new Difference(queueArn, fault.subject(), fault.words(), owner, changes(queue, fault)))
                .forEach(differences::add);
        if (owner.isOurs(cluster)
                && !queue.tags().entrySet().containsAll(Tags.of(cluster).entrySet())) {
            differences.add(new Difference(
                    queueArn,
                    Subject.TAGS,
                    "it lost the tags that say whose it is",
                    owner,
                    List.of(new QueueChange.TagQueue(queueArn, queue.url(), Tags.of(cluster)))));
        }
        return differences;
    }

    private List<QueueChange> changes(Queue queue, DesiredQueue.Fault fault) {
        return fault.attributes().isEmpty()
                ? List.of()
                : List.of(new QueueChange.SetAttributes(queueArn, queue.url(), fault.attributes()));
    }

    /** Whether a queue without tags is ours: of our name, just as we make it, and filled by a rule that is ours. */
    private boolean isProven(Found found) {
        return hasOurName()
                && found.queue().filter(new DesiredQueue(queueArn)::isMet).isPresent()
                && DesiredRule.of(names()).stream()
                        .anyMatch(desired -> found.rules().stream()
                                .anyMatch(rule -> desired.isMet(rule, queueArn) && Tags.areOurs(rule.tags(), cluster)));
    }
}
