package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Change.Action;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Step {@code kubernetes-access}: what lets nodes and the interruption function into the cluster from its inside goes:
 * ClusterRole, binding and, where the cluster goes by it, the rows in aws-auth.
 */
public final class KubernetesAccessRemovalStep
        implements Step<KubernetesAccessRemovalStep.Observed, KubernetesAccessRemovalStep.Deletion> {

    /** What is there; the ConfigMap only where the cluster goes by it. */
    public record Observed(Kubernetes.Rbac rbac, Optional<AwsAuth> awsAuth) {}

    /** A part of it goes. */
    public sealed interface Deletion extends PlannedChange {

        /** The ClusterRoleBinding. */
        record Unbind(String name) implements Deletion {
            @Override
            public Change described() {
                return new Change(Action.DELETE, "ClusterRoleBinding " + name, "of the interruption function");
            }
        }

        /** The ClusterRole. */
        record DeleteRole(String name) implements Deletion {
            @Override
            public Change described() {
                return new Change(Action.DELETE, "ClusterRole " + name, "of the interruption function");
            }
        }

        /**
         * Rows of aws-auth.
         *
         * @param roles whose
         * @param mapRoles all of its text without them
         */
        record Unmap(List<String> roles, Optional<AwsAuth> from, String mapRoles) implements Deletion {
            @Override
            public Change described() {
                return new Change(
                        Action.UPDATE,
                        "ConfigMap kube-system/aws-auth",
                        "without the rows for " + String.join(", ", roles));
            }
        }
    }

    private final Kubernetes kubernetes;

    /** @param kubernetes the cluster's API */
    public KubernetesAccessRemovalStep(Kubernetes kubernetes) {
        this.kubernetes = kubernetes;
    }

    @Override
    public String name() {
        return "kubernetes-access";
    }

    @Override
    public Observed observe(Target target) {
        var endpoint = AccessApply.endpoint(target);
        return new Observed(
                kubernetes.rbac(endpoint, InterruptionRole.NAME),
                target.cluster().logins().readsConfigMap() ? kubernetes.awsAuth(endpoint) : Optional.empty());
    }

    @Override
    public Plan<Deletion> plan(Target target, Observed observed) {
        var changes = new ArrayList<Deletion>();
        var warnings = new ArrayList<String>();
        observed.rbac()
                .binding()
                .filter(binding -> InterruptionRole.isOurs(binding.getMetadata()))
                .ifPresent(binding -> changes.add(new Deletion.Unbind(InterruptionRole.NAME)));
        observed.rbac()
                .role()
                .filter(role -> InterruptionRole.isOurs(role.getMetadata()))
                .ifPresent(role -> changes.add(new Deletion.DeleteRole(InterruptionRole.NAME)));
        unmapped(target, observed.awsAuth(), warnings).ifPresent(changes::add);
        return new Plan.Changes<>(changes, warnings);
    }

    @Override
    public void apply(Target target, Deletion change) {
        var endpoint = AccessApply.endpoint(target);
        switch (change) {
            case Deletion.Unbind(var name) -> kubernetes.deleteBinding(endpoint, name);
            case Deletion.DeleteRole(var name) -> kubernetes.deleteRole(endpoint, name);
            case Deletion.Unmap(var roles, var from, var mapRoles) -> kubernetes.write(endpoint, from, mapRoles);
        }
    }

    private static Optional<Deletion> unmapped(Target target, Optional<AwsAuth> awsAuth, List<String> warnings) {
        var text = awsAuth.flatMap(AwsAuth::mapRoles).orElse("");
        var gone = new ArrayList<String>();
        for (var row : rows(target)) {
            switch (MapRolesRemoval.without(text, row)) {
                case MapRolesRemoval.Result.Absent() -> {}
                case MapRolesRemoval.Result.Removed(var without) -> {
                    text = without;
                    gone.add(row.roleArn());
                }
                case MapRolesRemoval.Result.Unfit(var why) ->
                    warnings.add(
                            "ConfigMap kube-system/aws-auth keeps its row for %s: %s. Take it out (kubectl -n kube-system edit configmap aws-auth)"
                                    .formatted(row.roleArn(), why));
            }
        }
        return gone.isEmpty() ? Optional.empty() : Optional.of(new Deletion.Unmap(gone, awsAuth, text));
    }

    private static List<AwsAuthRow> rows(Target target) {
        var names = target.names();
        var rows = new ArrayList<AwsAuthRow>();
        rows.add(AwsAuthRow.ofNodes(names.mappedArn(names.nodeRole())));
        target.settings()
                .access()
                .interruptionRole()
                .map(arn -> ConfigMapPlan.row(new Principal(arn, Optional.empty())))
                .ifPresent(rows::add);
        return rows;
    }
}
