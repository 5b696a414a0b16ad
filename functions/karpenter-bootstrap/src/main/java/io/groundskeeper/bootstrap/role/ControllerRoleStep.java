package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.Capacity;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.identity.ControllerTrust;
import io.groundskeeper.bootstrap.identity.Issuer;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.bootstrap.version.VersionMatrix;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.SameJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    private static final VersionMatrix VERSIONS = VersionMatrix.read();

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
                Capacity.of(capacities, target.id().name()));
    }

    @Override
    public Plan<RoleChange> plan(Target target, Observed observed) {
        var names = target.names();
        var issuer = target.cluster().logins().issuer().map(Issuer::new);
        if (observed.capacity().onFargate() && issuer.isEmpty()) {
            return new Plan.Waiting<>(List.of(), "EKS names no OIDC issuer for the cluster yet", Duration.ofMinutes(1));
        }
        var nodeRole = observed.nodeRoleArn()
                .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.nodeRole()));
        var trust = ControllerTrust.of(target.id(), observed.capacity(), issuer);
        var newer = newer(target, nodeRole, observed.role());
        var version = newer.orElse(target.settings().karpenterVersion());
        var plan = RolePlan.of(target, desired(target, nodeRole, trust, version), observed.role());
        return newer.isPresent() && plan instanceof Plan.Changes<RoleChange>(var changes, var warnings)
                ? new Plan.Changes<>(
                        changes,
                        Stream.concat(warnings.stream(), Stream.of(kept(version)))
                                .toList())
                : plan;
    }

    /** A newer release than the wanted one, whose statements the role has: that controller may still run on them. */
    private static Optional<KarpenterVersion> newer(Target target, String nodeRole, Optional<Role> role) {
        var wanted = target.settings().karpenterVersion();
        return role.flatMap(found -> IntStream.rangeClosed(wanted.minor() + 1, VERSIONS.newest())
                .mapToObj(minor -> new KarpenterVersion(1, minor, 0))
                .filter(version -> !has(target, nodeRole, wanted, found) && has(target, nodeRole, version, found))
                .findFirst());
    }

    private static boolean has(Target target, String nodeRole, KarpenterVersion version, Role role) {
        return documents(target, nodeRole, version).entrySet().stream()
                .allMatch(policy -> Optional.ofNullable(role.inline().get(policy.getKey()))
                        .filter(there -> SameJson.same(there, policy.getValue()))
                        .isPresent());
    }

    private static String kept(KarpenterVersion version) {
        return "The controller role keeps the permissions of Karpenter 1.%d, which are more than the wanted release needs: it is never downgraded"
                .formatted(version.minor());
    }

    @Override
    public void apply(Target target, RoleChange change) {
        new RoleApply(roles).apply(change);
    }

    private static Map<String, JsonNode> documents(Target target, String nodeRoleArn, KarpenterVersion version) {
        return new ControllerPolicies(target.id(), nodeRoleArn, target.names().queueArn(), version).documents();
    }

    private static DesiredRole desired(Target target, String nodeRoleArn, JsonNode trust, KarpenterVersion version) {
        return new DesiredRole(
                target.names().controllerRole(),
                target.settings().rolePath(),
                "Karpenter's controller in EKS cluster " + target.id().name(),
                trust,
                Tags.of(target.id()),
                target.settings().permissionsBoundary(),
                List.of(),
                documents(target, nodeRoleArn, version),
                ControllerPolicies.OBSOLETE);
    }
}
