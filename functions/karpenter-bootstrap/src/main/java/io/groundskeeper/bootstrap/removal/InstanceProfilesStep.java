package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import java.util.ArrayList;
import java.util.List;

/** Step {@code instance-profiles}: those that Karpenter made for the cluster go; with one left, its role cannot. */
public final class InstanceProfilesStep
        implements StepOn<Leaving, List<InstanceProfile>, InstanceProfilesStep.Deletion> {

    /** A part of taking a profile away. */
    public sealed interface Deletion extends PlannedChange {

        /** A role is taken out. */
        record TakeOut(InstanceProfile profile, String role) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.UPDATE, profile.arn(), "role %s is taken out".formatted(role));
            }
        }

        /** The profile goes. */
        record Delete(InstanceProfile profile) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.DELETE, profile.arn(), "instance profile that Karpenter made");
            }
        }
    }

    private final InstanceProfiles profiles;

    /** @param profiles the account's */
    public InstanceProfilesStep(InstanceProfiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public String name() {
        return "instance-profiles";
    }

    @Override
    public List<InstanceProfile> observe(Leaving target) {
        return profiles.of(target.id(), target.names().nodeRole());
    }

    @Override
    public Plan<Deletion> plan(Leaving target, List<InstanceProfile> observed) {
        var changes = new ArrayList<Deletion>();
        for (var profile : observed) {
            if (profile.isKarpentersFor(target.id())) {
                profile.roles().forEach(role -> changes.add(new Deletion.TakeOut(profile, role)));
                changes.add(new Deletion.Delete(profile));
            }
        }
        return new Plan.Changes<>(changes, List.of());
    }

    @Override
    public void apply(Leaving target, Deletion change) {
        switch (change) {
            case Deletion.TakeOut(var profile, var role) -> profiles.remove(profile.name(), role);
            case Deletion.Delete(var profile) -> profiles.delete(profile.name());
        }
    }
}
