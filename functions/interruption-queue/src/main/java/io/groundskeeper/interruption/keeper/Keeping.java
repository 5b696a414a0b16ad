package io.groundskeeper.interruption.keeper;

import static java.util.stream.Collectors.toSet;

import io.groundskeeper.core.interruption.DesiredState;
import io.groundskeeper.core.interruption.Difference;
import io.groundskeeper.core.interruption.Found;
import io.groundskeeper.core.interruption.Keys;
import io.groundskeeper.core.interruption.Mender;
import io.groundskeeper.core.interruption.Observer;
import io.groundskeeper.core.interruption.Owner;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.setting.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at one cluster's queue and rules, and brings them in order as far as they are ours. */
final class Keeping {

    private final KeptClusters clusters;
    private final Queues queues;
    private final Observer observer;
    private final Mender mender;
    private final Settings settings;

    Keeping(KeptClusters clusters, Queues queues, Rules rules, Keys keys, Settings settings) {
        this.clusters = clusters;
        this.queues = queues;
        this.observer = new Observer(queues, rules, keys);
        this.mender = new Mender(queues, rules);
        this.settings = settings;
    }

    /**
     * What is asked.
     *
     * @param mendForeign also what others made
     * @param change the call that was the reason, if there was one
     */
    record Ask(boolean dryRun, boolean mendForeign, Optional<ChangeCall> change) {

        /** That of the schedule. */
        static final Ask USUAL = new Ask(false, false, Optional.empty());
    }

    /**
     * What came of it.
     *
     * @param unread whether messages wait that nobody works on
     * @param lookAgainIn when another look is needed to see it through
     */
    record Kept(List<Row> rows, boolean unread, Optional<Duration> lookAgainIn) {

        Kept {
            rows = List.copyOf(rows);
        }
    }

    /** @throws RuntimeException if queue or rules cannot be read */
    Kept keep(KeptCluster cluster, Ask ask) {
        var health = look(cluster);
        var desired = health.desired();
        var differences = desired.differences(health.found());
        var mended = differences.stream()
                .filter(difference -> isToBeMended(difference, cluster, ask))
                .toList();
        var dry = ask.dryRun() || settings.forCluster(cluster.tags()).flag("DRY_RUN", false);
        var mending = dry || mended.isEmpty() ? Mending.none() : Mending.of(mended, mender, cluster.id());
        var left = dry || mended.isEmpty() ? differences : desired.differences(observer.observe(desired));
        var rows = new ArrayList<Row>();
        for (var difference : differences) {
            rows.add(row(cluster, difference, mended.contains(difference), dry, mending, left));
        }
        left.stream()
                .filter(difference -> differences.stream().noneMatch(other -> isSame(other, difference)))
                .map(difference -> row(cluster, difference, difference.words(), Outcome.WAITING))
                .forEach(rows::add);
        rows.addAll(inOrder(cluster, desired, health.found(), rows));
        purged(cluster, desired, health.found(), ask).ifPresent(rows::add);
        health.faults().forEach(fault -> rows.add(ofCluster(cluster, fault)));
        var waits = rows.stream().anyMatch(row -> row.outcome() == Outcome.WAITING);
        return new Kept(
                rows.stream().map(row -> attributed(row, ask.change())).toList(),
                health.hasUnread(),
                waits ? Optional.of(mending.lookAgainIn()) : Optional.empty());
    }

    /** A second look at messages that waited a minute ago: a row if they still do. */
    Optional<Row> unread(KeptCluster cluster) {
        var health = look(cluster);
        return Optional.of(health)
                .filter(Health::hasUnread)
                .map(seen -> new Row(
                        cluster.id().name(),
                        seen.desired().queueArn(),
                        seen.unread(),
                        seen.desired().owner(seen.found()).words(),
                        null,
                        Outcome.REPORTED));
    }

    private Health look(KeptCluster cluster) {
        var karpenter = clusters.karpenter(cluster.id().name());
        var healthEvents = settings.forCluster(cluster.tags()).flag(DesiredState.HEALTH_EVENTS, true);
        var ours = DesiredState.of(cluster.id(), healthEvents);
        var named = named(karpenter, ours);
        var namedExists = named.isPresent() && queues.find(named.get()).isPresent();
        var desired = namedExists && !isThere(ours)
                ? DesiredState.ofQueue(cluster.id(), named.orElseThrow(), healthEvents)
                : ours;
        return new Health(desired, observer.observe(desired), karpenter, namedExists);
    }

