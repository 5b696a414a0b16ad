package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.cluster.Tags;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Step {@code controller-role}: the role of Karpenter itself, which it gets by EKS Pod Identity. */
public final class ControllerRoleStep implements Step<ControllerRoleStep.Observed, RoleChange> {

    /**
     * What is there.
     *
     * @param nodeRoleArn of the node role as it is: its path may be an older one than the setting's
     */
    public record Observed(Optional<Role> role, Optional<String> nodeRoleArn) {}

    private final Roles roles;

    /** @param roles the account's */
    public ControllerRoleStep(Roles roles) {
        this.roles = roles;
    }

    @Override
    public String name() {
        return "controller-role";
    }

    @Override
    public Observed observe(Target target) {
        var names = target.names();
        return new Observed(roles.find(names.controllerRole()), roles.arn(names.nodeRole()));
    }

    @Override
    public Plan<RoleChange> plan(Target target, Observed observed) {
        var names = target.names();
        var nodeRole = observed.nodeRoleArn()
                .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.nodeRole()));
        return RolePlan.of(target, desired(target, nodeRole), observed.role());
    }

    @Override
    public void apply(Target target, RoleChange change) {
        new RoleApply(roles).apply(change);
    }

    static DesiredRole desired(Target target, String nodeRoleArn) {
        return new DesiredRole(
                target.names().controllerRole(),
                target.settings().rolePath(),
                "Karpenter's controller in EKS cluster " + target.id().name(),
                trust(target),
                Tags.of(target.id()),
                target.settings().permissionsBoundary(),
                List.of(),
                new ControllerPolicies(
                                target.id(),
                                nodeRoleArn,
                                target.names().queueArn(),
                                target.settings().karpenterVersion())
                        .documents());
    }

    private static JsonNode trust(Target target) {
        return Json.read("""
                {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"pods.eks.amazonaws.com"},\
                "Action":["sts:AssumeRole","sts:TagSession"],"Condition":{"StringEquals":{"aws:SourceAccount":"%s"},\
                "ArnEquals":{"aws:SourceArn":"%s"}}}]}""".formatted(target.id().account(), target.id().arn()));
    }
}
