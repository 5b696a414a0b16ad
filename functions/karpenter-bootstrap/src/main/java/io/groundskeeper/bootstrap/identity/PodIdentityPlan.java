package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.cluster.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What leads to the controller having its role by EKS Pod Identity. */
final class PodIdentityPlan {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

    private PodIdentityPlan() {}

    static Plan<IdentityChange> of(Target target, IdentityStep.Observed.ByPod observed) {
        var cluster = target.id().name();
        var roleArn = observed.roleArn()
                .orElseGet(() -> target.names()
                        .roleArn(target.settings().rolePath(), target.names().controllerRole()));
        var foreign = observed.association()
                .filter(association -> !association.roleArn().equals(roleArn))
                .filter(association -> !Tags.areOurs(association.tags(), target.id()));
        if (foreign.isPresent()) {
            return new Plan.Refused<>(refusal(foreign.get(), roleArn));
        }
        var changes = new ArrayList<IdentityChange>();
        if (observed.agent().isEmpty()) {
            changes.add(new IdentityChange.Install(cluster));
        }
        observed.association()
                .ifPresentOrElse(
                        association -> {
                            if (!association.roleArn().equals(roleArn)) {
                                changes.add(new IdentityChange.Reassociate(cluster, association, roleArn));
                            }
                        },
                        () -> changes.add(new IdentityChange.Associate(cluster, roleArn)));
        return observed.agent()
                .map(agent -> withAgent(agent, changes))
                .orElseGet(() -> new Plan.Changes<>(changes, List.of()));
    }

    private static Plan<IdentityChange> withAgent(Agent agent, List<IdentityChange> changes) {
        return switch (agent.status()) {
            case "CREATING", "UPDATING" -> onItsWay(agent, changes);
            case "DELETING" -> new Plan.Waiting<>(changes, agent.described(), LOOK_AGAIN);
            case "CREATE_FAILED" ->
                new Plan.Refused<>(
                        "%s. Without it Karpenter gets no credentials. Mend what it names and delete the add-on: the next run installs it anew"
                                .formatted(agent.described()));
            case "ACTIVE" -> new Plan.Changes<>(changes, List.of());
            default ->
                new Plan.Changes<>(
                        changes,
                        List.of(agent.described() + ". Karpenter may get no credentials on the nodes that it lacks"));
        };
    }

    // Its association just made, the rest can be done meanwhile; looked at again, it is what Karpenter waits for.
    private static Plan<IdentityChange> onItsWay(Agent agent, List<IdentityChange> changes) {
        return changes.isEmpty()
                ? new Plan.Waiting<>(List.of(), agent.described(), LOOK_AGAIN)
                : new Plan.Changes<>(changes, List.of());
    }

    private static String refusal(Association association, String roleArn) {
        return "Pod identity association %s gives %s/%s the role %s and was not made by us. It is not taken over. Delete it, or tag it %s and %s like the cluster's roles to have it changed to %s"
                .formatted(
                        association.arn(),
                        ServiceAccount.NAMESPACE,
                        ServiceAccount.NAME,
                        association.roleArn(),
                        Tags.CLUSTER,
                        Tags.REGION,
                        roleArn);
    }
}
