package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.removal.AwsRemoval;
import io.groundskeeper.bootstrap.removal.Existence;
import io.groundskeeper.bootstrap.removal.Existence.Sighting;
import io.groundskeeper.bootstrap.removal.Leaving;
import io.groundskeeper.bootstrap.step.Outcome;
import io.groundskeeper.bootstrap.step.StepOn;
import io.groundskeeper.bootstrap.step.StepReport;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.setting.Settings;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Takes away what was made for a cluster, by one look at it: after its deletion, or while it lives. */
final class Removal {

    private final Clusters clusters;
    private final Existence existence;
    private final AwsRemoval awsSide;
    private final Settings settings;
    private final Clock clock;

    /** @param settings the operator's: a cluster that is gone has none */
    Removal(Clusters clusters, Existence existence, AwsRemoval awsSide, Settings settings, Clock clock) {
        this.clusters = clusters;
        this.existence = existence;
        this.awsSide = awsSide;
        this.settings = settings;
        this.clock = clock;
    }

    /** Cleans up after a cluster that was deleted, if we had made anything for it. */
    ClusterResult after(ClusterRequest request) {
        var deleted = request.at().orElseGet(clock::instant);
        var operator = ClusterSettings.of(settings, Map.of());
        var leaving = new Leaving(
                clusters.home().cluster(request.cluster()),
                operator.rolePath(),
                settings.flag("TERMINATE_ORPHANS", false),
                deleted,
                false);
        var sighting = existence.find(request.cluster());
        if (sighting.filter(there -> there.created().isAfter(deleted)).isPresent()) {
            return skipped(
                    request,
                    "A cluster of this name was created at %s, after the deletion at %s: it has taken over what was there"
                            .formatted(sighting.orElseThrow().created(), deleted),
                    false);
        }
        if (!hasOurs(leaving)) {
            return skipped(request, "It was deleted, and there is nothing that we made for it", false);
        }
        return there(request, sighting, deleted)
                .orElseGet(() -> cleanedUp(leaving, request.dryRun() || operator.dryRun()));
    }

    /** What to say of a cluster that is still there; empty when it is gone. */
    private static Optional<ClusterResult> there(ClusterRequest request, Optional<Sighting> sighting, Instant deleted) {
        return sighting.map(cluster -> {
            if (cluster.status().equals("DELETING") || request.recent()) {
                return Conclusion.waiting(
                        request.cluster(), "The cluster is %s and not gone yet".formatted(cluster.status()));
            }
            return skipped(
                    request,
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

    private ClusterResult cleanedUp(Leaving leaving, boolean dryRun) {
        var results = new ArrayList<StepResult>();
        for (StepOn<Leaving, ?, ?> step : awsSide.all()) {
            var result = StepRunner.run(step, leaving, dryRun);
            results.add(result);
            if (!result.goesOn()) {
                break;
            }
        }
        var last = results.getLast();
        return Conclusion.of(leaving.id().name(), results, last, status(last.report(), dryRun));
    }

    private static ClusterStatus status(StepReport last, boolean dryRun) {
        return switch (last.outcome()) {
            case WAITING -> ClusterStatus.WAITING;
            case FAILED -> ClusterStatus.FAILED;
            case UNCHANGED, CHANGED, PLANNED, SKIPPED -> dryRun ? ClusterStatus.PLANNED : ClusterStatus.DELETED;
        };
    }

    private static ClusterResult skipped(ClusterRequest request, String reason, boolean telling) {
        return ClusterResult.done(request.cluster(), ClusterStatus.SKIPPED, reason, telling);
    }
}
