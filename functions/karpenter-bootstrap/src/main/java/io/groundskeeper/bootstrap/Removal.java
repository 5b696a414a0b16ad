package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.removal.AwsRemoval;
import io.groundskeeper.bootstrap.removal.Existence;
import io.groundskeeper.bootstrap.removal.Existence.Sighting;
import io.groundskeeper.bootstrap.removal.Leaving;
import io.groundskeeper.bootstrap.removal.Progress;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.setting.Settings;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes away what was made for a cluster, by one look at it: after its deletion, or while it lives. */
final class Removal {

    private static final Set<String> UP = Set.of("ACTIVE", "UPDATING");

    private final Clusters clusters;
    private final Existence existence;
    private final AwsRemoval awsSide;
    private final LivingRemoval living;
    private final Settings settings;
    private final Clock clock;

    /** @param settings the operator's: a cluster that is gone has none */
    Removal(
            Clusters clusters,
            Existence existence,
            AwsRemoval awsSide,
            LivingRemoval living,
            Settings settings,
            Clock clock) {
        this.clusters = clusters;
        this.existence = existence;
        this.awsSide = awsSide;
        this.living = living;
        this.settings = settings;
        this.clock = clock;
    }

    /** Cleans up after a cluster that was deleted, if we had made anything for it. */
    ClusterResult after(ClusterRequest request) {
        var deleted = request.at().orElseGet(clock::instant);
        var operator = ClusterSettings.of(settings, Map.of());
        var leaving = leaving(clusters.home().cluster(request.cluster()), operator, false);
        var sighting = existence.find(request.cluster());
        if (sighting.filter(there -> there.created().isAfter(deleted)).isPresent()) {
            return skipped(
                    request.cluster(),
                    "A cluster of this name was created at %s, after the deletion at %s: it has taken over what was there"
                            .formatted(sighting.orElseThrow().created(), deleted),
                    false);
        }
        if (!hasOurs(leaving)) {
            var state = sighting.map(there -> "It is " + there.status()).orElse("It was deleted");
            return skipped(request.cluster(), state + ", and there is nothing that we made for it", false);
        }
        return there(request, sighting, deleted).orElseGet(() -> {
            var run = new StepSequence(request.dryRun() || operator.dryRun());
            run.one(awsSide.instances(), leaving);
            run.all(awsSide.leftByKarpenter(), leaving);
            run.all(awsSide.ours(), leaving);
            return run.result(request.cluster(), ClusterStatus.DELETED);
        });
    }

    /** Removes Karpenter, and all that we made, from a cluster that lives on. */
    ClusterResult of(ClusterFacts facts, ClusterRequest request) {
        var target = new Target(facts, ClusterSettings.of(settings, facts.tags()));
        var leaving = leaving(facts.id(), target.settings(), true);
        if (facts.status().equals("DELETING")) {
            return skipped(facts.name(), "It is being deleted, and cleaned up after then", false);
        }
        if (!UP.contains(facts.status())) {
            return Conclusion.waiting(facts.name(), "The cluster is %s".formatted(facts.status()));
        }
        // A message that comes late must not begin what nobody asked for any more.
        if (!request.isByHand() && Progress.of(facts).isEmpty()) {
            return skipped(
                    facts.name(), "Nobody is removing Karpenter from it: it lacks the tag " + Tags.REMOVING, false);
        }
        if (!facts.marked() && Progress.of(facts).isEmpty() && !hasOurs(leaving)) {
            return skipped(facts.name(), "There is nothing that we made for it", false);
        }
        boolean dryRun = request.dryRun() || target.settings().dryRun();
        var run = new StepSequence(dryRun);
        boolean karpenterStays = Progress.of(facts).filter(Progress.AWS::equals).isEmpty()
                && inside(target, dryRun ? leaving.beforeDraining() : leaving, run);
        run.all(living.outside(), target);
        // Someone else's Karpenter goes on with what looks like ours.
        if (!karpenterStays) {
            run.all(awsSide.leftByKarpenter(), leaving);
        }
        run.all(awsSide.ours(), leaving);
        run.all(living.lastly(), target);
        return run.result(facts.name(), ClusterStatus.DELETED);
    }

    /** Takes away what is in the cluster; whether a Karpenter that is not ours goes on there. */
    private boolean inside(Target target, Leaving leaving, StepSequence run) {
        run.all(living.begin(), target.withoutInterruption());
        var reached = run.one(living.reach(), target);
        if (reached.filter(Outcome.SKIPPED::equals).isPresent()) {
            run.one(awsSide.instances(), leaving);
            return false;
        }
        if (reached.filter(Outcome.UNCHANGED::equals).isPresent()) {
            run.all(living.nodes(), target);
        }
        // Before what nodes need goes: their controller, their way in, their role.
        run.one(awsSide.instances(), leaving);
        if (reached.filter(Outcome.UNCHANGED::equals).isEmpty()) {
            return false;
        }
        var controller = run.one(living.controller(), target);
        run.all(living.inside(), target);
        return controller.filter(Outcome.SKIPPED::equals).isPresent();
    }

    /** What to say of a cluster that is still there; empty when it is gone. */
    private static Optional<ClusterResult> there(ClusterRequest request, Optional<Sighting> sighting, Instant deleted) {
        return sighting.map(cluster -> {
            if (cluster.status().equals("DELETING") || request.recent()) {
                return Conclusion.waiting(
                        request.cluster(), "The cluster is %s and not gone yet".formatted(cluster.status()));
            }
            return skipped(
                    request.cluster(),
                    "It was to be deleted at %s, and it is %s. What was made for it stays"
                            .formatted(deleted, cluster.status()),
                    true);
        });
    }

    private boolean hasOurs(Leaving leaving) {
        return awsSide.ours().reversed().stream()
                .map(step -> StepRunner.run(step, leaving, true).report())
                // What cannot be read may be ours: the run that follows says what is in the way.
                .anyMatch(report -> report.outcome() == Outcome.PLANNED || report.outcome() == Outcome.FAILED);
    }

    private Leaving leaving(ClusterId id, ClusterSettings cluster, boolean lives) {
        // The operator's own, whatever the cluster's tags say.
        return new Leaving(id, cluster.rolePath(), settings.flag("TERMINATE_ORPHANS", false), lives, true);
    }

    private static ClusterResult skipped(String cluster, String reason, boolean telling) {
        return ClusterResult.done(cluster, ClusterStatus.SKIPPED, reason, telling);
    }
}