    /** The other queue that Karpenter's settings name, if they name one. */
    private static Optional<String> named(Karpenter karpenter, DesiredState ours) {
        return karpenter instanceof Karpenter.Deployed deployed
                ? Optional.of(deployed.queue())
                        .filter(name -> name.matches("[A-Za-z0-9_-]{1,80}(\\.fifo)?") && !name.equals(ours.queueName()))
                : Optional.empty();
    }

    /** Whether Karpenter is ours: then there is a queue of ours, whatever someone wrote into its settings. */
    private boolean isThere(DesiredState ours) {
        return queues.find(ours.queueName())
                .filter(queue ->
                        Owner.of(ours.queueName(), queue.tags(), ours.cluster()).isOurs(ours.cluster()))
                .isPresent();
    }

    private boolean isToBeMended(Difference difference, KeptCluster cluster, Ask ask) {
        var allOfIt = ask.mendForeign() || settings.forCluster(cluster.tags()).flag("MEND_FOREIGN_QUEUES", false);
        // A cluster that we do not look after may have none of our queue, so that its owner's word is needed.
        var ours = cluster.isKept() && difference.owner().isOurs(cluster.id());
        return difference.isMendable() && !cluster.isGoing() && (ours || allOfIt);
    }

    private static Row row(
            KeptCluster cluster,
            Difference difference,
            boolean isMended,
            boolean dry,
            Mending mending,
            List<Difference> left) {
        if (!isMended) {
            return row(cluster, difference, difference.words(), Outcome.REPORTED);
        }
        if (dry) {
            return row(cluster, difference, difference.words(), Outcome.PLANNED);
        }
        var outcome = mending.outcome(difference, left.stream().anyMatch(other -> isSame(other, difference)));
        return row(cluster, difference, mending.words(difference, outcome), outcome);
    }

    private static boolean isSame(Difference one, Difference other) {
        return one.resource().equals(other.resource()) && one.subject() == other.subject();
    }

    private static Row row(KeptCluster cluster, Difference difference, String words, Outcome outcome) {
        return new Row(
                cluster.id().name(),
                difference.resource(),
                words,
                difference.owner().words(),
                null,
                outcome);
    }

    private static List<Row> inOrder(KeptCluster cluster, DesiredState desired, Found found, List<Row> differing) {
        var different = differing.stream().map(Row::resource).collect(toSet());
        var rules = found.rules().stream()
                .map(rule -> ok(cluster, rule.arn(), Owner.of(rule.name(), rule.tags(), cluster.id())));
        return Stream.concat(Stream.of(ok(cluster, desired.queueArn(), desired.owner(found))), rules)
                .filter(row -> !different.contains(row.resource()))
                .toList();
    }

    private static Row ok(KeptCluster cluster, String arn, Owner owner) {
        return new Row(cluster.id().name(), arn, null, owner.words(), null, Outcome.OK);
    }

    private static Row ofCluster(KeptCluster cluster, String fault) {
        return new Row(cluster.id().name(), cluster.id().arn(), fault, null, null, Outcome.REPORTED);
    }

    /** Nothing of it can be seen afterwards. */
    private static Optional<Row> purged(KeptCluster cluster, DesiredState desired, Found found, Ask ask) {
        return ask.change()
                .filter(change -> change.name().equals("PurgeQueue") && change.isAbout(desired.queueArn()))
                .map(change -> new Row(
                        cluster.id().name(),
                        desired.queueArn(),
                        "its messages were purged: warnings among them are lost to Karpenter",
                        desired.owner(found).words(),
                        null,
                        Outcome.REPORTED));
    }

    private static Row attributed(Row row, Optional<ChangeCall> change) {
        return change.filter(call -> row.difference() != null && call.isAbout(row.resource()))
                .map(call -> row.changedBy(call.changedBy()))
                .orElse(row);
    }
}
