package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Steps {@code intent} and {@code inside-done}: how far the removal is goes onto the cluster. */
public final class ProgressStep implements Step<Optional<Progress>, ProgressStep.Note> {

    /** The cluster gets the tag. */
    public record Note(String arn, Progress progress) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, arn, "tag %s=%s".formatted(Tags.REMOVING, progress.value()));
        }
    }

    private final String name;
    private final Progress progress;
    private final Clusters clusters;

    private ProgressStep(String name, Progress progress, Clusters clusters) {
        this.name = name;
        this.progress = progress;
        this.clusters = clusters;
    }

    /** First of all. */
    public static ProgressStep begun(Clusters clusters) {
        return new ProgressStep("intent", Progress.INSIDE, clusters);
    }

    /** Once nothing of ours is inside the cluster. */
    public static ProgressStep insideDone(Clusters clusters) {
        return new ProgressStep("inside-done", Progress.AWS, clusters);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<Progress> observe(Target target) {
        return Progress.of(target.cluster());
    }

    @Override
    public Plan<Note> plan(Target target, Optional<Progress> observed) {
        var there = observed.filter(found -> found.compareTo(progress) >= 0).isPresent();
        return new Plan.Changes<>(
                there ? List.of() : List.of(new Note(target.id().arn(), progress)), List.of());
    }

    @Override
    public void apply(Target target, Note change) {
        clusters.tag(target.id(), Map.of(Tags.REMOVING, change.progress().value()));
    }
}
