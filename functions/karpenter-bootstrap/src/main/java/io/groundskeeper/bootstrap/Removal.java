package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterId;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Tags;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.removal.AwsRemoval;
import io.groundskeeper.bootstrap.removal.Existence;
import io.groundskeeper.bootstrap.removal.Existence.Sighting;
import io.groundskeeper.bootstrap.removal.Leaving;
import io.groundskeeper.bootstrap.removal.Progress;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepRunner;
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
        var leaving = leaving(clusters.home().cluster(request.cluster()), operator, deleted, false);
        var sighting = existence.find(request.cluster());
        if (sighting.filter(there -> there.created().isAfter(deleted)).isPresent()) {
            return skipped(
                    request.cluster(),
                    "A cluster of this name was created at %s, after the deletion at %s: it has taken over what was there"
                            .formatted(sighting.orElseThrow().created(), deleted),
                    false);
        }
        if (!hasOurs(leaving)) {
            return skipped(request.cluster(), "It was deleted, and there is nothing that we made for it", false);
        }
        return there(request, sighting, deleted).orElseGet(() -> {
            var run = new StepSequence(request.dryRun() || operator.dryRun());
            run.all(awsSide.all(), leaving);
            return run.result(request.cluster(), ClusterStatus.DELETED);
        });
    }

    /** Removes Karpenter, and all that we made, from a cluster that lives on. */
    ClusterResult of(ClusterFacts facts, ClusterRequest request) {
        var target = new Target(facts, ClusterSettings.of(settings, facts.tags()));
        var leaving = leaving(facts.id(), target.settings(), clock.instant(), true);
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
        boolean drains = Progress.of(facts).filter(Progress.AWS::equals).isEmpty() && inside(target, run);
        run.all(living.outside(), target);
        run.all(awsSide.all(), drains && dryRun ? leaving.beforeDraining() : leaving);
        run.all(living.lastly(), target);
        return run.result(facts.name(), ClusterStatus.DELETED);
    }

    /** Whether Karpenter can be reached there, so that it terminates its nodes. */
    private boolean inside(Target target, StepSequence run) {
        run.all(living.begin(), target.withoutInterruption());
        boolean reached = run.one(living.reach(), target)
                .filter(Outcome.UNCHANGED::equals)
                .isPresent();
        if (reached) {
            run.all(living.inside(), target);
        }
        return reached;
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

    private Leaving leaving(ClusterId id, ClusterSettings cluster, Instant before, boolean lives) {
        // The operator's own, whatever the cluster's tags say.
        return new Leaving(id, cluster.rolePath(), settings.flag("TERMINATE_ORPHANS", false), before, lives, true);
    }

    private static ClusterResult skipped(String cluster, String reason, boolean telling) {
        return ClusterResult.done(cluster, ClusterStatus.SKIPPED, reason, telling);
    }
}
