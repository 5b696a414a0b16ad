package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.role.InstanceProfile;
import io.groundskeeper.bootstrap.role.InstanceProfiles;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import io.groundskeeper.core.cluster.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Steps {@code controller-role} and {@code node-role}: a role that we made goes, with all its policies. */
public final class RoleRemovalStep implements StepOn<Leaving, RoleRemovalStep.Observed, RoleRemovalStep.Deletion> {

    /**
     * What is there.
     *
     * @param holders the instance profiles that the role is in
     */
    public record Observed(Optional<Role> role, List<InstanceProfile> holders) {
        public Observed {
            holders = List.copyOf(holders);
        }
    }

    /** A part of taking a role apart. */
    public sealed interface Deletion extends PlannedChange {

        /** It loses a managed policy. */
        record Detach(String arn, String role, String policyArn) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.UPDATE, arn, "managed policy %s is detached".formatted(policyArn));
            }
        }

        /** It loses a policy of its own. */
        record DeletePolicy(String arn, String role, String policy) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.DELETE, arn + " inline policy " + policy, "goes with its role");
            }
        }

        /** It goes. */
        record Delete(String arn, String role) implements Deletion {
            @Override
            public Change described() {
                return new Change(Change.Action.DELETE, arn, "role");
            }
        }
    }

    private final String name;
    private final Function<Names, String> roleName;
    private final Roles roles;
    private final InstanceProfiles profiles;
    private final RoleDeletions deletions;

    private RoleRemovalStep(
            String name,
            Function<Names, String> roleName,
            Roles roles,
            InstanceProfiles profiles,
            RoleDeletions deletions) {
        this.name = name;
        this.roleName = roleName;
        this.roles = roles;
        this.profiles = profiles;
        this.deletions = deletions;
    }

    /** For the role of the nodes. */
    public static RoleRemovalStep ofNodes(Roles roles, InstanceProfiles profiles, RoleDeletions deletions) {
        return new RoleRemovalStep("node-role", Names::nodeRole, roles, profiles, deletions);
    }

    /** For the role of Karpenter itself. */
    public static RoleRemovalStep ofController(Roles roles, InstanceProfiles profiles, RoleDeletions deletions) {
        return new RoleRemovalStep("controller-role", Names::controllerRole, roles, profiles, deletions);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Observed observe(Leaving target) {
        var role = roleName.apply(target.names());
        var found = roles.find(role);
        return new Observed(
                found,
                found.isEmpty()
                        ? List.of()
                        : profiles.of(target.id(), role).stream()
                                .filter(profile -> profile.roles().contains(role))
                                .toList());
    }

    @Override
    public Plan<Deletion> plan(Leaving target, Observed observed) {
        return observed.role()
                .map(role -> plan(target, role, observed.holders()))
                .orElseGet(() -> new Plan.Changes<>(List.of(), List.of()));
    }

    @Override
    public void apply(Leaving target, Deletion change) {
        switch (change) {
            case Deletion.Detach(var arn, var role, var policy) -> deletions.detach(role, policy);
            case Deletion.DeletePolicy(var arn, var role, var policy) -> deletions.deletePolicy(role, policy);
            case Deletion.Delete(var arn, var role) -> deletions.delete(role);
        }
    }

    private Plan<Deletion> plan(Leaving target, Role role, List<InstanceProfile> holders) {
        if (!target.made(role.tags())) {
            return new Plan.Skipped<>(target.foreign("Role " + role.arn()));
        }
        if (!role.path().equals(target.rolePath())) {
            return new Plan.Skipped<>("Role %s is left: its path is not %s, below which we delete roles"
                    .formatted(role.arn(), target.rolePath()));
        }
        // Karpenter's and our own are gone by now, or in a dry run planned to go.
        var foreign = holders.stream()
                .filter(profile -> InstanceProfilesStep.maker(target, profile).isEmpty())
                .map(InstanceProfile::name)
                .findFirst();
        if (foreign.isPresent()) {
            return new Plan.Skipped<>(
                    "Role %s is left: it is in instance profile %s, which neither Karpenter nor we made. Take it out (aws iam remove-role-from-instance-profile --instance-profile-name %s --role-name %s)"
                            .formatted(role.arn(), foreign.get(), foreign.get(), roleName.apply(target.names())));
        }
        return new Plan.Changes<>(deletions(target, role), List.of());
    }

    private List<Deletion> deletions(Leaving target, Role role) {
        var found = roleName.apply(target.names());
        var changes = new ArrayList<Deletion>();
        role.attached().stream()
                .sorted()
                .forEach(policy -> changes.add(new Deletion.Detach(role.arn(), found, policy)));
        role.inline().keySet().stream()
                .sorted()
                .forEach(policy -> changes.add(new Deletion.DeletePolicy(role.arn(), found, policy)));
        changes.add(new Deletion.Delete(role.arn(), found));
        return changes;
    }
}
