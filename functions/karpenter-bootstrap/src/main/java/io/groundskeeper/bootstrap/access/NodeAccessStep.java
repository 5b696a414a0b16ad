package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.List;
import java.util.Optional;

/**
 * Step {@code node-access}: nodes with the node role may join, by an access entry or, where the cluster refuses those, by
 * a row in its ConfigMap aws-auth.
 */
public final class NodeAccessStep implements Step<NodeAccessStep.Observed, AccessChange> {

    /** What is there of the way that the cluster goes by. */
    public sealed interface Observed {

        /** Access entries. */
        record ByEntry(Optional<RoleId> role, Optional<AccessEntry> entry) implements Observed {}

        /** The ConfigMap; empty when there is none. */
        record ByConfigMap(Optional<AwsAuth> awsAuth) implements Observed {}

        /** The ConfigMap, which we cannot read. */
        record Unreadable(String why) implements Observed {}
    }

    private final Roles roles;
    private final AccessEntries entries;
    private final Kubernetes kubernetes;

    /** @param roles the account's */
    public NodeAccessStep(Roles roles, AccessEntries entries, Kubernetes kubernetes) {
        this.roles = roles;
        this.entries = entries;
        this.kubernetes = kubernetes;
    }

    @Override
    public String name() {
        return "node-access";
    }

    @Override
    public Observed observe(Target target) {
        if (!target.cluster().logins().byConfigMapOnly()) {
            var role = roles.id(target.names().nodeRole());
            return new Observed.ByEntry(
                    role, role.flatMap(id -> entries.find(target.id().name(), id.arn())));
        }
        try {
            return target.cluster()
                    .endpoint()
                    .<Observed>map(endpoint -> new Observed.ByConfigMap(kubernetes.awsAuth(endpoint)))
                    .orElseGet(() -> new Observed.Unreadable("EKS names no Kubernetes endpoint for the cluster"));
        } catch (KubernetesUnavailableException e) {
            return new Observed.Unreadable(e.getMessage());
        }
    }

    @Override
    public Plan<AccessChange> plan(Target target, Observed observed) {
        var names = target.names();
        var row = AwsAuthRow.ofNodes(names.mappedArn(names.nodeRole()));
        return switch (observed) {
            case Observed.ByEntry(var role, var entry) -> {
                var arn = role.map(RoleId::arn)
                        .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.nodeRole()));
                var desired = new DesiredEntry(arn, "EC2_LINUX", Optional.empty(), role.map(RoleId::uniqueId));
                yield new Plan.Changes<>(desired.changes(entry), List.of());
            }
            case Observed.ByConfigMap(var awsAuth) -> mapped(row, awsAuth);
            // Why it cannot be written is for cluster-access to say, with the ways to change it.
            case Observed.Unreadable unreadable ->
                new Plan.Skipped<>(
                        "Nodes of Karpenter cannot join yet: the cluster takes them by its ConfigMap aws-auth only, and we may not write it. %s"
                                .formatted(Snippet.of(row)));
        };
    }

    @Override
    public void apply(Target target, AccessChange change) {
        new AccessApply(entries, kubernetes).apply(target, change);
    }

    private static Plan<AccessChange> mapped(AwsAuthRow row, Optional<AwsAuth> awsAuth) {
        return switch (MapRoles.with(awsAuth.flatMap(AwsAuth::mapRoles), row)) {
            case MapRoles.Result.Present() -> new Plan.Changes<>(List.of(), List.of());
            case MapRoles.Result.Added(var text) ->
                new Plan.Changes<>(List.of(new AccessChange.MapRole(row, awsAuth, text)), List.of());
            case MapRoles.Result.Unfit(var why) ->
                new Plan.Refused<>(
                        "ConfigMap kube-system/aws-auth was left as it is: %s. %s".formatted(why, Snippet.of(row)));
        };
    }
}
