package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.role.InstanceProfile;
import io.groundskeeper.bootstrap.role.InstanceProfiles;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Step {@code instance-profiles}: those that Karpenter made for the cluster go, and the one that we made; with one left,
 * its role cannot.
 */
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
        record Delete(InstanceProfile profile, String maker) implements Deletion {
            @Override
            public Change described() {
                return new Change(
                        Change.Action.DELETE, profile.arn(), "instance profile that %s made".formatted(maker));
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
        var found = profiles.of(target.id(), target.names().nodeRole());
        // Ours may be without a role: the run that made it may have been cut off.
        var own = target.names().nodeProfile();
        return found.stream().anyMatch(profile -> profile.name().equals(own))
                ? found
                : Stream.concat(found.stream(), profiles.find(own).stream()).toList();
    }

    @Override
    public Plan<Deletion> plan(Leaving target, List<InstanceProfile> observed) {
        var changes = new ArrayList<Deletion>();
        for (var profile : observed) {
            maker(target, profile).ifPresent(maker -> {
                profile.roles().forEach(role -> changes.add(new Deletion.TakeOut(profile, role)));
                changes.add(new Deletion.Delete(profile, maker));
            });
        }
        return new Plan.Changes<>(changes, List.of());
    }

    /** Who made a profile that may go; empty when it is not ours to delete. */
    static Optional<String> maker(Leaving target, InstanceProfile profile) {
        if (profile.isKarpentersFor(target.id())) {
            return Optional.of("Karpenter");
        }
        return profile.name().equals(target.names().nodeProfile()) && target.made(profile.tags())
                ? Optional.of("Groundskeeper")
                : Optional.empty();
    }

    @Override
    public void apply(Leaving target, Deletion change) {
        switch (change) {
            case Deletion.TakeOut(var profile, var role) -> profiles.remove(profile.name(), role);
            case Deletion.Delete(var profile, var maker) -> profiles.delete(profile.name());
        }
    }
}
