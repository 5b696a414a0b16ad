package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Step {@code cluster}, the last: the cluster's next event must not set all up again, and our marks go. It is kept out
 * first, so that a run that is cut off between both leaves a removal that goes on.
 */
public final class FarewellStep implements Step<ClusterFacts, FarewellStep.Farewell> {

    /** A change of the cluster's tags. */
    public sealed interface Farewell extends PlannedChange {

        /** It is kept out. */
        record KeepOut(String arn) implements Farewell {
            @Override
            public Change described() {
                return new Change(
                        Change.Action.UPDATE,
                        arn,
                        "tag %s=%s, so that it is not set up again; to begin anew, set it to manage"
                                .formatted(Tags.WISH, Tags.SKIP));
            }
        }

        /** Our marks go. */
        record Unmark(String arn, Set<String> keys) implements Farewell {
            @Override
            public Change described() {
                return new Change(Change.Action.UPDATE, arn, "without tags " + String.join(", ", keys));
            }
        }
    }

    private final Clusters clusters;

    /** @param clusters where it is tagged */
    public FarewellStep(Clusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public ClusterFacts observe(Target target) {
        return target.cluster();
    }

    @Override
    public Plan<Farewell> plan(Target target, ClusterFacts observed) {
        var changes = new ArrayList<Farewell>();
        if (!Tags.SKIP.equals(observed.tags().get(Tags.WISH))) {
            changes.add(new Farewell.KeepOut(observed.id().arn()));
        }
        // The removal itself was noted after the cluster was read.
        changes.add(new Farewell.Unmark(observed.id().arn(), Set.of(Tags.MARK, Tags.REMOVING)));
        return new Plan.Changes<>(changes, List.of());
    }

    @Override
    public void apply(Target target, Farewell change) {
        switch (change) {
            case Farewell.KeepOut keepOut -> clusters.tag(target.id(), Map.of(Tags.WISH, Tags.SKIP));
            case Farewell.Unmark(var arn, var keys) -> clusters.untag(target.id(), keys);
        }
    }
}
