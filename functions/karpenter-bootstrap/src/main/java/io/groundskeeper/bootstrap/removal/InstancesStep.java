package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Step {@code instances}: what Karpenter started and nobody stops any more. Told always, terminated only when allowed. */
public final class InstancesStep implements StepOn<Leaving, InstancesStep.Observed, InstancesStep.Terminate> {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
    private static final int MOST_NAMED = 20;

    /**
     * What is there.
     *
     * @param at when it was looked at
     */
    public record Observed(List<Instance> instances, Instant at) {
        public Observed {
            instances = List.copyOf(instances);
        }
    }

    /** An instance is terminated. */
    public record Terminate(String id, String words) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.DELETE, id, "terminated, it was left by Karpenter: " + words);
        }
    }

    private final Instances instances;
    private final Clock clock;

    /** @param clock tells how old instances are */
    public InstancesStep(Instances instances, Clock clock) {
        this.instances = instances;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "instances";
    }

    @Override
    public Observed observe(Leaving target) {
        return new Observed(instances.of(target.id().name()), clock.instant());
    }

    @Override
    public Plan<Terminate> plan(Leaving target, Observed observed) {
        var left = observed.instances().stream()
                .filter(instance -> !instance.launched().isAfter(target.before()))
                .toList();
        var staying = left.stream().filter(Instance::stays).toList();
        if (!target.drained()) {
            return staying.isEmpty() ? nothing() : toDrain(target, staying.size());
        }
        if (!target.terminates()) {
            return staying.isEmpty() ? nothing() : told(target, staying, observed.at());
        }
        if (!staying.isEmpty()) {
            return new Plan.Waiting<>(
                    staying.stream()
                            .map(instance -> new Terminate(instance.id(), words(instance, observed.at())))
                            .toList(),
                    "What Karpenter left is being terminated: " + count(staying.size()),
                    LOOK_AGAIN);
        }
        long going = left.stream().filter(Instance::isGoing).count();
        return going == 0
                ? nothing()
                : new Plan.Waiting<>(List.of(), "What Karpenter left is shutting down: " + count(going), LOOK_AGAIN);
    }

    @Override
    public void apply(Leaving target, Terminate change) {
        instances.terminate(change.id());
    }

    private static Plan<Terminate> told(Leaving target, List<Instance> staying, Instant at) {
        var list = staying.stream()
                .limit(MOST_NAMED)
                .map(instance -> "%s (%s)".formatted(instance.id(), words(instance, at)))
                .collect(Collectors.joining(", "));
        var more = staying.size() > MOST_NAMED ? " and %d more".formatted(staying.size() - MOST_NAMED) : "";
        var found = "Karpenter left %s of cluster %s behind, at a cost: %s%s"
                .formatted(count(staying.size()), target.id().name(), list, more);
        return target.living()
                ? new Plan.Refused<>(
                        found
                                + ". No NodeClaim keeps them, and they need the role that would be deleted. Terminate them (aws ec2 terminate-instances), or set TERMINATE_ORPHANS=true, and remove again")
                : new Plan.Changes<>(
                        List.of(),
                        List.of(
                                found
                                        + ". Nothing was terminated: TERMINATE_ORPHANS is false. Do so by hand (aws ec2 terminate-instances)"));
    }

    private static Plan<Terminate> toDrain(Leaving target, int staying) {
        return new Plan.Changes<>(
                List.of(),
                List.of(
                        "Karpenter has %s in cluster %s now; those go first, with their NodeClaims; what is left then is %s"
                                .formatted(
                                        count(staying),
                                        target.id().name(),
                                        target.terminates() ? "terminated" : "told, and the removal stops there")));
    }

    private static String count(long instances) {
        return instances == 1 ? "1 instance" : instances + " instances";
    }

    private static String words(Instance instance, Instant at) {
        return "%s in %s, %s, %s old"
                .formatted(
                        instance.type(),
                        instance.zone(),
                        instance.state(),
                        age(Duration.between(instance.launched(), at)));
    }

    private static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + " d";
        }
        return age.toHours() > 0 ? age.toHours() + " h" : Math.max(0, age.toMinutes()) + " min";
    }

    private static Plan<Terminate> nothing() {
        return new Plan.Changes<>(List.of(), List.of());
    }
}
