package io.groundskeeper.bootstrap.adoption;

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

/**
 * Step {@code cluster}: puts our mark on the cluster, first of all, so that a bootstrap that is cut off is found again.
 */
public final class MarkStep implements Step<ClusterFacts, MarkStep.Mark> {

    /** The cluster gets a tag. */
    public record Mark(String arn, String key, String value) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.CREATE, arn, "tag %s=%s".formatted(key, value));
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
        var changes = new ArrayList<Mark>();
        // Only a command by hand comes so far where the cluster is to be skipped: who gives it wants it kept from now
        // on.
        if (Tags.SKIP.equals(observed.tags().get(Tags.WISH))) {
            changes.add(new Mark(target.id().arn(), Tags.WISH, Tags.MANAGE));
        }
        if (!observed.marked()) {
            changes.add(new Mark(target.id().arn(), Tags.MARK, Tags.MARK_VALUE));
        }
        return new Plan.Changes<>(changes, List.of());
    }

    @Override
    public void apply(Target target, Mark change) {
        clusters.tag(target.id(), Map.of(change.key(), change.value()));
    }
}
