package io.groundskeeper.bootstrap.adoption;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Tags;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import java.util.List;
import java.util.Map;

/**
 * Step {@code cluster}: puts our mark on the cluster, first of all, so that a bootstrap that is cut off is found again.
 */
public final class MarkStep implements Step<ClusterFacts, MarkStep.Mark> {

    /** The cluster gets our mark. */
    public record Mark(String arn) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.CREATE, arn, "tag %s=%s".formatted(Tags.MARK, Tags.MARK_VALUE));
        }
    }

    private final Clusters clusters;

    /** @param clusters where it is tagged */
    public MarkStep(Clusters clusters) {
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
    public Plan<Mark> plan(Target target, ClusterFacts observed) {
        return new Plan.Changes<>(
                observed.marked() ? List.of() : List.of(new Mark(target.id().arn())), List.of());
    }

    @Override
    public void apply(Target target, Mark change) {
        clusters.tag(target.id(), Map.of(Tags.MARK, Tags.MARK_VALUE));
    }
}
