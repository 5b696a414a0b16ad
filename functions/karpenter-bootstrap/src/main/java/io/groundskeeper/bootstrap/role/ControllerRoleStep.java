package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.cluster.Tags;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.identity.Capacities;
import io.groundskeeper.bootstrap.identity.Capacity;
import io.groundskeeper.bootstrap.identity.ControllerTrust;
import io.groundskeeper.bootstrap.identity.Identity;
import io.groundskeeper.bootstrap.identity.Issuer;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Step {@code controller-role}: the role of Karpenter itself, trusted as the way fits by which Karpenter gets it. */
public final class ControllerRoleStep implements Step<ControllerRoleStep.Observed, RoleChange> {

    /**
     * What is there.
     *
     * @param nodeRoleArn of the node role as it is: its path may be an older one than the setting's
     * @param capacity decides how Karpenter gets the role
     */
    public record Observed(Optional<Role> role, Optional<String> nodeRoleArn, Capacity capacity) {}

    private final Roles roles;
    private final Capacities capacities;

    /** @param roles the account's */
    public ControllerRoleStep(Roles roles, Capacities capacities) {
        this.roles = roles;
        this.capacities = capacities;
    }

    @Override
    public String name() {
        return "controller-role";
    }

    @Override
    public Observed observe(Target target) {
        var names = target.names();
        return new Observed(
                roles.find(names.controllerRole(), ControllerPolicies.PARTS),
                roles.id(names.nodeRole()).map(RoleId::arn),
                capacities.of(target.id().name()));
    }

    @Override
    public Plan<RoleChange> plan(Target target, Observed observed) {
        var names = target.names();
        var issuer = target.cluster().logins().issuer().map(Issuer::new);
        if (observed.capacity().identity() == Identity.SERVICE_ACCOUNT && issuer.isEmpty()) {
            return new Plan.Waiting<>(List.of(), "EKS names no OIDC issuer for the cluster yet", Duration.ofMinutes(1));
        }
        var nodeRole = observed.nodeRoleArn()
                .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.nodeRole()));
        return RolePlan.of(
                target,
                desired(target, nodeRole, ControllerTrust.of(target.id(), observed.capacity(), issuer)),
                observed.role());
    }

    @Override
    public void apply(Target target, RoleChange change) {
        new RoleApply(roles).apply(change);
    }

    static DesiredRole desired(Target target, String nodeRoleArn, JsonNode trust) {
        return new DesiredRole(
                target.names().controllerRole(),
                target.settings().rolePath(),
                "Karpenter's controller in EKS cluster " + target.id().name(),
                trust,
                Tags.of(target.id()),
                target.settings().permissionsBoundary(),
                List.of(),
                new ControllerPolicies(
                                target.id(),
                                nodeRoleArn,
                                target.names().queueArn(),
                                target.settings().karpenterVersion())
                        .documents(),
                ControllerPolicies.OBSOLETE);
    }
}
