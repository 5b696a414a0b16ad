package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/**
 * Step {@code pod-identity}: the association that we made goes, and the agent's add-on if we installed it and nobody
 * else has use for it.
 */
public final class PodIdentityRemovalStep
        implements Step<PodIdentityRemovalStep.Observed, PodIdentityRemovalStep.Deletion> {

    /**
     * What is there.
     *
     * @param agent the tags of the add-on
     * @param associations how many the cluster has, ours among them
     */
    public record Observed(Optional<Association> association, Optional<Map<String, String>> agent, int associations) {}

    /** A part of it goes. */
    public sealed interface Deletion extends PlannedChange {

        /** The association. */
        record Dissociate(Association association) implements Deletion {
            @Override
            public Change described() {
                return new Change(
                        Change.Action.DELETE, association.arn(), "pod identity association of Karpenter's controller");
            }
        }

        /** The add-on. */
        record Uninstall(String cluster) implements Deletion {
            @Override
            public Change described() {
                return new Change(
                        Change.Action.DELETE, "add-on " + Agent.NAME, "we installed it, and nobody else uses it");
            }
        }
    }

    private final PodIdentities pods;

    /** @param pods of clusters */
    public PodIdentityRemovalStep(PodIdentities pods) {
        this.pods = pods;
    }

    @Override
    public String name() {
        return "pod-identity";
    }

    @Override
    public Observed observe(Target target) {
        var cluster = target.id().name();
        var agent = pods.agentTags(cluster);
        return new Observed(pods.association(cluster), agent, agent.isEmpty() ? 0 : pods.associations(cluster));
    }

    @Override
    public Plan<Deletion> plan(Target target, Observed observed) {
        var changes = new ArrayList<Deletion>();
        var warnings = new ArrayList<String>();
        var ours = observed.association().filter(association -> made(target, association.tags()));
        ours.ifPresent(association -> changes.add(new Deletion.Dissociate(association)));
        if (ours.isEmpty() && observed.association().isPresent()) {
            warnings.add("Pod identity association %s is left: someone else made it"
                    .formatted(observed.association().get().arn()));
        }
        if (observed.agent().filter(tags -> made(target, tags)).isPresent()) {
            if (observed.associations() > (ours.isPresent() ? 1 : 0)) {
                warnings.add("Add-on %s stays: other associations of the cluster need it".formatted(Agent.NAME));
            } else {
                changes.add(new Deletion.Uninstall(target.id().name()));
            }
        }
        return new Plan.Changes<>(changes, warnings);
    }

    @Override
    public void apply(Target target, Deletion change) {
        switch (change) {
            case Deletion.Dissociate(var association) ->
                pods.dissociate(target.id().name(), association.id());
            case Deletion.Uninstall(var cluster) -> pods.uninstall(cluster);
        }
    }

    private static boolean made(Target target, Map<String, String> tags) {
        return tags.entrySet().containsAll(Tags.of(target.id()).entrySet());
    }
}
