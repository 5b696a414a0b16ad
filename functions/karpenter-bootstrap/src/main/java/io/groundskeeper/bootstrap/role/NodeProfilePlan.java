package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.cluster.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What makes the nodes' own instance profile what it should be.
 *
 * @param name of the profile
 * @param observed as it is; empty when there is none of that name
 */
record NodeProfilePlan(Target target, String name, Optional<InstanceProfile> observed) {

    /** Why it cannot be used. A profile of that name that we did not make is never taken over. */
    Optional<String> refusal() {
        return observed.filter(profile -> !Tags.areOurs(profile.tags(), target.id()))
                .map(profile ->
                        "Instance profile %s is there and was not made for this cluster: it lacks the tag %s=%s. It is not taken over. Delete it, or tag it so (and %s=%s) to hand it over"
                                .formatted(
                                        profile.arn(),
                                        Tags.CLUSTER,
                                        target.id().name(),
                                        Tags.REGION,
                                        target.id().region()));
    }

    List<NodeRoleChange> changes() {
        var role = target.names().nodeRole();
        var path = target.settings().rolePath();
        var arn = observed.map(InstanceProfile::arn)
                .orElseGet(() -> target.names().instanceProfileArn(path, name));
        var changes = new ArrayList<NodeRoleChange>();
        if (observed.isEmpty()) {
            changes.add(new NodeRoleChange.CreateProfile(arn, name, path, Tags.of(target.id())));
        }
        var inIt = observed.map(InstanceProfile::roles).orElse(List.of());
        inIt.stream()
                .filter(other -> !other.equals(role))
                .forEach(other -> changes.add(new NodeRoleChange.TakeOut(arn, name, other)));
        if (!inIt.contains(role)) {
            changes.add(new NodeRoleChange.PutIn(arn, name, role));
        }
        return changes;
    }
}
