package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import java.util.List;

/** Step {@code launch-templates}: those that Karpenter made for the cluster go. */
public final class LaunchTemplatesStep implements StepOn<Leaving, List<LaunchTemplate>, LaunchTemplatesStep.Deletion> {

    /** A launch template goes. */
    public record Deletion(LaunchTemplate template) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.DELETE, template.id(), "launch template " + template.name());
        }
    }

    private final LaunchTemplates templates;

    /** @param templates Karpenter's */
    public LaunchTemplatesStep(LaunchTemplates templates) {
        this.templates = templates;
    }

    @Override
    public String name() {
        return "launch-templates";
    }

    @Override
    public List<LaunchTemplate> observe(Leaving target) {
        return templates.of(target.id().name());
    }

    @Override
    public Plan<Deletion> plan(Leaving target, List<LaunchTemplate> observed) {
        return new Plan.Changes<>(observed.stream().map(Deletion::new).toList(), List.of());
    }

    @Override
    public void apply(Leaving target, Deletion change) {
        templates.delete(change.template().id());
    }
}
